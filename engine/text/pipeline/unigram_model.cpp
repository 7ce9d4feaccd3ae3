#include "text/pipeline/unigram_model.h"

#include "core/error.h"
#include "core/json_text.h"
#include "text/pipeline/piece_models.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// Bytes of the character that begins with this one.
std::size_t unigramBytes(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

} // namespace

UnigramModel::UnigramModel(const TokenTable& tokens, std::vector<double> scores, UnigramOptions options)
    : m_options(options), m_scores(std::move(scores)) {
    constexpr double penalty = 10; // as SentencePiece: an unknown character is worse than any token
    std::vector<std::pair<std::string_view, int>> pieces;
    for (int id = 0; id < tokens.size(); ++id)
        pieces.emplace_back(tokens.token(id), id);
    m_pieces = PieceTrie(std::move(pieces));
    m_unknownScore = (m_scores.empty() ? 0 : *std::min_element(m_scores.begin(), m_scores.end())) - penalty;
    if (m_options.byteFallback)
        m_bytes = ByteTokens(tokens);
}

std::vector<UnigramModel::Way> UnigramModel::bestWays(std::string_view bytes) const {
    std::vector<Way> ways(bytes.size() + 1);
    ways[0].isReached = true;
    const auto improve = [&](std::size_t begin, std::size_t end, int id, double score) {
        const double sum = ways[begin].score + score;
        if (!ways[end].isReached || sum > ways[end].score)
            ways[end] = {sum, begin, id, true};
    };
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t next = begin + unigramBytes(bytes[begin]);
        bool hasCharacter = false;
        std::uint32_t node = PieceTrie::root();
        for (std::size_t end = begin; end < bytes.size() && m_pieces.step(node, bytes[end]); ++end)
            if (const int id = m_pieces.numberAt(node); id != PieceTrie::none) {
                improve(begin, end + 1, id, m_scores[std::size_t(id)]);
                hasCharacter = hasCharacter || end + 1 == next;
            }
        if (!hasCharacter)
            improve(begin, next, PieceTrie::none, m_unknownScore);
        begin = next;
    }
    return ways;
}

void UnigramModel::cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const {
    for (std::size_t first = 0; first < piece.size();) {
        const std::size_t last = stretchEnd(piece, first);
        const std::string bytes = toUtf8(piece.substr(first, last - first));
        const std::vector<Way> ways = bestWays(bytes);
        std::vector<std::size_t> ends; // of the tokens, from the last one
        for (std::size_t end = bytes.size(); end > 0; end = ways[end].begin)
            ends.push_back(end);
        std::size_t begin = 0, character = first;
        for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
            std::size_t until = *end;
            const int id = ways[until].id;
            const bool isUnknown = id == PieceTrie::none || id == m_options.unknown;
            for (; isUnknown && end + 1 != ends.rend(); ++end, until = *end) { // several in a row are one
                const int following = ways[*(end + 1)].id;
                if (following != PieceTrie::none && following != m_options.unknown)
                    break;
            }
            const std::string_view text = std::string_view(bytes).substr(begin, until - begin);
            const std::size_t to = character + std::size_t(std::count_if(text.begin(), text.end(), [](char byte) {
                                       return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
                                   }));
            if (isUnknown)
                addUnknown(text, character, to, tokens);
            else
                tokens.push_back({id, character, to});
            begin = until;
            character = to;
        }
        first = last;
    }
}

/// `begin` and `end` are the characters that the text is.
void UnigramModel::addUnknown(std::string_view text, std::size_t begin, std::size_t end,
                              std::vector<PieceToken>& tokens) const {
    if (const int whole = m_pieces.find(text); whole != PieceTrie::none) {
        tokens.push_back({whole, begin, end});
        return;
    }
    if (!m_options.byteFallback || !m_bytes.haveAll(text)) {
        if (m_options.unknown)
            tokens.push_back({*m_options.unknown, begin, end});
        return;
    }
    std::size_t character = begin;
    for (std::size_t at = 0; at < text.size(); ++character)
        for (const std::size_t next = at + unigramBytes(text[at]); at < next; ++at)
            tokens.push_back({m_bytes.of(text[at]), character, character + 1});
}

std::unique_ptr<PieceModel> readUnigramModel(const ModelEntry& model) {
    const JsonEntry vocabulary = model.entry.at("vocab");
    const Json& list = model.json.at("vocab");
    if (!list.is_array() || list.empty())
        vocabulary.fail("expected a list of tokens and their scores");
    if (list.size() > std::size_t(TokenTable::most))
        vocabulary.fail("more than " + std::to_string(TokenTable::most) + " tokens");
    std::vector<double> scores;
    for (const Json& one : list) {
        const auto fail = [&](const std::string& problem) {
            throw Error(vocabulary.where() + ", entry " + std::to_string(scores.size() + 1) + ": " + problem);
        };
        if (!one.is_array() || one.size() != 2 || !one[0].is_string() || !one[1].is_number())
            fail("expected a token and its score");
        const auto score = one[1].get<double>();
        if (!std::isfinite(score))
            fail("the score is no finite number");
        if (const std::string problem =
                model.tokens.addAnyway(one[0].get_ref<const std::string&>(), int(scores.size()));
            !problem.empty())
            fail(problem);
        scores.push_back(score);
    }
    UnigramOptions options;
    options.byteFallback = model.entry.flag("byte_fallback", false);
    if (model.entry.has("unk_id"))
        options.unknown = model.entry.at("unk_id").whole(0, int(scores.size()) - 1);
    return std::make_unique<UnigramModel>(model.tokens, std::move(scores), options);
}

} // namespace headlight
