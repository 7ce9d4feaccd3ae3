#pragma once

#include "tasks/translation_references.h"
#include "text/translation_words.h"

#include <array>
#include <cstdint>

namespace headlight {

/// What BLEU is computed from, of a sentence or of many: those of several sentences can be added.
struct BleuCounts {
    static constexpr std::size_t orders = 4; ///< n-grams of 1 to 4 words

    std::array<std::int64_t, orders> matched = {}; ///< n-grams of the hypotheses that the references have, too
    std::array<std::int64_t, orders> total = {};   ///< n-grams of the hypotheses
    std::int64_t hypothesisLength = 0;             ///< words
    std::int64_t referenceLength = 0; ///< words; of several references the nearest to the hypothesis' length

    BleuCounts& operator+=(const BleuCounts& other);
    bool operator==(const BleuCounts&) const = default;
};

struct BleuOptions {
    TranslationTokenizer tokenizer = TranslationTokenizer::Mteval13a;
    bool lowerCase = false;
};

/// BLEU of a corpus (Papineni et al. 2002) as sacreBLEU 2 computes it without options. Its rules:
///
/// * An n-gram of a hypothesis is matched as often as the reference has it that has it most often.
/// * Smoothing is "exp": where no n-gram of an order is matched, the k-th such order counts as if 1/2^k of one were.
/// * The score is 0 where not one word is matched, or where the hypotheses have no n-gram of an order at all.
struct Bleu {
    double score = 0;                                       ///< 0 … 100
    std::array<double, BleuCounts::orders> precisions = {}; ///< smoothed, 0 … 100
    std::array<double, BleuCounts::orders> shares = {};     ///< the same without smoothing
    double brevityPenalty = 0;                              ///< 0 … 1, which is none
    std::int64_t hypothesisLength = 0, referenceLength = 0;
};

/// Of one sentence; std::invalid_argument when there is no reference.
BleuCounts bleuCountsOf(std::string_view hypothesis, const ReferencesOfSentence& references,
                        const BleuOptions& options = {});

/// Of each sentence. The sets of references are as referencesOfSentences() wants them, which throws Errors.
std::vector<BleuCounts> bleuCounts(std::span<const std::string> hypotheses,
                                   std::span<const std::vector<std::string>> referenceSets,
                                   const BleuOptions& options = {});

Bleu bleuOf(const BleuCounts& counts);
Bleu bleuOf(std::span<const BleuCounts> sentences);

/// BLEU alone, for pairedBootstrap().
double scoreOf(const BleuCounts& counts);

/// `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:…` (translationSignature())
std::string bleuSignature(const BleuOptions& options, std::optional<std::size_t> references = 1);

/// The line that sacreBLEU prints: `BLEU|SIGNATURE = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = …)`.
std::string bleuReport(const Bleu& bleu, const std::string& signature);

} // namespace headlight
