#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/weights/gguf_vocabulary.h"
#include "text/pipeline/llama2c_tokenizer.h"
#include "text/read_tokenizer.h"

namespace headlight::fuzz {

namespace {

void checkPlaces(const Tokenizer& tokenizer, const std::string& text, const std::vector<Token>& tokens) {
    std::size_t begin = 0, end = 0;
    for (const Token& token : tokens) {
        require(token.begin <= token.end && token.end <= text.size(), "a token stands in the text");
        require(token.begin >= begin && token.end >= end, "tokens stand in order");
        require(tokenizer.token(token.id) == token.text, "a token is an entry of the vocabulary");
        begin = token.begin;
        end = token.end;
    }
}

/// What is accepted is then used, on its own words and on what no vocabulary has.
void checkTokenizer(const Tokenizer& tokenizer) {
    std::string text = "Café [MASK] can't ﬁ e\u0301\u0323 \u1100\u1161 中国\xff \xf0\x9f\x98\x80\u200D\r\n zebra  3.5 ";
    std::vector<int> ids;
    for (int id = 0; id < tokenizer.size() && id < 100; ++id) {
        const std::string& token = tokenizer.token(id);
        text += token + (id % 2 == 0 ? " " : "");
        ids.push_back(id);
        require(token.empty() || tokenizer.token(tokenizer.id(token).value()) == token, "a token is found by its text");
    }
    tokenizer.decode(ids);
    const std::vector<Token> tokens = tokenizer.encode(text);
    checkPlaces(tokenizer, text, tokens);
    require(tokenizer.joined({tokens}).size() >= tokens.size(), "a text is in its template");
    require(tokenizer.joined({tokens, tokens}).size() >= 2 * tokens.size(), "both texts are in theirs");
}

} // namespace

void readTokenizerJson(std::string_view bytes) {
    const Scratch scratch;
    scratch.write("tokenizer.json", bytes);
    checkTokenizer(*readTokenizer(scratch.folder()));
}

void readTokenizerFolder(std::string_view bytes) {
    const Scratch scratch;
    for (const auto& [name, content] : filesOf(bytes))
        scratch.write(name, content);
    checkTokenizer(*readTokenizer(scratch.folder()));
}

void readGgufTokenizer(std::string_view bytes) {
    const std::string name = "model.gguf";
    const GgufFile file = GgufFile::fromBytes(std::string(bytes), name);
    checkTokenizer(*ggufTokenizer(readGgufVocabulary(file, name), name));
}

void readLlama2cTokens(std::string_view bytes) {
    checkTokenizer(*llama2cTokenizer(bytes, "tokenizer.bin"));
}

} // namespace headlight::fuzz
