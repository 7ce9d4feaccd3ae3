#pragma once

#include "text/added_tokens.h"
#include "text/pieces/normalized_pieces.h"
#include "text/pieces/piece_library.h"
#include "text/pieces/typed_rules.h"
#include "text/pipeline/text_template.h"
#include "text/token_table.h"
#include "text/tokenizer.h"

#include <memory>

namespace headlight {

/// A mark of the model's own, which typed text is searched for before it is cut.
struct PieceMark {
    AddedToken token;
    bool isExtra = false;                                    ///< the model itself has no such piece
    bool takesSpaceBefore = false, takesSpaceBehind = false; ///< white space beside it is left out
};

/// All that makes a SentencePiece tokenizer what it is; readers of files fill it in.
struct SentencePieceParts {
    std::string where; ///< the model's file, for messages
    SentencePieceModel model;
    TokenTable tokens;    ///< the vocabulary of the network, without a gap
    std::vector<int> ids; ///< in it, of each piece of the model; of what it lacks that of the unknown piece
    TypedRules rules;
    std::vector<PieceMark> marks;           ///< each of them is one of `tokens`
    std::vector<TemplatePart> single, pair; ///< how one text and two are joined: each text is in it once
    bool spaceBehindMarks = true;           ///< a text behind a mark is like the first: it gets the model's dummy space
    bool cleanUp = false;                   ///< decode() takes spaces away before punctuation
};

/// SentencePiece's tokens (T5, Llama, Marian, ALBERT, XLM-R …): text is normalized by the model's rules, spaces are
/// marked (▁), and the pieces are those of the library. A token's bytes reach from the first character that it was made
/// of to the last, as typed, without the space that its ▁ is; of a ▁ alone they are that space, of one that the rules
/// add none. Several tokens of one character (a byte each, or what a ligature is made of) have the bytes of all of it.
/// A word begins with a piece that begins with ▁, or ends with one that ends with it, as the model has it. Marks are
/// found only where the parts name them: what else is typed is text. A mark has its bytes and a word of its own.
class SentencePieceTokenizer final : public Tokenizer {
public:
    /// Error when the library refuses the model.
    explicit SentencePieceTokenizer(SentencePieceParts parts);
    ~SentencePieceTokenizer() override;
    SentencePieceTokenizer(const SentencePieceTokenizer&) = delete; ///< members refer to m_parts
    SentencePieceTokenizer& operator=(const SentencePieceTokenizer&) = delete;

    std::vector<Token> encode(std::string_view text) const override;
    /// Of one text or two.
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override;
    /// What is unknown is left out, too; bytes that are no UTF-8 are replaced.
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return m_parts.tokens.size(); }
    const std::string& token(int id) const override { return m_parts.tokens.token(id); }
    std::optional<int> id(std::string_view token) const override { return m_parts.tokens.id(token); }

private:
    /// What decode() makes of an entry of the vocabulary.
    enum class Written : std::uint8_t { AsPiece, AsIs, AsByte, Never };
    struct Encoding;
    void addTyped(Encoding& encoding, std::size_t begin, std::size_t end) const;
    void addPart(Encoding& encoding, const NormalizedPart& part) const;
    void addPiece(Encoding& encoding, const NormalizedPart& part, const FoundPiece& piece) const;
    void addMark(Encoding& encoding, const PieceMark& mark, ByteSpan span) const;

    SentencePieceParts m_parts;
    PieceNormalizer m_normalizer;
    PieceLibrary m_library;
    AddedTokens m_marks;
    std::unordered_map<int, const PieceMark*> m_markOf;
    std::vector<Written> m_written;
};

} // namespace headlight
