#include "text/byte_pairs.h"

#include "core/error.h"
#include "text/unicode.h"

#include <functional>
#include <queue>

namespace headlight {

namespace {

constexpr int unknownSymbol = -1;

std::uint64_t keyOf(int left, int right) {
    return std::uint64_t(left) << 32 | std::uint64_t(right);
}

} // namespace

/// A part of a word; its bytes reach to where the next one begins.
struct BytePairs::Part {
    int symbol; ///< unknown where no merge has it, and for what has become the end of the part before
    std::size_t begin;
    std::size_t before; ///< the part before; the first one has itself
    std::size_t after;  ///< the next part; the count of the word's characters behind the last
};

std::string BytePairs::add(const BytePairMerge& merge) {
    for (const std::string& part : {merge.left, merge.right})
        if (part.empty() || part.find(' ') != std::string::npos)
            return "expected two symbols without spaces, got \"" + printable(part, 40) + '"';
    if (m_merges.size() == std::size_t(most))
        return "there are more than " + std::to_string(most) + " merges";
    const int left = addSymbol(merge.left), right = addSymbol(merge.right);
    const auto [known, isNew] = m_known.try_emplace(keyOf(left, right), Known{int(m_merges.size()), 0});
    if (!isNew)
        return "the pair \"" + printable(merge.left, 40) + ' ' + printable(merge.right, 40) + "\" is there twice";
    known->second.joined = addSymbol(merge.left + merge.right);
    m_merges.push_back(merge);
    return {};
}

int BytePairs::addSymbol(const std::string& symbol) {
    return m_symbols.try_emplace(symbol, int(m_symbols.size())).first->second;
}

int BytePairs::symbol(std::string_view text) const {
    const auto found = m_symbols.find(text);
    return found == m_symbols.end() ? unknownSymbol : found->second;
}

std::vector<BytePairs::Part> BytePairs::characters(std::string_view word) const {
    std::vector<Part> parts;
    for (std::size_t position = 0; position < word.size();) {
        const std::size_t begin = position, number = parts.size();
        takeCodePoint(word, position);
        std::string text(word.substr(begin, position - begin));
        if (position == word.size())
            text += endOfWord;
        parts.push_back({symbol(text), begin, number == 0 ? 0 : number - 1, number + 1});
    }
    return parts;
}

/// The merge of the part and the next one; null when there is none.
const BytePairs::Known* BytePairs::mergeAt(const std::vector<Part>& parts, std::size_t place) const {
    const Part& left = parts[place];
    if (left.after == parts.size() || left.symbol == unknownSymbol || parts[left.after].symbol == unknownSymbol)
        return nullptr;
    const auto found = m_known.find(keyOf(left.symbol, parts[left.after].symbol));
    return found == m_known.end() ? nullptr : &found->second;
}

/// Makes the merge that was learned first everywhere in the word, from left to right, then the next. What a merge makes
/// possible waits until it has been made everywhere: in files that are not in the order of learning it may come before.
void BytePairs::mergeAll(std::vector<Part>& parts) const {
    using Place = std::pair<int, std::size_t>; // rank of a merge, and the part on its left
    std::priority_queue<Place, std::vector<Place>, std::greater<>> waiting;
    const auto wait = [&](std::size_t place) {
        if (const Known* merge = mergeAt(parts, place))
            waiting.emplace(merge->rank, place);
    };
    for (std::size_t place = 0; place < parts.size(); ++place)
        wait(place);
    std::vector<std::size_t> merged;
    while (!waiting.empty()) {
        merged.clear();
        for (const int rank = waiting.top().first; !waiting.empty() && waiting.top().first == rank; waiting.pop()) {
            const std::size_t place = waiting.top().second;
            const Known* merge = mergeAt(parts, place);
            if (!merge || merge->rank != rank)
                continue; // one of the two parts has gone into another
            Part& left = parts[place];
            Part& right = parts[left.after];
            left.symbol = merge->joined;
            right.symbol = unknownSymbol;
            left.after = right.after;
            if (left.after < parts.size())
                parts[left.after].before = place;
            merged.push_back(place);
        }
        for (const std::size_t place : merged) {
            wait(place);
            if (place > 0)
                wait(parts[place].before);
        }
    }
}

std::vector<std::string> BytePairs::pieces(std::string_view word) const {
    std::vector<Part> parts = characters(word);
    mergeAll(parts);
    std::vector<std::string> pieces;
    for (std::size_t place = 0; place < parts.size(); place = parts[place].after) {
        const std::size_t begin = parts[place].begin, after = parts[place].after;
        const bool isLast = after == parts.size();
        std::string& piece =
            pieces.emplace_back(word.substr(begin, (isLast ? word.size() : parts[after].begin) - begin));
        if (!isLast)
            piece += mark;
    }
    return pieces;
}

std::vector<std::string> wordsOfPieces(std::span<const std::string> pieces) {
    std::vector<std::string> words;
    std::string word;
    for (const std::string& piece : pieces) {
        if (piece.ends_with(BytePairs::mark)) {
            word.append(piece, 0, piece.size() - BytePairs::mark.size());
            continue;
        }
        words.push_back(word + piece);
        word.clear();
    }
    if (!word.empty())
        words.push_back(word);
    return words;
}

} // namespace headlight
