#include "results/joined_texts.h"

#include <algorithm>

namespace headlight {

namespace {

std::string nameOfText(int input) {
    return input == 0 ? "first" : input == 1 ? "second" : std::to_string(input + 1);
}

} // namespace

std::vector<JoinedText> joinedTexts(const Sequence& sequence) {
    std::vector<JoinedText> texts;
    std::vector<int> typed; // texts that more than marks of the model belong to
    for (Index k = 0; k < Index(sequence.tokens.size()); ++k) {
        const Token& token = sequence.tokens[std::size_t(k)];
        if (texts.empty() || texts.back().input != token.input)
            texts.push_back({token.input, k, k});
        texts.back().end = k + 1;
        if (token.begin < token.end && std::find(typed.begin(), typed.end(), token.input) == typed.end())
            typed.push_back(token.input);
    }
    return typed.size() > 1 && typed.size() == texts.size() ? texts : std::vector<JoinedText>();
}

std::string nameOf(const TextPair& pair) {
    return nameOfText(pair.queries) + '-' + nameOfText(pair.keys);
}

std::vector<TextPair> textPairs(const Sequence& sequence) {
    std::vector<TextPair> pairs;
    const std::vector<JoinedText> texts = joinedTexts(sequence);
    for (const JoinedText& queries : texts)
        for (const JoinedText& keys : texts)
            pairs.push_back({queries.input, keys.input});
    return pairs;
}

std::optional<TextPair> pairWithin(const Sequence& sequence, const std::optional<TextPair>& wanted) {
    const std::vector<TextPair> pairs = textPairs(sequence);
    return wanted && std::find(pairs.begin(), pairs.end(), *wanted) != pairs.end() ? wanted : std::nullopt;
}

} // namespace headlight
