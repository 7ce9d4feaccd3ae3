#pragma once

#include "results/tag_span.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What the tags of a corpus mean. "X" stands for any label; a corpus of one kind of span may leave "-X" out.
enum class TagScheme {
    Plain, ///< a tag is a label of its token: parts of speech
    Bio,   ///< (IOB2) B-X begins every span of X, I-X goes on with it, O is outside
    Iob1,  ///< I-X begins spans, too; B-X only where another span of X ends in front of it
    Bioes, ///< as Bio, and E-X ends a span, S-X is one of a single token
};

/// "plain tags", "BIO", "IOB1", "BIOES".
const char* nameOf(TagScheme scheme);

/// By the tags that occur; each needs to be there once. Plain is what has a tag of no scheme here (IOE and BILOU
/// included), or none but O. BIO and IOB1 mostly have the same tags: then Bio; schemeOf() in data/tag_columns.h asks
/// the sentences.
TagScheme schemeOfTags(const std::vector<std::string>& tags);

/// A tag cut at its first "-". They are views of it.
struct TagParts {
    std::string_view position = "O"; ///< B, I, O, E, S; without a "-" all of the tag
    std::string_view label = {};
};
TagParts partsOf(std::string_view tag);

/// Whether a span begins at a token, or ended in front of it, by conlleval's rules: so I-X begins one behind O and
/// behind another label. What is outside of the sentence is O, as TagParts{} is.
bool beginsSpan(const TagParts& before, const TagParts& now);
bool endsSpan(const TagParts& before, const TagParts& now);

/// The spans of a sentence from left to right, as conlleval counts them. Any tags will do.
std::vector<TagSpan> spansOf(std::span<const std::string> tags);

struct IllFormedTag {
    int token = 0;
    std::string problem; ///< "I-NP behind B-VP", for a message
};

/// Where a sentence breaks the scheme, though conlleval's rules make spans of it all the same. None of plain tags.
std::vector<IllFormedTag> illFormedTags(std::span<const std::string> tags, TagScheme scheme);

} // namespace headlight
