#include "models/published/architecture.h"

#include "models/published/architectures/rows.h"

#include <algorithm>

namespace headlight {

const std::vector<Architecture>& architectures() {
    static const std::vector<Architecture> rows = {bertArchitecture(),
                                                   robertaArchitecture(),
                                                   xlmRobertaArchitecture(),
                                                   camembertArchitecture(),
                                                   distilbertArchitecture(),
                                                   albertArchitecture(),
                                                   electraArchitecture(),
                                                   debertaArchitecture(),
                                                   debertaV2Architecture(),
                                                   modernbertArchitecture(),
                                                   gpt2Architecture(),
                                                   gptNeoxArchitecture(),
                                                   phiArchitecture(),
                                                   llamaArchitecture(),
                                                   mistralArchitecture(),
                                                   qwen2Architecture(),
                                                   qwen3Architecture(),
                                                   gemmaArchitecture(),
                                                   gemma2Architecture(),
                                                   gemma3Architecture(),
                                                   marianArchitecture(),
                                                   bartArchitecture(),
                                                   t5Architecture(),
                                                   vitArchitecture(),
                                                   deitArchitecture(),
                                                   dinov2Architecture(),
                                                   dinov2WithRegistersArchitecture(),
                                                   transformerLensArchitecture(),
                                                   minGptArchitecture(),
                                                   nanoGptArchitecture()};
    return rows;
}

std::vector<std::string> queryKeyValue(const std::string& parameter) {
    std::vector<std::string> names;
    for (const char* map : {"query", "key", "value"})
        names.push_back(std::string("layers.#.self.") + map + parameter);
    return names;
}

const Architecture* architectureOf(const std::string& type) {
    const auto& rows = architectures();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Architecture& own) { return own.type == type; });
    return row == rows.end() ? nullptr : &*row;
}

const Architecture* architectureIn(const nlohmann::ordered_json& config) {
    if (!config.is_object())
        return nullptr;
    if (const auto type = config.find("model_type"); type != config.end() && type->is_string())
        if (const Architecture* row = architectureOf(type->get<std::string>()))
            return row;
    for (const Architecture& row : architectures())
        if (!row.signs.empty() && std::all_of(row.signs.begin(), row.signs.end(),
                                              [&](const std::string& sign) { return config.contains(sign); }))
            return &row;
    return nullptr;
}

void readHeads(const ConfigEntries& config, StackShape& stack, const std::string& width, const std::string& heads) {
    stack.width = config.size(width.c_str(), most::width);
    stack.heads = stack.keyHeads = config.size(heads.c_str(), most::heads);
    if (stack.width % stack.heads != 0)
        config.refuse(heads.c_str(), "a divisor of \"" + width + "\", " + std::to_string(stack.width));
    stack.headWidth = stack.width / stack.heads;
}

std::string topClass(const ConfigEntries& config, const std::vector<std::string>& known) {
    const ConfigEntries::Json& list = config.at("architectures");
    std::string names;
    for (const std::string& name : known) {
        if (list.is_array() && list.size() == 1 && list[0] == name)
            return name;
        names += (names.empty() ? "" : " | ") + name;
    }
    config.refuse("architectures", "a list with one of " + names);
}

std::optional<std::vector<bool>> listedWindows(const ConfigEntries& config, Index layers) {
    if (!config.has("layer_types"))
        return {};
    const ConfigEntries::Json& list = config.at("layer_types");
    const auto isKnown = [](const ConfigEntries::Json& kind) {
        return kind == "sliding_attention" || kind == "full_attention";
    };
    if (!list.is_array() || Index(list.size()) != layers || !std::all_of(list.begin(), list.end(), isKnown))
        config.refuse("layer_types",
                      "sliding_attention or full_attention for each of the " + std::to_string(layers) + " layers");
    std::vector<bool> windows;
    for (const ConfigEntries::Json& kind : list)
        windows.push_back(kind == "sliding_attention");
    return windows;
}

void readLabels(const ConfigEntries& config, TopShape& top) {
    using Problem = TopShape::Problem;
    top.labels = config.labels();
    const std::string one = "single_label_classification", each = "multi_label_classification", number = "regression";
    if (!config.has("problem_type")) { // one label can't be chosen from
        top.problem = top.labels.size() == 1 ? Problem::Number : Problem::OneLabel;
        return;
    }
    const std::string word = config.text("problem_type");
    if (word != one && word != each && word != number)
        config.refuse("problem_type", one + " | " + each + " | " + number);
    if (word == number && top.labels.size() != 1)
        config.refuse("problem_type", one + " | " + each + "; a number has one label");
    top.problem = word == one ? Problem::OneLabel : word == each ? Problem::EachLabel : Problem::Number;
}

void readTokenLabels(const ConfigEntries& config, TopShape& top) {
    top.kind = TopShape::Kind::TokenClasses;
    top.denseWidth = 0;
    readLabels(config, top);
}

} // namespace headlight
