#pragma once

#include "tasks/translation_references.h"

#include <array>
#include <cstdint>

namespace headlight {

/// What chrF is computed from, of a sentence or of many: those of several sentences can be added.
struct ChrfCounts {
    static constexpr std::size_t characterOrders = 6, wordOrders = 2;

    /// Of the n-grams of one order.
    struct Order {
        std::int64_t hypothesis = 0; ///< of sentences whose reference has any
        std::int64_t reference = 0;
        std::int64_t matched = 0;
        bool operator==(const Order&) const = default;
    };
    /// N-grams of 1 to 6 characters, then of 1 and 2 words. What is not counted stays 0 and does not count.
    std::array<Order, characterOrders + wordOrders> orders = {};

    ChrfCounts& operator+=(const ChrfCounts& other);
    bool operator==(const ChrfCounts&) const = default;
};

struct ChrfOptions {
    std::size_t wordOrder = 0; ///< words of the longest n-gram of words: 0, chrF; 2, chrF++
    bool lowerCase = false;
};

/// Of one sentence, with the reference that it scores best with. Characters are code points without white space; words
/// are what white space separates, with a mark of ASCII's at the end of one, or else at its beginning, as a word of its
/// own. std::invalid_argument when there is no reference, or `wordOrder` is above 2.
ChrfCounts chrfCountsOf(std::string_view hypothesis, const ReferencesOfSentence& references,
                        const ChrfOptions& options = {});

/// Of each sentence. The sets of references are as referencesOfSentences() wants them, which throws Errors.
std::vector<ChrfCounts> chrfCounts(std::span<const std::string> hypotheses,
                                   std::span<const std::vector<std::string>> referenceSets,
                                   const ChrfOptions& options = {});

/// chrF or chrF++ (Popović 2015, 2017), 0 … 100, as sacreBLEU 2 computes it without options: precision and recall are
/// means over the orders of which both sides have n-grams, and recall counts twice as much (β = 2).
double scoreOf(const ChrfCounts& counts);
double chrfOf(std::span<const ChrfCounts> sentences);

/// `nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:…` (translationSignature())
std::string chrfSignature(const ChrfOptions& options, std::optional<std::size_t> references = 1);

} // namespace headlight
