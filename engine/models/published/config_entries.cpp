#include "models/published/config_entries.h"

#include "core/error.h"
#include "core/json_text.h"
#include "data/corpus.h"

#include <array>
#include <utility>

namespace headlight {

namespace {

struct ActivationWord {
    const char* word;
    Activation activation;
};

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

} // namespace

std::optional<Activation> activationOf(const std::string& word) {
    for (const ActivationWord& row : activationWords)
        if (word == row.word)
            return row.activation;
    return {};
}

ConfigEntries::ConfigEntries(const Json& document, std::string where)
    : m_document(document), m_where(std::move(where)) {
    if (!document.is_object())
        throw Error(m_where + ": expected an object with the sizes of a model");
}

bool ConfigEntries::has(const char* name) const {
    return m_document.contains(name) && !m_document[name].is_null();
}

bool ConfigEntries::isNull(const char* name) const {
    return m_document.contains(name) && m_document[name].is_null();
}

const ConfigEntries::Json& ConfigEntries::at(const char* name) const {
    if (!has(name))
        throw Error(m_where + ": \"" + name + "\" is missing");
    return m_document[name];
}

void ConfigEntries::refuse(const char* name, const std::string& expected) const {
    const std::string got = has(name) ? ", got " + printable(jsonText(m_document[name]), 80) : "";
    throw Error(m_where + ": \"" + name + "\": expected " + expected + got);
}

Index ConfigEntries::size(const char* name, Index highest) const {
    const auto number = wholeNumberOf(at(name), 1, highest);
    if (!number)
        refuse(name, "a whole number from 1 to " + std::to_string(highest));
    return Index(*number);
}

Index ConfigEntries::size(const char* name, Index highest, Index otherwise) const {
    return has(name) ? size(name, highest) : otherwise;
}

Index ConfigEntries::count(const char* name, Index highest, Index otherwise) const {
    if (!has(name))
        return otherwise;
    const auto number = wholeNumberOf(at(name), 0, highest);
    if (!number)
        refuse(name, "a whole number from 0 to " + std::to_string(highest));
    return Index(*number);
}

int ConfigEntries::id(const char* name, Index words) const {
    const auto number = wholeNumberOf(at(name), 0, words - 1);
    if (!number)
        refuse(name, "an id from 0 to " + std::to_string(words - 1));
    return int(*number);
}

int ConfigEntries::id(const char* name, Index words, int otherwise) const {
    return has(name) ? id(name, words) : otherwise;
}

std::vector<int> ConfigEntries::ids(const char* name, Index words) const {
    if (!has(name))
        return {};
    const Json& entry = at(name);
    std::vector<int> ids;
    for (const Json& one : entry.is_array() ? entry : Json{entry}) {
        const auto number = wholeNumberOf(one, 0, most::words);
        if (!number)
            refuse(name, "ids from 0 to " + std::to_string(words - 1));
        if (*number < words)
            ids.push_back(int(*number));
    }
    return ids;
}

double ConfigEntries::number(const char* name, double otherwise, double low, double high) const {
    if (!has(name))
        return otherwise;
    const Json& entry = at(name);
    if (!entry.is_number() || !(entry.get<double>() >= low && entry.get<double>() <= high))
        refuse(name, "a number from " + jsonText(low) + " to " + jsonText(high));
    return entry.get<double>();
}

bool ConfigEntries::flag(const char* name, bool otherwise) const {
    if (!has(name))
        return otherwise;
    if (!at(name).is_boolean())
        refuse(name, "true or false");
    return at(name).get<bool>();
}

std::string ConfigEntries::text(const char* name) const {
    if (!at(name).is_string())
        refuse(name, "a string");
    return at(name).get<std::string>();
}

std::string ConfigEntries::text(const char* name, const std::string& otherwise) const {
    return has(name) ? text(name) : otherwise;
}

void ConfigEntries::mustBe(const char* name, const Json& value) const {
    if (has(name) && at(name) != value)
        refuse(name, jsonText(value) + ", the only kind that this program reads");
}

Activation ConfigEntries::activation(const char* name, const std::string& otherwise) const {
    if (const auto activation = activationOf(text(name, otherwise)))
        return *activation;
    std::string words;
    for (const ActivationWord& row : activationWords)
        words += (words.empty() ? "" : " | ") + std::string(row.word);
    refuse(name, words);
}

std::vector<std::string> ConfigEntries::labels() const {
    if (!has("id2label"))
        return {"LABEL_0", "LABEL_1"};
    const Json& names = at("id2label");
    const std::string expected = "1 to " + std::to_string(mostLabels) + " names by the numbers \"0\", \"1\", …";
    if (!names.is_object() || names.empty() || names.size() > mostLabels)
        refuse("id2label", expected);
    std::vector<std::string> labels;
    for (std::size_t id = 0; id < names.size(); ++id) {
        const auto name = names.find(std::to_string(id));
        if (name == names.end() || !name->is_string())
            refuse("id2label", expected);
        labels.push_back(name->get<std::string>());
    }
    return labels;
}

} // namespace headlight
