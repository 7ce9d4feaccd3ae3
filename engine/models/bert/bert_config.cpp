#include "models/bert/bert_config.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "data/corpus.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// One entry after the other of the document, each checked.
class Entries {
public:
    Entries(const Json& document, const std::string& where) : m_document(document), m_where(where) {
        if (!document.is_object())
            throw Error(where + ": expected an object with the sizes of a model");
    }

    bool has(const char* name) const { return m_document.contains(name) && !m_document[name].is_null(); }

    const Json& at(const char* name) const {
        if (!has(name))
            throw Error(m_where + ": \"" + name + "\" is missing");
        return m_document[name];
    }

    [[noreturn]] void refuse(const char* name, const std::string& expected) const {
        const std::string got = has(name) ? ", got " + printable(jsonText(m_document[name]), 80) : "";
        throw Error(m_where + ": \"" + name + "\": expected " + expected + got);
    }

    Index size(const char* name, Index highest) const {
        const auto number = wholeNumberOf(at(name), 1, highest);
        if (!number)
            refuse(name, "a whole number from 1 to " + std::to_string(highest));
        return Index(*number);
    }

    double number(const char* name, double other, double low, double high) const {
        if (!has(name))
            return other;
        const Json& entry = at(name);
        if (!entry.is_number() || !(entry.get<double>() >= low && entry.get<double>() <= high))
            refuse(name, "a number from " + jsonText(low) + " to " + jsonText(high));
        return entry.get<double>();
    }

    std::string text(const char* name) const {
        if (!at(name).is_string())
            refuse(name, "a string");
        return at(name).get<std::string>();
    }

    /// Refuses an option whose other values change what is computed.
    void mustBe(const char* name, const Json& value) const {
        if (has(name) && at(name) != value)
            refuse(name, jsonText(value) + ", the only kind that this program reads");
    }

private:
    const Json& m_document;
    const std::string& m_where;
};

struct ActivationWord {
    const char* word;
    Activation activation;
};

/// The words of Hugging Face. Those that share an activation differ by rounding.
constexpr std::array<ActivationWord, 10> activationWords = {{{"gelu", Activation::Gelu},
                                                             {"gelu_python", Activation::Gelu},
                                                             {"gelu_new", Activation::GeluTanh},
                                                             {"gelu_fast", Activation::GeluTanh},
                                                             {"gelu_pytorch_tanh", Activation::GeluTanh},
                                                             {"relu", Activation::Relu},
                                                             {"silu", Activation::Silu},
                                                             {"swish", Activation::Silu},
                                                             {"tanh", Activation::Tanh},
                                                             {"sigmoid", Activation::Sigmoid}}};

Activation activationOf(const Entries& entries) {
    if (!entries.has("hidden_act"))
        return Activation::Gelu;
    const std::string word = entries.text("hidden_act");
    std::string words;
    for (const ActivationWord& row : activationWords) {
        if (word == row.word)
            return row.activation;
        words += (words.empty() ? "" : " | ") + std::string(row.word);
    }
    entries.refuse("hidden_act", words);
}

BertArchitecture architectureOf(const Entries& entries) {
    const Json& list = entries.at("architectures");
    std::string names;
    for (const BertArchitecture& row : bertArchitectures()) {
        if (list.is_array() && list.size() == 1 && list[0] == row.name)
            return row;
        names += (names.empty() ? "" : " | ") + row.name;
    }
    entries.refuse("architectures", "a list with one of " + names);
}

std::vector<std::string> labelsOf(const Entries& entries) {
    if (!entries.has("id2label"))
        return {"LABEL_0", "LABEL_1"}; // what Hugging Face leaves out
    const Json& names = entries.at("id2label");
    const std::string expected = "1 to " + std::to_string(mostLabels) + " names by the numbers \"0\", \"1\", …";
    if (!names.is_object() || names.empty() || names.size() > mostLabels)
        entries.refuse("id2label", expected);
    std::vector<std::string> labels;
    for (std::size_t id = 0; id < names.size(); ++id) {
        const auto name = names.find(std::to_string(id));
        if (name == names.end() || !name->is_string())
            entries.refuse("id2label", expected);
        labels.push_back(name->get<std::string>());
    }
    return labels;
}

BertProblem problemOf(const Entries& entries, std::size_t labels) {
    const std::string one = "single_label_classification", each = "multi_label_classification", number = "regression";
    if (!entries.has("problem_type")) // one label can't be chosen from
        return labels == 1 ? BertProblem::Number : BertProblem::OneLabel;
    const std::string word = entries.text("problem_type");
    if (word != one && word != each && word != number)
        entries.refuse("problem_type", one + " | " + each + " | " + number);
    if (word == number && labels != 1)
        entries.refuse("problem_type", one + " | " + each + "; a number has one label");
    return word == one ? BertProblem::OneLabel : word == each ? BertProblem::EachLabel : BertProblem::Number;
}

} // namespace

const std::vector<BertArchitecture>& bertArchitectures() {
    static const std::vector<BertArchitecture> rows = {{"BertModel", false, false},
                                                       {"BertForMaskedLM", true, false},
                                                       {"BertForPreTraining", true, false},
                                                       {"BertForSequenceClassification", false, true}};
    return rows;
}

BertConfig parseBertConfig(const Json& document, const std::string& where) {
    const Entries entries(document, where);
    if (entries.text("model_type") != "bert")
        entries.refuse("model_type", "\"bert\"");
    BertConfig config;
    config.architecture = architectureOf(entries);
    // Far above every model there is; what is too much for the memory is found by the file of the tensors.
    config.vocabulary = entries.size("vocab_size", 10'000'000);
    config.hidden = entries.size("hidden_size", 65'536);
    config.layers = entries.size("num_hidden_layers", 256);
    config.heads = entries.size("num_attention_heads", 1024);
    config.intermediate = entries.size("intermediate_size", 1'000'000);
    config.positions = entries.size("max_position_embeddings", 1'000'000);
    if (entries.has("type_vocab_size"))
        config.tokenTypes = entries.size("type_vocab_size", 1024);
    if (config.hidden % config.heads != 0)
        entries.refuse("num_attention_heads", "a divisor of \"hidden_size\", " + std::to_string(config.hidden));
    config.activation = activationOf(entries);
    config.normEpsilon = entries.number("layer_norm_eps", config.normEpsilon, 1e-20, 1);
    config.hiddenDropout = entries.number("hidden_dropout_prob", config.hiddenDropout, 0, 0.99);
    config.attentionDropout = entries.number("attention_probs_dropout_prob", config.attentionDropout, 0, 0.99);
    entries.mustBe("position_embedding_type", "absolute");
    entries.mustBe("is_decoder", false);
    entries.mustBe("add_cross_attention", false);
    if (config.architecture.predictsMasked)
        entries.mustBe("tie_word_embeddings", true);
    if (config.architecture.classifies) {
        config.labels = labelsOf(entries);
        config.problem = problemOf(entries, config.labels.size());
    }
    return config;
}

BertConfig readBertConfig(const std::filesystem::path& path) {
    return parseBertConfig(parseJson(readFile(path, std::uint64_t(16) << 20), path.string()), path.string());
}

} // namespace headlight
