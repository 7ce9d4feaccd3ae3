#pragma once

#include "core/json_entry.h"
#include "results/token.h"
#include "text/token_table.h"

#include <vector>

namespace headlight {

/// One of what a model reads side by side.
struct TemplatePart {
    int id = -1;   ///< of a mark; −1: here stand the tokens of the text
    int input = 0; ///< number of the text, or of the one that the mark belongs to
    bool operator==(const TemplatePart&) const = default;
};

/// How one text and two are joined: each text is in it once.
struct TextTemplates {
    std::vector<TemplatePart> single = {{-1, 0}}, pair = {{-1, 0}, {-1, 1}};
};

class Tokenizer;

/// One list of the tokens of texts and of the marks of the tokenizer's vocabulary around them. Each text that the
/// template names is there.
std::vector<Token> joinedBy(const std::vector<TemplatePart>& parts, std::vector<std::vector<Token>> texts,
                            const Tokenizer& tokenizer);

/// A text between two marks and two texts with as many marks between them, as BERT (one) and RoBERTa (two) read them.
TextTemplates markedTemplates(int opens, int ends, int between);
/// A mark in front of each text and one behind it, as far as there are any.
TextTemplates framedTemplates(std::optional<int> opens, std::optional<int> ends);

/// What tells a model which text a token is of.
enum class SegmentMarks {
    ByType, ///< the numbers that the file gives tokens: 0 for all of the first text, 1 for all of the second
    ByPlace ///< nothing: the file's numbers may be alike, then a mark belongs to the text before it
};

/// The templates that a post-processor of tokenizer.json describes: of the type TemplateProcessing, BertProcessing,
/// RobertaProcessing, ByteLevel (which is about offsets, and those are not its business here) or a Sequence of these of
/// which one at most has marks. Error naming the entry that is wrong or of another type.
TextTemplates readTextTemplates(const JsonEntry& processor, const TokenTable& tokens, SegmentMarks segments);

/// The row TemplateProcessing.
TextTemplates readTemplateProcessing(const JsonEntry& processor, const TokenTable& tokens, SegmentMarks segments);

} // namespace headlight
