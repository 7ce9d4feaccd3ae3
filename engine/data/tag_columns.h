#pragma once

#include "data/bio.h"
#include "data/source_file.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headlight {

/// A sentence with a tag for each token. Neither tokens nor tags are empty, no token holds white space.
struct TaggedSentence {
    std::vector<std::string> tokens;
    std::vector<std::string> tags;  ///< as many
    std::vector<std::size_t> lines; ///< of the file, from 1: where each token stands
};

/// How a file with a line for each token is cut into columns.
enum class TagLayout {
    Columns, ///< between white space; the last is the tag (CoNLL-2000, CoNLL-2003)
    Tabs,    ///< between tabs; the last is the tag (WNUT17)
    Conllu   ///< CoNLL-U of Universal Dependencies; the tag is UPOS or XPOS
};

/// "columns", "tabs", "conllu".
const ChoiceNames<TagLayout>& tagLayouts();

struct TagColumnsOptions {
    std::optional<TagLayout> layout = {}; ///< none: by the first line that is no comment
    std::string token = {}; ///< number of its column, from 1; empty: the first, in CoNLL-U the second (FORM)
    std::string tag = {};   ///< number of its column, from 1; in CoNLL-U also `upos` or `xpos`; empty: the last, in
                            ///< CoNLL-U UPOS
};

/// The sentences of the file, which are separated by lines of white space alone. Left out are sentences without a
/// token, the lines of -DOCSTART-, the comments of CoNLL-U, its ranges (3-4) and its empty words (5.1). In the other
/// layouts "#" may be a token: there a line that begins with "# ", at the beginning of a sentence, is a comment if it
/// has another number of columns than the file.
///
/// White space within a token, which CoNLL-U and tabs allow and no vocabulary can hold, becomes one "_", as word
/// segmenters write it ("10 000": "10_000"); at its ends it is dropped, as it is of tags. A note for people says so,
/// with the first place.
///
/// Error with file, line and what to do: for another number of columns than on the first line, an empty token or tag,
/// no tag ("_" in UPOS and XPOS), words of CoNLL-U that are not numbered 1, 2 …, a column that is not there, more than
/// `mostLabels` tags (data/corpus.h) or `mostTaggedTokens` tokens, and a file without a sentence.
std::vector<TaggedSentence> readTagColumns(const SourceFile& file, const TagColumnsOptions& options,
                                           std::vector<std::string>& notes);

constexpr std::size_t mostTaggedTokens = 20'000'000;

/// Whether the file is rather one of these than a table or lines of labelled text, by its beginning: CoNLL-U; or as
/// many columns on each line, the last of them tags of a scheme of spans, or, where empty lines separate sentences, few
/// others.
bool looksLikeTagColumns(const SourceFile& file);

/// The different tags, in the order of their first appearance.
std::vector<std::string> tagsOf(const std::vector<TaggedSentence>& sentences);

/// By the tags; whether they are BIO or IOB1 by what fewer of them break.
TagScheme schemeOf(const std::vector<TaggedSentence>& sentences);

/// Of tags that are no scheme: Error, with its place, where nearly all are of one (B-NP, I-NP, O) and this one is not,
/// which would make plain tags of all.
void refuseOddTag(const SourceFile& file, const std::vector<TaggedSentence>& sentences);

/// Notes down, where tags break the scheme, how many do, and the first with its place.
void noteIllFormedTags(const SourceFile& file, const std::vector<TaggedSentence>& sentences, TagScheme scheme,
                       std::vector<std::string>& notes);

} // namespace headlight
