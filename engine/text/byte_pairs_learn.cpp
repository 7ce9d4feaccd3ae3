#include "text/byte_pairs.h"
#include "text/unicode.h"
#include "text/vocabulary.h"

#include <cassert>
#include <deque>
#include <limits>
#include <optional>
#include <queue>
#include <stdexcept>
#include <tuple>

namespace headlight {

namespace {

bool canBeLearnedFrom(const std::string& word) {
    constexpr std::size_t longestWord = 1000; // bytes
    return !word.empty() && word.size() <= longestWord && word.find_first_of(" \r\n") == std::string::npos &&
           word.find(BytePairs::endOfWord) == std::string::npos && !invalidUtf8At(word);
}

/// All words in symbols, and how often each pair of neighbours occurs.
///
/// A symbol's text is always made by the same merges, for inside of it they happen as in a word of its own. So each
/// symbol is made by one merge: new pairs come up only while it is made, and any other pair can only become rarer.
class PairCounts {
public:
    PairCounts(const TokenCounts& words, std::int64_t minimumCount);

    /// Merges the most frequent pair in all words; nothing when none is frequent enough.
    std::optional<BytePairMerge> mergeMostFrequent();

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr int gone = -1; ///< in place of a symbol, where the one before it reaches over this place

    struct Place {
        int symbol;
        std::int64_t count; ///< of the word
        std::size_t before, after;
    };
    struct Pair {
        int left, right;
        std::int64_t count = 0;
        std::vector<std::size_t> places; ///< of its left symbols, ascending; some may hold other symbols by now
    };
    struct Candidate {
        std::int64_t count; ///< that the pair had when it was put here
        const std::string *left, *right;
        std::size_t pair;
        bool operator<(const Candidate& other) const {
            return std::tie(count, *left, *right) < std::tie(other.count, *other.left, *other.right);
        }
    };

    void addWord(std::string_view word, std::int64_t count);
    int symbol(const std::string& text);
    Pair& pairAt(std::size_t place);
    void addPair(std::size_t place);
    void addCandidate(std::size_t pair);
    void merge(std::size_t pair);
    void mergeAt(std::size_t place, int joined);

    std::int64_t m_minimumCount;
    std::deque<std::string> m_symbols; ///< by number; candidates point at them
    NumberOfText m_numbers;            ///< of symbols
    std::vector<Place> m_places;       ///< the characters of all words, one word after the other
    std::vector<Pair> m_pairs;
    std::unordered_map<std::uint64_t, std::size_t> m_pairNumbers;
    std::priority_queue<Candidate> m_candidates;
};

PairCounts::PairCounts(const TokenCounts& words, std::int64_t minimumCount) : m_minimumCount(minimumCount) {
    for (const std::string& word : words.tokens())
        if (canBeLearnedFrom(word))
            addWord(word, words.count(word));
    for (std::size_t pair = 0; pair < m_pairs.size(); ++pair)
        addCandidate(pair);
}

void PairCounts::addWord(std::string_view word, std::int64_t count) {
    const std::size_t first = m_places.size();
    for (std::size_t position = 0; position < word.size();) {
        const std::size_t begin = position, place = m_places.size();
        takeCodePoint(word, position);
        std::string text(word.substr(begin, position - begin));
        const bool isLast = position == word.size();
        if (isLast)
            text += BytePairs::endOfWord;
        m_places.push_back({symbol(text), count, place == first ? none : place - 1, isLast ? none : place + 1});
    }
    for (std::size_t place = first; place + 1 < m_places.size(); ++place)
        addPair(place);
}

int PairCounts::symbol(const std::string& text) {
    const auto [found, isNew] = m_numbers.try_emplace(text, int(m_symbols.size()));
    if (isNew)
        m_symbols.push_back(text);
    return found->second;
}

/// The pair of the place's symbol and the next one.
PairCounts::Pair& PairCounts::pairAt(std::size_t place) {
    const int left = m_places[place].symbol, right = m_places[m_places[place].after].symbol;
    const std::uint64_t key = std::uint64_t(left) << 32 | std::uint64_t(right);
    const auto [found, isNew] = m_pairNumbers.try_emplace(key, m_pairs.size());
    if (isNew)
        m_pairs.push_back({left, right, 0, {}});
    return m_pairs[found->second];
}

void PairCounts::addPair(std::size_t place) {
    Pair& pair = pairAt(place);
    pair.count += m_places[place].count;
    pair.places.push_back(place);
}

void PairCounts::addCandidate(std::size_t number) {
    const Pair& pair = m_pairs[number];
    if (pair.count >= m_minimumCount)
        m_candidates.push(
            {pair.count, &m_symbols[std::size_t(pair.left)], &m_symbols[std::size_t(pair.right)], number});
}

std::optional<BytePairMerge> PairCounts::mergeMostFrequent() {
    while (!m_candidates.empty()) {
        const Candidate best = m_candidates.top();
        m_candidates.pop();
        if (m_pairs[best.pair].count < best.count) {
            addCandidate(best.pair); // it has become rarer since, and waits for its turn
            continue;
        }
        merge(best.pair);
        return BytePairMerge{*best.left, *best.right};
    }
    return std::nullopt;
}

void PairCounts::merge(std::size_t number) {
    const int left = m_pairs[number].left, right = m_pairs[number].right;
    const int joined = symbol(m_symbols[std::size_t(left)] + m_symbols[std::size_t(right)]);
    const std::vector<std::size_t> places = std::move(m_pairs[number].places);
    const std::size_t before = m_pairs.size();
    for (const std::size_t place : places) {
        const std::size_t after = m_places[place].after;
        if (m_places[place].symbol == left && after != none && m_places[after].symbol == right)
            mergeAt(place, joined);
    }
    for (std::size_t pair = before; pair < m_pairs.size(); ++pair)
        addCandidate(pair);
}

void PairCounts::mergeAt(std::size_t place, int joined) {
    Place& left = m_places[place];
    Place& right = m_places[left.after];
    if (left.before != none)
        pairAt(left.before).count -= left.count;
    if (right.after != none)
        pairAt(left.after).count -= left.count;
    left.symbol = joined;
    left.after = right.after;
    right.symbol = gone;
    if (left.after != none)
        m_places[left.after].before = place;
    if (left.before != none)
        addPair(left.before);
    if (left.after != none)
        addPair(place);
}

} // namespace

BytePairs learnBytePairs(const TokenCounts& words, int merges, int minimumCount) {
    if (merges < 0 || merges > BytePairs::most || minimumCount < 1)
        throw std::invalid_argument("learnBytePairs: expected 0 … " + std::to_string(BytePairs::most) +
                                    " merges and a count of 1 or more, got " + std::to_string(merges) + " and " +
                                    std::to_string(minimumCount));
    PairCounts counts(words, minimumCount);
    BytePairs learned;
    for (int number = 0; number < merges; ++number) {
        const std::optional<BytePairMerge> merge = counts.mergeMostFrequent();
        if (!merge)
            break;
        [[maybe_unused]] const std::string problem = learned.add(*merge);
        assert(problem.empty());
    }
    return learned;
}

} // namespace headlight
