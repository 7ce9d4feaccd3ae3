#include "core/error.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/piece_trie.h"
#include "text/unicode.h"

namespace headlight {

namespace {

/// Of a word the longest entries of the vocabulary from its front.
class WordPieceModel final : public PieceModel {
public:
    WordPieceModel(const TokenTable& tokens, const WordPieceOptions& options)
        : m_unknown(tokens.id(options.unknown).value()), m_longestWord(std::size_t(options.longestWord)) {
        std::vector<std::pair<std::string_view, int>> first, next;
        for (int id = 0; id < tokens.size(); ++id) {
            const std::string_view token = tokens.token(id);
            first.emplace_back(token, id);
            if (token.starts_with(options.prefix))
                next.emplace_back(token.substr(options.prefix.size()), id);
        }
        m_first = PieceTrie(std::move(first));
        m_next = PieceTrie(std::move(next));
    }

    void cut(std::u32string_view piece, std::vector<PieceToken>& tokens) const override {
        const std::size_t before = tokens.size();
        std::size_t begin = 0;
        while (piece.size() <= m_longestWord && begin < piece.size()) {
            const PieceToken longest = longestAt(piece, begin);
            if (longest.end == begin)
                break;
            tokens.push_back(longest);
            begin = longest.end;
        }
        if (begin == piece.size())
            return;
        tokens.resize(before);
        tokens.push_back({m_unknown, 0, piece.size()});
    }

    std::optional<int> unknown() const override { return m_unknown; }

private:
    PieceToken longestAt(std::u32string_view piece, std::size_t begin) const {
        const PieceTrie& trie = begin == 0 ? m_first : m_next;
        PieceToken longest{0, begin, begin};
        std::uint32_t node = PieceTrie::root();
        for (std::size_t end = begin; end < piece.size(); ++end) {
            for (const char byte : toUtf8(piece.substr(end, 1)))
                if (!trie.step(node, byte))
                    return longest;
            if (const int id = trie.numberAt(node); id != PieceTrie::none)
                longest = {id, begin, end + 1};
        }
        return longest;
    }

    PieceTrie m_first, m_next; ///< of what begins a word, and without its prefix of what continues one
    int m_unknown;
    std::size_t m_longestWord;
};

} // namespace

std::unique_ptr<PieceModel> wordPieceModel(const TokenTable& tokens, const WordPieceOptions& options) {
    if (!tokens.id(options.unknown))
        throw Error("the vocabulary has no \"" + printable(options.unknown, 40) +
                    "\", which stands for unknown words; is it the vocabulary of this model?");
    return std::make_unique<WordPieceModel>(tokens, options);
}

std::unique_ptr<PieceModel> readWordPieceModel(const ModelEntry& model) {
    constexpr int longest = 1000; // characters: a word takes time by their square
    const JsonEntry vocabulary = model.entry.at("vocab");
    WordPieceOptions options;
    options.unknown = model.entry.text("unk_token", options.unknown);
    options.prefix = model.entry.text("continuing_subword_prefix", options.prefix);
    options.longestWord = model.entry.whole("max_input_chars_per_word", 0, longest, options.longestWord);
    if (!model.tokens.id(options.unknown))
        vocabulary.fail("the token \"" + printable(options.unknown, 40) +
                        "\" is missing, which \"unk_token\" names for unknown words");
    return wordPieceModel(model.tokens, options);
}

} // namespace headlight
