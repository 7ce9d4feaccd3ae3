#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// An entry of a JSON document that says where it stands when it is not what is expected: an Error such as
/// `FILE: "model": "unk_token": expected a text`. It refers to the document.
class JsonEntry {
public:
    JsonEntry(const nlohmann::ordered_json& value, std::string where) : m_value(value), m_where(std::move(where)) {}

    const std::string& where() const { return m_where; }
    [[noreturn]] void fail(const std::string& problem) const;

    bool isObject() const { return m_value.is_object(); }
    /// That there is such an entry, and not null.
    bool has(const char* name) const;
    /// Error when there is none, or this is no object.
    JsonEntry at(const char* name) const;
    /// Of a list, or of an object in its order. Error when this is neither.
    std::vector<JsonEntry> all() const;

    std::string text() const;
    bool flag() const;
    int whole(int low, int high) const;

    /// Of the entry of that name, or `otherwise` when there is none or it is null.
    std::string text(const char* name, std::string_view otherwise) const;
    bool flag(const char* name, bool otherwise) const;
    int whole(const char* name, int low, int high, int otherwise) const;

private:
    const nlohmann::ordered_json& m_value;
    std::string m_where;
};

} // namespace headlight
