#include "train/shard.h"

#include "data/batching.h"

#include <algorithm>

namespace headlight {

EncodedExample encode(const TaskNetwork& model, const Example& example) {
    EncodedExample encoded;
    for (const auto& tokens : example.texts) {
        encoded.texts.push_back(
            {model.readLength(tokens.size()), model.input(tokens, example.predicate, encoded.texts.size())});
        encoded.tokens += encoded.texts.back().tokens;
    }
    encoded.targets = model.task().targets(example, encoded.texts.front().tokens, model.description().labels);
    return encoded;
}

void cutIntoShards(const std::vector<int>& batch, const std::vector<EncodedExample>& examples,
                   std::vector<std::unique_ptr<Shard>>& shards) {
    std::vector<std::size_t> byLength(batch.size()), firstText(batch.size()); // among those of the whole batch
    for (std::size_t k = 0, texts = 0; k < batch.size(); ++k) {
        byLength[k] = k;
        firstText[k] = texts;
        texts += examples[std::size_t(batch[k])].texts.size();
    }
    const auto length = [&](std::size_t k) { return examples[std::size_t(batch[k])].tokens; };
    std::stable_sort(byLength.begin(), byLength.end(), [&](auto a, auto b) { return length(a) > length(b); });
    for (auto& shard : shards) {
        shard->pieces.clear();
        shard->tokens = 0;
    }
    for (const std::size_t k : byLength) {
        Shard& shard = **std::min_element(shards.begin(), shards.end(),
                                          [](const auto& a, const auto& b) { return a->tokens < b->tokens; });
        const EncodedExample& example = examples[std::size_t(batch[k])];
        if (shard.pieces.empty() || shard.pieces.back().layout.tokens() + Index(example.tokens) > pieceTokens)
            shard.pieces.emplace_back();
        shard.tokens += Index(example.tokens);
        Piece& piece = shard.pieces.back();
        for (std::size_t text = 0; text < example.texts.size(); ++text) {
            const auto& [tokens, input] = example.texts[text];
            piece.layout.add(Index(tokens), std::uint64_t(firstText[k] + text));
            piece.input.append(input);
        }
        piece.targets.insert(piece.targets.end(), example.targets.begin(), example.targets.end());
    }
}

} // namespace headlight
