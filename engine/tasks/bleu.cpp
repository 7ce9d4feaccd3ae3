#include "tasks/bleu.h"

#include "tasks/ngrams.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace headlight {

namespace {

std::int64_t wordCount(std::string_view words) {
    return words.empty() ? 0 : 1 + std::count(words.begin(), words.end(), ' ');
}

/// The length that is nearest to the hypothesis', of two that are as near the shorter one.
std::int64_t nearestLength(std::int64_t length, const std::vector<std::string>& references) {
    std::int64_t nearest = wordCount(references.front());
    for (const std::string& reference : references) {
        const std::int64_t one = wordCount(reference);
        const std::int64_t farther = std::abs(one - length) - std::abs(nearest - length);
        if (farther < 0 || (farther == 0 && one < nearest))
            nearest = one;
    }
    return nearest;
}

/// Each n-gram as often as it occurs in the reference that has it most often.
NgramCounts<char> mostOfEach(const std::vector<std::string>& references, std::size_t order) {
    NgramCounts<char> most;
    for (const std::string& reference : references)
        for (const auto& [ngram, count] : wordNgrams(reference, order)) {
            std::int64_t& sofar = most[ngram];
            sofar = std::max(sofar, count);
        }
    return most;
}

double brevityPenaltyOf(const BleuCounts& counts) {
    if (counts.hypothesisLength >= counts.referenceLength)
        return 1;
    if (counts.hypothesisLength == 0)
        return 0;
    return std::exp(1 - double(counts.referenceLength) / double(counts.hypothesisLength));
}

} // namespace

BleuCounts& BleuCounts::operator+=(const BleuCounts& other) {
    for (std::size_t n = 0; n < orders; ++n) {
        matched[n] += other.matched[n];
        total[n] += other.total[n];
    }
    hypothesisLength += other.hypothesisLength;
    referenceLength += other.referenceLength;
    return *this;
}

BleuCounts bleuCountsOf(std::string_view hypothesis, const ReferencesOfSentence& references,
                        const BleuOptions& options) {
    if (references.empty())
        throw std::invalid_argument("bleuCountsOf: expected at least one reference, got none");
    const auto wordsOf = [&](std::string_view text) {
        return translationWords(text, options.tokenizer, options.lowerCase);
    };
    const std::string words = wordsOf(hypothesis);
    std::vector<std::string> wanted;
    for (const std::string_view reference : references)
        wanted.push_back(wordsOf(reference));
    BleuCounts counts;
    for (std::size_t n = 0; n < BleuCounts::orders; ++n) {
        const NgramCounts<char> ngrams = wordNgrams(words, n + 1);
        counts.total[n] = countOf(ngrams);
        counts.matched[n] = countOfCommon(ngrams, mostOfEach(wanted, n + 1));
    }
    counts.hypothesisLength = wordCount(words);
    counts.referenceLength = nearestLength(counts.hypothesisLength, wanted);
    return counts;
}

std::vector<BleuCounts> bleuCounts(std::span<const std::string> hypotheses,
                                   std::span<const std::vector<std::string>> referenceSets,
                                   const BleuOptions& options) {
    const std::vector<ReferencesOfSentence> references = referencesOfSentences(hypotheses.size(), referenceSets);
    std::vector<BleuCounts> counts;
    for (std::size_t s = 0; s < hypotheses.size(); ++s)
        counts.push_back(bleuCountsOf(hypotheses[s], references[s], options));
    return counts;
}

Bleu bleuOf(const BleuCounts& counts) {
    Bleu bleu{.brevityPenalty = brevityPenaltyOf(counts),
              .hypothesisLength = counts.hypothesisLength,
              .referenceLength = counts.referenceLength};
    for (std::size_t n = 0; n < BleuCounts::orders; ++n)
        if (counts.matched[n] > 0)
            bleu.shares[n] = 100 * double(counts.matched[n]) / double(counts.total[n]);
    if (std::all_of(counts.matched.begin(), counts.matched.end(), [](std::int64_t count) { return count == 0; }))
        return bleu;
    double smoothing = 1, logarithms = 0;
    for (std::size_t n = 0; n < BleuCounts::orders; ++n) {
        if (counts.total[n] == 0)
            return bleu; // nor are there longer ones
        double matched = double(counts.matched[n]);
        if (counts.matched[n] == 0)
            matched = smoothing /= 2;
        bleu.precisions[n] = 100 * matched / double(counts.total[n]);
        logarithms += std::log(bleu.precisions[n]);
    }
    bleu.score = bleu.brevityPenalty * std::exp(logarithms / double(BleuCounts::orders));
    return bleu;
}

Bleu bleuOf(std::span<const BleuCounts> sentences) {
    BleuCounts all;
    for (const BleuCounts& counts : sentences)
        all += counts;
    return bleuOf(all);
}

double scoreOf(const BleuCounts& counts) {
    return bleuOf(counts).score;
}

std::string bleuSignature(const BleuOptions& options, std::optional<std::size_t> references) {
    return translationSignature(references, options.lowerCase,
                                "eff:no|tok:" + choiceText(translationTokenizerNames(), options.tokenizer) +
                                    "|smooth:exp");
}

std::string bleuReport(const Bleu& bleu, const std::string& signature) {
    const double ratio = bleu.referenceLength > 0 ? double(bleu.hypothesisLength) / double(bleu.referenceLength) : 0;
    const auto& p = bleu.precisions;
    char figures[160];
    std::snprintf(figures, sizeof figures,
                  "%.2f %.1f/%.1f/%.1f/%.1f (BP = %.3f ratio = %.3f hyp_len = %lld ref_len = %lld)", bleu.score, p[0],
                  p[1], p[2], p[3], bleu.brevityPenalty, ratio, static_cast<long long>(bleu.hypothesisLength),
                  static_cast<long long>(bleu.referenceLength));
    return "BLEU|" + signature + " = " + figures;
}

} // namespace headlight
