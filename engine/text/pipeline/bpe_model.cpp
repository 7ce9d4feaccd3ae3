#include "text/pipeline/bpe_model.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

/// The one character that a text is; none for other texts.
std::optional<char32_t> onlyCharacter(std::string_view text) {
    if (text.empty() || text.size() > 4)
        return std::nullopt;
    std::size_t end = 0;
    const char32_t c = takeCodePoint(text, end);
    return end == text.size() ? std::optional(c) : std::nullopt;
}

} // namespace

struct BpeModel::Symbol {
    int id = 0;
    std::uint32_t begin = 0, end = 0;          ///< characters; alike once it has become part of the one before
    std::uint32_t previous = 0, following = 0; ///< symbols
};

BpeModel::BpeModel(const TokenTable& tokens, const std::vector<Merge>& merges, BpeOptions options)
    : m_options(std::move(options)), m_merges(merges) {
    m_usual.fill(-1);
    const std::string &prefix = m_options.prefix, &suffix = m_options.suffix;
    std::vector<std::pair<std::string_view, int>> whole;
    for (int id = 0; id < tokens.size(); ++id) {
        const std::string_view token = tokens.token(id);
        if (m_options.ignoreMerges)
            whole.emplace_back(token, id);
        for (const std::size_t kind : {0u, 1u, 2u, 3u}) {
            if (((kind & 1) != 0 && prefix.empty()) || ((kind & 2) != 0 && suffix.empty()))
                continue;
            std::string_view rest = token;
            if ((kind & 1) != 0 && rest.starts_with(prefix))
                rest.remove_prefix(prefix.size());
            if ((kind & 2) != 0 && rest.ends_with(suffix))
                rest.remove_suffix(suffix.size());
            const std::size_t left = ((kind & 1) != 0 ? prefix.size() : 0) + ((kind & 2) != 0 ? suffix.size() : 0);
            const std::optional<char32_t> character = onlyCharacter(rest);
            if (!character || rest.size() + left != token.size())
                continue;
            const bool isFirst = m_characters[kind].emplace(*character, id).second;
            if (kind == 0 && isFirst && *character < m_usual.size())
                m_usual[*character] = id;
        }
    }
    m_whole = PieceTrie(std::move(whole));
    if (m_options.byteFallback)
        m_bytes = ByteTokens(tokens);
}

void BpeModel::cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const {
    if (m_options.ignoreMerges)
        if (const int whole = m_whole.find(toUtf8(piece)); whole != PieceTrie::none) {
            tokens.push_back({whole, 0, piece.size()});
            return;
        }
    for (std::size_t begin = 0; begin < piece.size();) {
        const std::size_t end = stretchEnd(piece, begin);
        cutStretch(piece, begin, end, tokens);
        begin = end;
    }
}

void BpeModel::cutStretch(std::u32string_view piece, std::size_t begin, std::size_t end,
                          std::vector<PieceToken>& tokens) const {
    std::vector<Symbol> all = symbols(piece, begin, end);
    mergeAll(all);
    for (std::size_t i = 0; i < all.size(); i = all[i].following)
        tokens.push_back({all[i].id, begin + all[i].begin, begin + all[i].end});
}

int BpeModel::characterId(char32_t c, bool isFirst, bool isLast) const {
    const bool hasPrefix = !isFirst && !m_options.prefix.empty(), hasSuffix = isLast && !m_options.suffix.empty();
    if (!hasPrefix && !hasSuffix && c < m_usual.size())
        return m_usual[c];
    const auto& ids = m_characters[(hasPrefix ? 1u : 0u) + (hasSuffix ? 2u : 0u)];
    const auto found = ids.find(c);
    return found == ids.end() ? -1 : found->second;
}

/// The characters' tokens, those of bytes, and unknown ones.
std::vector<BpeModel::Symbol> BpeModel::symbols(std::u32string_view piece, std::size_t begin, std::size_t end) const {
    std::vector<Symbol> all;
    all.reserve(end - begin);
    const auto add = [&](int id, std::size_t first, std::size_t last) {
        const auto number = std::uint32_t(all.size());
        all.push_back({id, std::uint32_t(first - begin), std::uint32_t(last - begin), number - 1, number + 1});
    };
    bool wasUnknown = false;
    for (std::size_t i = begin; i < end; ++i) {
        const bool isFirst = i == 0, isLast = i + 1 == piece.size();
        const int id = characterId(piece[i], isFirst, isLast);
        if (id >= 0) {
            add(id, i, i + 1);
            wasUnknown = false;
            continue;
        }
        if (m_options.byteFallback) {
            const std::string bytes =
                (isFirst ? "" : m_options.prefix) + toUtf8(piece.substr(i, 1)) + (isLast ? m_options.suffix : "");
            if (m_bytes.haveAll(bytes)) {
                for (const char byte : bytes)
                    add(m_bytes.of(byte), i, i + 1);
                wasUnknown = false;
                continue;
            }
        }
        if (!m_options.unknown)
            continue;
        if (wasUnknown && m_options.fuseUnknown)
            all.back().end = std::uint32_t(i + 1 - begin);
        else
            add(*m_options.unknown, i, i + 1);
        wasUnknown = true;
    }
    return all;
}

void BpeModel::mergeAll(std::vector<Symbol>& symbols) const {
    struct Step {
        std::uint64_t order; ///< the merge's rank, then the place
        int joined;
        bool operator<(const Step& other) const { return order > other.order; }
    };
    std::vector<Step> steps;
    const auto stepAt = [&](std::uint32_t place) -> std::optional<Step> {
        const std::uint32_t next = symbols[place].following;
        const Merge* merge = next < symbols.size() ? m_merges.find(symbols[place].id, symbols[next].id) : nullptr;
        return merge == nullptr
                   ? std::nullopt
                   : std::optional(Step{std::uint64_t(std::uint32_t(merge->rank)) << 32 | place, merge->joined});
    };
    for (std::uint32_t place = 0; place + 1 < symbols.size(); ++place)
        if (const auto step = stepAt(place))
            steps.push_back(*step);
    std::make_heap(steps.begin(), steps.end());
    const auto add = [&](std::uint32_t place) {
        if (const auto step = stepAt(place)) {
            steps.push_back(*step);
            std::push_heap(steps.begin(), steps.end());
        }
    };
    while (!steps.empty()) {
        std::pop_heap(steps.begin(), steps.end());
        const Step step = steps.back();
        steps.pop_back();
        const auto place = std::uint32_t(step.order);
        Symbol& left = symbols[place];
        if (left.begin == left.end)
            continue; // it is part of another by now
        const auto now = stepAt(place);
        if (!now || now->joined != step.joined)
            continue;
        Symbol& right = symbols[left.following];
        left.id = step.joined;
        left.end = right.end;
        left.following = right.following;
        right.begin = right.end;
        if (left.following < symbols.size())
            symbols[left.following].previous = place;
        if (left.previous < symbols.size())
            add(left.previous);
        add(place);
    }
}

} // namespace headlight
