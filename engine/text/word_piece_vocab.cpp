#include "text/word_piece_vocab.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_entry.h"
#include "core/json_text.h"

#include <algorithm>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

TokenTable readTokens(const fs::path& path) {
    constexpr std::uint64_t largest = 64 << 20; // bytes; those of a hundred languages are 5 MB
    const std::string content = readFile(path, largest);
    TokenTable tokens;
    int line = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string token = content.substr(begin, end - begin);
        begin = end + 1;
        if (!token.empty() && token.back() == '\r')
            token.pop_back();
        const std::string problem = tokens.add(token, line++);
        if (!problem.empty())
            throw Error(path.string() + ", line " + std::to_string(line) + ": " + problem);
    }
    if (tokens.size() == 0)
        throw Error(path.string() + ": the file is empty; expected a token on each line");
    return tokens;
}

/// Names of tokens are texts, or objects that say more of them.
std::string tokenName(const JsonEntry& config, const char* name, const char* otherwise) {
    if (!config.has(name))
        return otherwise;
    const JsonEntry entry = config.at(name);
    return entry.has("content") ? entry.at("content").text() : entry.text();
}

/// Others have a vocab.txt, too, and cut words in ways of their own.
void checkClass(const JsonEntry& config) {
    std::string name = config.text("tokenizer_class", "BertTokenizer");
    if (name.ends_with("Fast"))
        name.resize(name.size() - 4);
    const std::vector<std::string> known = {"BertTokenizer",       "DistilBertTokenizer", "ElectraTokenizer",
                                            "MobileBertTokenizer", "ConvBertTokenizer",   "SqueezeBertTokenizer",
                                            "LayoutLMTokenizer",   "LxmertTokenizer"};
    if (std::find(known.begin(), known.end(), name) == known.end())
        config.at("tokenizer_class")
            .fail("\"" + printable(name, 80) + "\" is not supported with a vocab.txt; BertTokenizer is, and those " +
                  "that are like it. Give the model's tokenizer.json if there is one");
    if (!config.flag("do_basic_tokenize", true))
        config.at("do_basic_tokenize").fail("false is not supported: Headlight cuts text into words itself");
}

int markOf(const TokenTable& tokens, const fs::path& path, const char* name, const std::string& token) {
    const std::optional<int> id = tokens.id(token);
    if (!id)
        throw Error(path.string() + ": the token \"" + printable(token, 40) +
                    "\" is missing; it must be there as the " + name +
                    ", or tokenizer_config.json must name another one");
    return *id;
}

void applyConfig(WordPieceParts& parts, const JsonEntry& config, const fs::path& path) {
    checkClass(config);
    parts.rules.lower = config.flag("do_lower_case", true);
    parts.rules.stripAccents = config.flag("strip_accents", parts.rules.lower);
    parts.rules.splitChinese = config.flag("tokenize_chinese_chars", true);
    parts.unknown = tokenName(config, "unk_token", "[UNK]");
    const std::string opens = tokenName(config, "cls_token", "[CLS]"), ends = tokenName(config, "sep_token", "[SEP]");
    markOf(parts.tokens, path, "unk_token", parts.unknown);
    const int cls = markOf(parts.tokens, path, "cls_token", opens);
    const int sep = markOf(parts.tokens, path, "sep_token", ends);
    parts.single = {{cls, 0}, {-1, 0}, {sep, 0}};
    parts.pair = {{cls, 0}, {-1, 0}, {sep, 0}, {-1, 1}, {sep, 1}};
    for (const std::string& mark : {parts.unknown, ends, tokenName(config, "pad_token", "[PAD]"), opens,
                                    tokenName(config, "mask_token", "[MASK]")})
        if (const std::optional<int> id = parts.tokens.id(mark))
            parts.added.push_back({mark, *id});
}

} // namespace

std::unique_ptr<WordPieceTokenizer> readWordPieceVocabulary(const fs::path& vocabulary) {
    WordPieceParts parts;
    parts.tokens = readTokens(vocabulary);
    const fs::path path = vocabulary.parent_path() / "tokenizer_config.json";
    Json document = Json::object();
    std::error_code ignored;
    if (fs::exists(path, ignored)) {
        constexpr std::uint64_t largest = 4 << 20;
        document = parseJson(readFile(path, largest), path.string(), {"added_tokens_decoder"},
                             [](const std::string&, const Json&) {}); // names of what vocab.txt has
    }
    const JsonEntry config(document, path.string());
    if (!config.isObject())
        config.fail("expected an object { … }");
    applyConfig(parts, config, vocabulary);
    return std::make_unique<WordPieceTokenizer>(std::move(parts));
}

} // namespace headlight
