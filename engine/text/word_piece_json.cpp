#include "text/word_piece_json.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_entry.h"
#include "core/json_text.h"

#include <algorithm>
#include <map>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuseType(const JsonEntry& entry, const std::string& type, const std::string& supported) {
    entry.fail("the type \"" + printable(type, 80) + "\" is not supported; Headlight reads " + supported);
}

void requireType(const JsonEntry& entry, const std::string& supported) {
    if (const std::string type = entry.at("type").text(); type != supported)
        refuseType(entry, type, supported);
}

void checkProblem(const JsonEntry& entry, const std::string& problem) {
    if (!problem.empty())
        entry.fail(problem);
}

/// Older files don't say what the model is; only this kind limits the length of words.
void checkModel(const JsonEntry& model) {
    const std::string supported = "WordPiece, the tokenizer of BERT";
    if (model.has("type") && model.at("type").text() != "WordPiece")
        refuseType(model, model.at("type").text(), supported);
    if (!model.isObject())
        model.fail("expected an object");
    if (!model.has("type") && !model.has("max_input_chars_per_word"))
        model.fail("it has no type and is no WordPiece; Headlight reads " + supported);
}

void readModel(const JsonEntry& model, WordPieceParts& parts, const std::string& problem) {
    const JsonEntry vocabulary = model.at("vocab");
    if (!vocabulary.isObject())
        vocabulary.fail("expected an object of tokens and their numbers");
    checkProblem(vocabulary, problem);
    constexpr int longest = 1000; // characters: a word takes time by their square
    parts.unknown = model.text("unk_token", parts.unknown);
    parts.prefix = model.text("continuing_subword_prefix", parts.prefix);
    parts.longestWord = model.whole("max_input_chars_per_word", 0, longest, parts.longestWord);
    if (!parts.tokens.id(parts.unknown))
        vocabulary.fail("the token \"" + printable(parts.unknown, 40) +
                        "\" is missing, which \"unk_token\" names for unknown words");
}

void readAdded(const JsonEntry& document, WordPieceParts& parts) {
    if (!document.has("added_tokens"))
        return;
    for (const JsonEntry& entry : document.at("added_tokens").all()) {
        AddedToken added;
        added.text = entry.at("content").text();
        constexpr std::size_t longest = 256; // bytes: each place of a text is compared with all of them
        if (added.text.size() > longest)
            entry.at("content").fail("it has " + std::to_string(added.text.size()) + " bytes, more than the " +
                                     std::to_string(longest) + " of an added token; is it one?");
        added.id = entry.at("id").whole(0, TokenTable::most - 1);
        added.special = entry.flag("special", false);
        added.singleWord = entry.flag("single_word", false);
        added.normalized = entry.flag("normalized", !added.special);
        const std::optional<int> known = parts.tokens.id(added.text);
        if (known && *known != added.id)
            entry.fail("the token \"" + printable(added.text, 40) + "\" has the number " + std::to_string(added.id) +
                       ", in the vocabulary " + std::to_string(*known));
        added.isExtra = !known;
        if (!known)
            checkProblem(entry, parts.tokens.add(added.text, added.id));
        parts.added.push_back(std::move(added));
    }
}

BertRules readRules(const JsonEntry& document) {
    if (!document.has("normalizer"))
        return {false, false, false, false};
    const JsonEntry entry = document.at("normalizer");
    requireType(entry, "BertNormalizer");
    BertRules rules;
    rules.clean = entry.flag("clean_text", true);
    rules.splitChinese = entry.flag("handle_chinese_chars", true);
    rules.lower = entry.flag("lowercase", true);
    rules.stripAccents = entry.flag("strip_accents", rules.lower);
    return rules;
}

int idOf(const JsonEntry& entry, const TokenTable& tokens) {
    return entry.whole(0, tokens.size() - 1);
}

/// The ids of each mark that a template names.
std::map<std::string, std::vector<int>> readMarks(const JsonEntry& processor, const TokenTable& tokens) {
    std::map<std::string, std::vector<int>> marks;
    for (const JsonEntry& mark : processor.at("special_tokens").all())
        for (const JsonEntry& id : mark.at("ids").all())
            marks[mark.at("id").text()].push_back(idOf(id, tokens));
    return marks;
}

