#include "tasks/chrf.h"

#include "tasks/ngrams.h"
#include "text/translation_words.h"
#include "text/unicode.h"

#include <stdexcept>

namespace headlight {

namespace {

/// A text as n-grams are taken from it.
struct ChrfText {
    std::u32string characters; ///< without white space
    std::string words;         ///< with single spaces between them
};

/// string.punctuation of Python
bool isPythonPunctuation(char32_t c) {
    return (c >= U'!' && c <= U'/') || (c >= U':' && c <= U'@') || (c >= U'[' && c <= U'`') || (c >= U'{' && c <= U'~');
}

/// One mark of a word of several characters is cut off; "(so)" becomes "(so" and ")", for the end comes first.
std::u32string withoutMark(std::u32string word) {
    if (word.size() > 1 && isPythonPunctuation(word.back()))
        word.insert(word.size() - 1, 1, U' ');
    else if (word.size() > 1 && isPythonPunctuation(word.front()))
        word.insert(1, 1, U' ');
    return word;
}

ChrfText textOf(std::string_view utf8, bool lowerCase) {
    const std::u32string spaced = withSingleSpaces(toCodePoints(lowerCase ? toLower(utf8) : utf8));
    std::u32string characters, words;
    for (std::size_t begin = 0; begin < spaced.size();) {
        const std::size_t end = std::min(spaced.find(U' ', begin), spaced.size());
        const std::u32string word = spaced.substr(begin, end - begin);
        characters += word;
        words += (words.empty() ? U"" : U" ") + withoutMark(word);
        begin = end + 1;
    }
    return {characters, toUtf8(words)};
}

template <class Character>
ChrfCounts::Order compared(const NgramCounts<Character>& hypothesis, const NgramCounts<Character>& reference) {
    // What can't be matched is not counted against the hypothesis: a rule of sacreBLEU's, and only for this side.
    return {.hypothesis = reference.empty() ? 0 : countOf(hypothesis),
            .reference = countOf(reference),
            .matched = countOfCommon(hypothesis, reference)};
}

ChrfCounts compared(const ChrfText& hypothesis, const ChrfText& reference, std::size_t wordOrder) {
    ChrfCounts counts;
    for (std::size_t n = 1; n <= ChrfCounts::characterOrders; ++n)
        counts.orders[n - 1] =
            compared(characterNgrams(hypothesis.characters, n), characterNgrams(reference.characters, n));
    for (std::size_t n = 1; n <= wordOrder; ++n)
        counts.orders[ChrfCounts::characterOrders + n - 1] =
            compared(wordNgrams(hypothesis.words, n), wordNgrams(reference.words, n));
    return counts;
}

} // namespace

ChrfCounts& ChrfCounts::operator+=(const ChrfCounts& other) {
    for (std::size_t k = 0; k < orders.size(); ++k) {
        orders[k].hypothesis += other.orders[k].hypothesis;
        orders[k].reference += other.orders[k].reference;
        orders[k].matched += other.orders[k].matched;
    }
    return *this;
}

ChrfCounts chrfCountsOf(std::string_view hypothesis, const ReferencesOfSentence& references,
                        const ChrfOptions& options) {
    if (references.empty())
        throw std::invalid_argument("chrfCountsOf: expected at least one reference, got none");
    if (options.wordOrder > ChrfCounts::wordOrders)
        throw std::invalid_argument("chrfCountsOf: expected a word order of at most 2, got " +
                                    std::to_string(options.wordOrder));
    const ChrfText text = textOf(hypothesis, options.lowerCase);
    ChrfCounts best;
    double bestScore = -1;
    for (const std::string_view reference : references) {
        const ChrfCounts counts = compared(text, textOf(reference, options.lowerCase), options.wordOrder);
        if (const double score = scoreOf(counts); score > bestScore) {
            bestScore = score;
            best = counts;
        }
    }
    return best;
}

std::vector<ChrfCounts> chrfCounts(std::span<const std::string> hypotheses,
                                   std::span<const std::vector<std::string>> referenceSets,
                                   const ChrfOptions& options) {
    const std::vector<ReferencesOfSentence> references = referencesOfSentences(hypotheses.size(), referenceSets);
    std::vector<ChrfCounts> counts;
    for (std::size_t s = 0; s < hypotheses.size(); ++s)
        counts.push_back(chrfCountsOf(hypotheses[s], references[s], options));
    return counts;
}

double scoreOf(const ChrfCounts& counts) {
    double precision = 0, recall = 0;
    int both = 0;
    for (const ChrfCounts::Order& order : counts.orders)
        if (order.hypothesis > 0 && order.reference > 0) {
            precision += double(order.matched) / double(order.hypothesis);
            recall += double(order.matched) / double(order.reference);
            ++both;
        }
    if (precision + recall == 0)
        return 0;
    precision /= both;
    recall /= both;
    constexpr double betaSquared = 4;
    return 100 * (1 + betaSquared) * precision * recall / (betaSquared * precision + recall);
}

double chrfOf(std::span<const ChrfCounts> sentences) {
    ChrfCounts all;
    for (const ChrfCounts& counts : sentences)
        all += counts;
    return scoreOf(all);
}

std::string chrfSignature(const ChrfOptions& options, std::optional<std::size_t> references) {
    return translationSignature(references, options.lowerCase,
                                "eff:yes|nc:6|nw:" + std::to_string(options.wordOrder) + "|space:no");
}

} // namespace headlight
