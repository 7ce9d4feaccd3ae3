#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "text/read_tokenizer.h"

namespace headlight::fuzz {

namespace {

/// What is accepted is then used, on its own words and on what no vocabulary has.
void checkTokenizer(const Tokenizer& tokenizer) {
    std::string text = "Café [MASK] can't 中国\xff \xf0\x9f\x98\x80 zebra ";
    std::vector<int> ids;
    for (int id = 0; id < tokenizer.size() && id < 100; ++id) {
        text += tokenizer.token(id) + (id % 2 == 0 ? " " : "");
        ids.push_back(id);
        require(tokenizer.id(tokenizer.token(id)) == id, "a token is found by its number");
    }
    tokenizer.decode(ids);
    const std::vector<Token> tokens = tokenizer.encode(text);
    for (const Token& token : tokens) {
        require(token.begin <= token.end && token.end <= text.size(), "a token stands in the text");
        require(tokenizer.token(token.id) == token.text, "a token is an entry of the vocabulary");
    }
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

} // namespace headlight::fuzz
