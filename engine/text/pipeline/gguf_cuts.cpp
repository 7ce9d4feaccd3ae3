#include "text/pipeline/gguf_cuts.h"

#include "core/error.h"
#include "text/pipeline/pre_tokenizers.h"

#include <algorithm>

namespace headlight {

namespace {

// The expressions of the models' own tokenizer.json.
constexpr const char* cutsOfGpt2 = R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr const char* cutsOfLlama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* cutsOfQwen2 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* cutsOfGpt4o =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* cutsOfTekken = R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
                                     R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
                                     R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* cutsOfDeepseek3 =
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*)"
    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)";

struct GgufCutRow {
    std::vector<const char*> names;
    std::vector<const char*> expressions; ///< one after the other
    bool ignoresMerges = false;
    bool addsBos = false;
};

const std::vector<GgufCutRow>& ggufCutRows() {
    static const std::vector<GgufCutRow> rows = {
        {{"gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "roberta-bpe", "jina-es", "jina-de",
          "jina-v2-es", "jina-v2-de", "gigachat", "a.x-4.0", "exaone4"},
         {cutsOfGpt2}},
        {{"llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"},
         {cutsOfLlama3},
         true,
         true},
        {{"dbrx", "smaug-bpe", "chatglm-bpe", "glm4"}, {cutsOfLlama3}},
        {{"qwen2", "stablelm2", "hunyuan", "megrez", "deepseek-r1-qwen", "solar-open", "grok-2"}, {cutsOfQwen2}},
        {{"starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b"}, {R"(\p{N})", cutsOfGpt2}},
        {{"falcon"}, {R"([\p{P}\$\+<=>\^~\|`]+)", cutsOfGpt2, "[0-9][0-9][0-9]"}},
        {{"deepseek-coder"}, {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)", "[一-龥ࠀ-一가-퟿]+", R"(\p{N})"}},
        {{"deepseek-v3", "hunyuan-dense", "joyai-llm"}, {R"(\p{N}{1,3})", "[一-龥぀-ゟ゠-ヿ]+", cutsOfDeepseek3}},
        {{"gpt-4o", "llama4", "minimax-m2"}, {cutsOfGpt4o}},
        {{"tekken"}, {cutsOfTekken}, true, true},
        {{"bloom", "poro-chat", "gpt3-finnish"}, {R"( ?[^(\s|.,!?…。，、।۔،)]+)"}},
        {{"default", ""}, {R"([\p{P}\$\+<=>\^~\|]+)", cutsOfGpt2, R"(\p{N}+)", "[0-9][0-9][0-9]"}},
    };
    return rows;
}

} // namespace

GgufCut ggufCut(const std::string& name, const std::string& where) {
    const auto& rows = ggufCutRows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const GgufCutRow& one) {
        return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
    });
    if (row == rows.end())
        throw Error(
            where + ": \"" + printable(name, 40) +
            "\" is no way to cut texts that Headlight knows, such as gpt-2, llama-bpe or qwen2; give the model's "
            "tokenizer.json if there is one");
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    for (const char* expression : row->expressions)
        parts.push_back(splitPreTokenizer(expression, where));
    parts.push_back(byteLevelPreTokenizer(false, false));
    return {preTokenizerSequence(std::move(parts)), row->ignoresMerges, row->addsBos};
}

} // namespace headlight
