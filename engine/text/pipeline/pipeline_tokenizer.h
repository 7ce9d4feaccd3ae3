#pragma once

#include "text/added_tokens.h"
#include "text/pipeline/decoder.h"
#include "text/pipeline/normalizer.h"
#include "text/pipeline/piece_model.h"
#include "text/pipeline/pre_tokenizer.h"
#include "text/pipeline/text_template.h"
#include "text/token_table.h"
#include "text/tokenizer.h"

#include <memory>
#include <unordered_set>

namespace headlight {

/// All that makes a published tokenizer what it is; readers of files fill it in.
struct PipelineParts {
    TokenTable tokens;
    std::vector<AddedToken> added;              ///< each of them is one of `tokens`
    std::unique_ptr<Normalizer> normalizer;     ///< null: text stays as it is
    std::unique_ptr<PreTokenizer> preTokenizer; ///< null: what is between added tokens is one piece
    std::unique_ptr<PieceModel> model;
    TextTemplates templates;
    std::unique_ptr<Decoder> decoder; ///< null: tokens with spaces between them
    bool cleansUp = false;            ///< decode() takes spaces away before English punctuation at last
    std::string example;              ///< Tokenizer::example()
};

/// The tokenizers of published models. What is typed is searched for added tokens; what is between these is
/// normalized, searched for those that are looked for in normalized text, and cut into pieces, of which the model makes
/// tokens. Ids and decoded texts are those of Hugging Face's fast tokenizers.
///
/// A token's bytes reach from the first typed character that it was made of to the last. White space around that is
/// left out, whatever the file says of offsets, so that the typed text of a token is what a person sees as its word:
/// "world", not " world". Only a token of white space alone has it. A token that is a part of one character, a byte of
/// it, has all of it, as its neighbours have; one that was put in front of the text has none. Begins and ends never go
/// back from one token to the next.
///
/// A word is a piece; in pieces of several words, as models without a pre-tokenizer have them, each token that begins
/// with white space begins a word. An added token is a word of its own, and special where the file says so.
///
/// encode() gives an Error where a regular expression takes too long, or a rule makes more than 32 characters of each
/// and 1,024 besides.
class PipelineTokenizer final : public Tokenizer {
public:
    /// The model is there. Error where normalizing an added token is one.
    explicit PipelineTokenizer(PipelineParts parts);
    PipelineTokenizer(const PipelineTokenizer&) = delete; ///< what finds added tokens refers to m_parts
    PipelineTokenizer& operator=(const PipelineTokenizer&) = delete;

    std::vector<Token> encode(std::string_view text) const override;
    /// Of one text or two.
    std::vector<Token> joined(std::vector<std::vector<Token>> texts) const override;
    std::string decode(std::span<const int> ids) const override;
    int size() const override { return m_parts.tokens.size(); }
    /// Empty for a number that the file leaves out.
    const std::string& token(int id) const override { return m_parts.tokens.token(id); }
    std::string example() const override { return m_parts.example; }
    std::optional<int> id(std::string_view token) const override { return m_parts.tokens.id(token); }

private:
    struct Encoding;
    void addTyped(Encoding& encoding, SpannedText text) const;
    void addSection(Encoding& encoding, SpannedText text) const;
    void addPiece(Encoding& encoding, const SpannedText& text, PieceRange piece) const;
    void addMark(Encoding& encoding, const AddedToken& mark, ByteSpan span) const;

    PipelineParts m_parts;
    AddedTokens m_asTyped, m_normalized;
    std::unordered_set<int> m_special;
};

} // namespace headlight
