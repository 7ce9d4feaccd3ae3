#include "train/translation_words_of.h"

#include "core/error.h"
#include "text/vocabulary.h"

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

/// Pieces and how often they occur.
TokenCounts countPieces(const TokenCounts& words, const BytePairs& pairs) {
    TokenCounts counts;
    for (const std::string& word : words.tokens())
        for (const std::string& piece : pairs.pieces(word))
            counts.add(piece, words.count(word));
    return counts;
}

TranslationWords wordsFrom(const TokenCounts& words, int merges, int minimumCount) {
    TranslationWords result;
    result.pairs = learnBytePairs(words, merges);
    const TokenCounts pieces = countPieces(words, result.pairs);
    const std::vector<std::string>& all = pieces.tokens();
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return pieces.count(all[a]) > pieces.count(all[b]); });
    for (const std::size_t k : order)
        if (pieces.count(all[k]) >= minimumCount)
            result.tokens.add(all[k], result.tokens.size()); // what a file can't hold stays unknown
    return result;
}

} // namespace

void learnWords(TranslatorDescription& description, const std::vector<Example>& pairs, int minimumCount) {
    const TranslationSetup& setup = description.setup;
    if (setup.shared == SharedTables::All && !setup.jointMerges)
        throw Error("shared_tables: all tables can be one only where the merges are those of both languages: set "
                    "joint_merges=true, or shared_tables=target");
    TokenCounts source, target, both;
    for (const Example& pair : pairs)
        for (std::size_t side = 0; side < 2; ++side)
            for (const std::string& word : pair.texts[side]) {
                (side == 0 ? source : target).add(word);
                both.add(word);
            }
    if (setup.jointMerges) {
        description.source = description.target = wordsFrom(both, setup.merges, minimumCount);
    } else {
        description.source = wordsFrom(source, setup.merges, minimumCount);
        description.target = wordsFrom(target, setup.merges, minimumCount);
    }
}

} // namespace headlight
