#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "text/read_sentence_piece.h"

namespace headlight::fuzz {

namespace {

/// The library must never refuse a text, whatever the model was.
void checkPieces(const SentencePieceTokenizer& tokenizer, const std::string& text) {
    const std::vector<Token> tokens = tokenizer.encode(text);
    std::vector<int> ids;
    int word = 0;
    for (const Token& token : tokens) {
        require(token.begin <= token.end && token.end <= text.size(), "a token stands in the text");
        require(tokenizer.token(token.id) == token.text, "a token is an entry of the vocabulary");
        require(token.word >= word && token.word <= word + 1, "words are counted without a gap");
        word = token.word;
        ids.push_back(token.id);
    }
    tokenizer.decode(ids);
    require(tokenizer.joined({tokens}).size() >= tokens.size(), "a text is in its template");
    require(tokenizer.joined({tokens, tokens}).size() >= 2 * tokens.size(), "both texts are in theirs");
}

/// What is accepted is then used, on its own pieces and on what no vocabulary has.
void checkSentencePiece(const SentencePieceTokenizer& tokenizer) {
    std::string text;
    std::vector<int> ids;
    for (int id = 0; id < tokenizer.size() && id < 300; ++id) {
        const std::string& token = tokenizer.token(id);
        text += token.starts_with("\u2581") ? " " + token.substr(3) : token;
        ids.push_back(id);
        require(tokenizer.id(token) == id, "a token is found by its number");
    }
    tokenizer.decode(ids);
    checkPieces(tokenizer, text);
    checkPieces(tokenizer, "Café \ufb01ne  \u00a0a\u0301 中国\xff \xf0\x9f\x98\x80 \u05e9\u05dc xyxy ab<s>\t ");
    checkPieces(tokenizer, std::string("a\0\xe4\xb8", 4));
    std::string many;
    for (int k = 0; k < 700; ++k) // more than one part
        many += k % 3 == 0 ? "ab" : k % 7 == 0 ? "  " : "\u4e2d";
    checkPieces(tokenizer, many);
}

} // namespace

void readSentencePieceModel(std::string_view bytes) {
    const Scratch scratch;
    checkSentencePiece(*readSentencePieceFile(scratch.write("spiece.model", bytes)));
}

void readSentencePieceFolder(std::string_view bytes) {
    const Scratch scratch;
    for (const auto& [name, content] : filesOf(bytes))
        scratch.write(name, content);
    checkSentencePiece(*readSentencePiece(scratch.folder(), "t5"));
}

} // namespace headlight::fuzz