std::vector<TemplatePart> readTemplate(const JsonEntry& list, int texts,
                                       const std::map<std::string, std::vector<int>>& marks) {
    std::vector<TemplatePart> parts;
    std::vector<int> found(std::size_t(texts), 0);
    for (const JsonEntry& entry : list.all()) {
        const bool isText = entry.has("Sequence");
        const JsonEntry item = entry.at(isText ? "Sequence" : "SpecialToken");
        const std::string name = item.at("id").text();
        const int input = item.whole("type_id", 0, 1, 0);
        if (isText) {
            if (input >= texts || name != (input == 0 ? "A" : "B"))
                item.fail("expected the text A with the type_id 0" + std::string(texts == 2 ? ", B with 1" : ""));
            ++found[std::size_t(input)];
            parts.push_back({-1, input});
            continue;
        }
        const auto ids = marks.find(name);
        if (ids == marks.end())
            item.fail("\"" + printable(name, 40) + "\" is not among the \"special_tokens\" of the post-processor");
        for (const int id : ids->second)
            parts.push_back({id, input});
    }
    if (std::any_of(found.begin(), found.end(), [](int times) { return times != 1; }))
        list.fail("expected each of the texts once");
    return parts;
}

void readTemplates(const JsonEntry& document, WordPieceParts& parts) {
    parts.single = {{-1, 0}};
    parts.pair = {{-1, 0}, {-1, 1}};
    if (!document.has("post_processor"))
        return;
    const JsonEntry processor = document.at("post_processor");
    const std::string type = processor.at("type").text();
    if (type == "TemplateProcessing") {
        const auto marks = readMarks(processor, parts.tokens);
        parts.single = readTemplate(processor.at("single"), 1, marks);
        parts.pair = readTemplate(processor.at("pair"), 2, marks);
    } else if (type == "BertProcessing") {
        const auto mark = [&](const char* name) {
            const std::vector<JsonEntry> tokenAndId = processor.at(name).all();
            if (tokenAndId.size() != 2)
                processor.at(name).fail("expected a token and its number");
            return idOf(tokenAndId[1], parts.tokens);
        };
        const int cls = mark("cls"), sep = mark("sep");
        parts.single = {{cls, 0}, {-1, 0}, {sep, 0}};
        parts.pair = {{cls, 0}, {-1, 0}, {sep, 0}, {-1, 1}, {sep, 1}};
    } else {
        refuseType(processor, type, "TemplateProcessing and BertProcessing");
    }
}

void readDecoder(const JsonEntry& document, WordPieceParts& parts) {
    if (!document.has("decoder"))
        return;
    const JsonEntry decoder = document.at("decoder");
    requireType(decoder, "WordPiece");
    if (decoder.text("prefix", parts.prefix) != parts.prefix)
        decoder.at("prefix").fail("expected the \"continuing_subword_prefix\" of the model, \"" +
                                  printable(parts.prefix, 40) + '"');
    parts.cleanUp = decoder.flag("cleanup", true);
}

} // namespace

std::unique_ptr<WordPieceTokenizer> readWordPieceJson(const fs::path& path) {
    constexpr std::uint64_t largest = 32 << 20; // bytes; those of a hundred languages are 10 MB
    const std::string where = path.string();
    WordPieceParts parts;
    std::string problem; // of the first entry that has one: nothing is added behind it
    const Json json =
        parseJson(readFile(path, largest), where, {"model", "vocab"}, [&](const std::string& token, const Json& id) {
            if (problem.empty())
                problem = parts.tokens.add(token, int(wholeNumberOf(id, 0, TokenTable::most - 1).value_or(-1)));
        });
    const JsonEntry document(json, where);
    const JsonEntry model = document.at("model");
    checkModel(model); // first: of another model the vocabulary looks otherwise
    readModel(model, parts, problem);
    readAdded(document, parts);
    if (const std::optional<int> gap = parts.tokens.gap())
        model.at("vocab").fail("no token has the number " + std::to_string(*gap) + ", but others have larger ones");
    parts.rules = readRules(document);
    requireType(document.at("pre_tokenizer"), "BertPreTokenizer");
    readTemplates(document, parts);
    readDecoder(document, parts);
    return std::make_unique<WordPieceTokenizer>(std::move(parts));
}

} // namespace headlight
