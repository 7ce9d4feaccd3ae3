#include "core/json_entry.h"

#include "core/error.h"
#include "core/json_text.h"

namespace headlight {

void JsonEntry::fail(const std::string& problem) const {
    throw Error(m_where + ": " + problem);
}

bool JsonEntry::has(const char* name) const {
    const auto found = m_value.is_object() ? m_value.find(name) : m_value.end();
    return found != m_value.end() && !found->is_null();
}

JsonEntry JsonEntry::at(const char* name) const {
    if (!m_value.is_object())
        fail("expected an object with \"" + std::string(name) + "\"");
    const auto found = m_value.find(name);
    if (found == m_value.end())
        fail("\"" + std::string(name) + "\" is missing");
    return {*found, m_where + ": \"" + name + '"'};
}

std::vector<JsonEntry> JsonEntry::all() const {
    if (!m_value.is_array() && !m_value.is_object())
        fail("expected a list");
    std::vector<JsonEntry> entries;
    for (const auto& [name, value] : m_value.items())
        entries.emplace_back(value, m_value.is_array() ? m_where + ", entry " + std::to_string(entries.size() + 1)
                                                       : m_where + ": \"" + printable(name, 80) + '"');
    return entries;
}

std::string JsonEntry::text() const {
    if (!m_value.is_string())
        fail("expected a text");
    return m_value.get<std::string>();
}

bool JsonEntry::flag() const {
    if (!m_value.is_boolean())
        fail("expected true or false");
    return m_value.get<bool>();
}

int JsonEntry::whole(int low, int high) const {
    const auto number = wholeNumberOf(m_value, low, high);
    if (!number)
        fail("expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return int(*number);
}

std::string JsonEntry::text(const char* name, std::string_view otherwise) const {
    return has(name) ? at(name).text() : std::string(otherwise);
}

bool JsonEntry::flag(const char* name, bool otherwise) const {
    return has(name) ? at(name).flag() : otherwise;
}

int JsonEntry::whole(const char* name, int low, int high, int otherwise) const {
    return has(name) ? at(name).whole(low, high) : otherwise;
}

} // namespace headlight
