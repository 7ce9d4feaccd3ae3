#include "core/error.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/piece_trie.h"
#include "text/unicode.h"

namespace headlight {

namespace {

/// Each piece is a token, or unknown.
class WordLevelModel final : public PieceModel {
public:
    WordLevelModel(const TokenTable& tokens, std::optional<int> unknown) : m_unknown(unknown) {
        std::vector<std::pair<std::string_view, int>> entries;
        for (int id = 0; id < tokens.size(); ++id)
            entries.emplace_back(tokens.token(id), id);
        m_words = PieceTrie(std::move(entries));
    }

    void cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const override {
        const int found = m_words.find(toUtf8(piece));
        if (found != PieceTrie::none)
            tokens.push_back({found, 0, piece.size()});
        else if (m_unknown)
            tokens.push_back({*m_unknown, 0, piece.size()});
    }

    std::optional<int> unknown() const override { return m_unknown; }

private:
    PieceTrie m_words;
    std::optional<int> m_unknown;
};

} // namespace

std::unique_ptr<PieceModel> wordLevelModel(const TokenTable& tokens, std::optional<int> unknown) {
    return std::make_unique<WordLevelModel>(tokens, unknown);
}

std::unique_ptr<PieceModel> readWordLevelModel(const ModelEntry& model) {
    return wordLevelModel(model.tokens, model.tokens.id(model.entry.text("unk_token", "<unk>")));
}

} // namespace headlight
