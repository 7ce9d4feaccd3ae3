#include "text/pipeline/tokenizer_settings.h"

#include "core/files.h"
#include "core/json_text.h"

namespace headlight {

nlohmann::ordered_json readTokenizerSettings(const std::filesystem::path& folder, std::string& where) {
    using Json = nlohmann::ordered_json;
    const std::filesystem::path path = folder / "tokenizer_config.json";
    where = path.string();
    Json document = Json::object();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
        constexpr std::uint64_t largest = 4 << 20;
        document =
            parseJson(readFile(path, largest), where, {"added_tokens_decoder"}, [](const std::string&, const Json&) {});
    }
    if (!document.is_object())
        JsonEntry(document, where).fail("expected an object { … }");
    return document;
}

std::string tokenNameIn(const JsonEntry& settings, const char* name, const char* otherwise) {
    if (!settings.has(name))
        return otherwise;
    const JsonEntry entry = settings.at(name);
    return entry.has("content") ? entry.at("content").text() : entry.text();
}

std::string tokenizerClassIn(const JsonEntry& settings, const char* otherwise) {
    std::string name = settings.text("tokenizer_class", otherwise);
    if (name.ends_with("Fast"))
        name.resize(name.size() - 4);
    return name;
}

} // namespace headlight
