#pragma once

#include "autodiff/activation.h"
#include "core/matrix.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// By Hugging Face's words, of which some share an activation: they differ by rounding.
std::optional<Activation> activationOf(const std::string& word);

/// The entries of a published model's config.json, each checked when it is asked for: Error "…/config.json:
/// "hidden_size": expected …, got …". It refers to the document.
class ConfigEntries {
public:
    using Json = nlohmann::ordered_json;
    /// `where` begins the messages. Error when the document is no object.
    ConfigEntries(const Json& document, std::string where);

    const std::string& where() const { return m_where; }
    bool has(const char* name) const; ///< and not null
    /// It is there and switched off, where for an entry that is missing its class has a value.
    bool isNull(const char* name) const;
    const Json& at(const char* name) const;
    [[noreturn]] void refuse(const char* name, const std::string& expected) const;

    /// A whole number of something, at least 1. Limits are far above every model there is; what is too much for the
    /// memory is found by the file of the tensors.
    Index size(const char* name, Index highest) const;
    Index size(const char* name, Index highest, Index otherwise) const;
    /// From 0 on.
    Index count(const char* name, Index highest, Index otherwise) const;
    /// One of so many ids.
    int id(const char* name, Index words) const;
    int id(const char* name, Index words, int otherwise) const;
    /// One, a list of some, or none. Those that no word has are left out: a model that was made smaller keeps the
    /// configuration of the large one.
    std::vector<int> ids(const char* name, Index words) const;
    double number(const char* name, double otherwise, double low, double high) const;
    bool flag(const char* name, bool otherwise) const;
    std::string text(const char* name) const;
    std::string text(const char* name, const std::string& otherwise) const;
    /// Refuses an option whose other values change what is computed.
    void mustBe(const char* name, const Json& value) const;

    Activation activation(const char* name, const std::string& otherwise) const;
    /// Names of a classifier's labels by their numbers; two where there are none, as Hugging Face leaves them out.
    std::vector<std::string> labels() const;

private:
    const Json& m_document;
    std::string m_where;
};

namespace most { // of published models, by far

constexpr Index words = 10'000'000, width = 65'536, layers = 1024, heads = 1024, inner = 1'000'000,
                positions = 100'000'000, types = 1024;

} // namespace most

} // namespace headlight
