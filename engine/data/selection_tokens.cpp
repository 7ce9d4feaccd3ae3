#include "data/selection_tokens.h"

#include <string_view>

namespace headlight {

SelectionTokens tokensOf(const SelectionData& data, const TokenizerOptions& tokenizer) {
    SelectionTokens tokens;
    tokens.sentences.reserve(data.passages.size());
    for (const SelectionPassage& passage : data.passages) {
        std::vector<Tokens>& sentences = tokens.sentences.emplace_back();
        for (const ByteSpan& span : passage.sentences)
            sentences.push_back(
                tokenize(std::string_view(passage.text).substr(span.begin, span.end - span.begin), tokenizer));
    }
    tokens.questions.reserve(data.questions.size());
    for (const SelectionQuestion& question : data.questions)
        tokens.questions.push_back(tokenize(question.text, tokenizer));
    return tokens;
}

} // namespace headlight
