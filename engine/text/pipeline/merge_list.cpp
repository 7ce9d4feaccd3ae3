#include "text/pipeline/merge_list.h"

#include "core/error.h"
#include "text/pipeline/piece_trie.h"

#include <algorithm>
#include <numeric>

namespace headlight {

std::optional<Merge> MergeList::mergeOf(std::string_view left, std::string_view right) const {
    const std::optional<int> leftId = m_tokens.id(left), rightId = m_tokens.id(right);
    if (!leftId || !rightId)
        return std::nullopt;
    const std::size_t cut = right.starts_with(m_prefix) ? m_prefix.size() : 0;
    const std::optional<int> joined = m_tokens.id(std::string(left).append(right.substr(cut)));
    return joined ? std::optional(Merge{*leftId, *rightId, int(m_merges.size()), *joined}) : std::nullopt;
}

std::string MergeList::add(std::string_view left, std::string_view right) {
    if (const std::optional<Merge> merge = mergeOf(left, right)) {
        m_merges.push_back(*merge);
        return {};
    }
    for (const std::string_view part : {left, right})
        if (!m_tokens.id(part))
            return "the vocabulary has no token \"" + printable(part, 40) + "\" to merge; do they belong together?";
    return "the vocabulary has no token for \"" + printable(left, 40) + "\" and \"" + printable(right, 40) +
           "\" together; do they belong together?";
}

std::string MergeList::addLine(std::string_view line) {
    if (line.size() > 2 * TokenTable::longestToken + 1)
        return "it is longer than two tokens";
    const std::size_t first = line.find(' ');
    if (first == std::string_view::npos)
        return "expected two tokens with a space between them, got \"" + printable(line, 40) + '"';
    for (std::size_t at = first; at != std::string_view::npos; at = line.find(' ', at + 1))
        if (const std::optional<Merge> merge = mergeOf(line.substr(0, at), line.substr(at + 1))) {
            m_merges.push_back(*merge);
            return {};
        }
    return add(line.substr(0, first), line.substr(first + 1));
}

std::vector<Merge> mergesOfScores(const TokenTable& tokens, const std::vector<float>& scores,
                                  const std::vector<bool>& isMade) {
    std::vector<int> order(std::size_t(tokens.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto score = [&](int id) { return scores[std::size_t(id)]; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score(a) > score(b); });
    std::vector<std::pair<std::string_view, int>> forward, backward;
    std::vector<std::string> reversed;
    for (const std::string& token : tokens.tokens())
        reversed.emplace_back(token.rbegin(), token.rend());
    for (const int id : order) {
        forward.emplace_back(tokens.token(id), id);
        backward.emplace_back(reversed[std::size_t(id)], id);
    }
    const PieceTrie fronts(std::move(forward)), backs(std::move(backward));

    std::vector<Merge> merges;
    int rank = -1;
    std::optional<float> last;
    std::vector<int> ends; // of the tokens that the first bytes are, by how many these are
    for (const int id : order) {
        if (!last || *last != score(id))
            ++rank;
        last = score(id);
        const std::string& token = tokens.token(id);
        if (!isMade[std::size_t(id)])
            continue;
        ends.assign(token.size(), PieceTrie::none);
        std::uint32_t node = PieceTrie::root();
        for (std::size_t size = 1; size < token.size() && fronts.step(node, token[size - 1]); ++size)
            ends[size] = fronts.numberAt(node);
        node = PieceTrie::root();
        for (std::size_t size = token.size(); size-- > 1 && backs.step(node, token[size]);)
            if (ends[size] != PieceTrie::none && backs.numberAt(node) != PieceTrie::none)
                merges.push_back({ends[size], backs.numberAt(node), rank, id});
    }
    return merges;
}

} // namespace headlight
