#pragma once

#include "core/error.h"
#include "core/json_entry.h"

#include <string>
#include <vector>

namespace headlight {

/// Says that a type is none of those that are read.
template <class Row>
[[noreturn]] void refusePartType(const JsonEntry& entry, const std::string& type, const std::vector<Row>& rows) {
    std::string known;
    for (const Row& row : rows)
        known += (known.empty() ? "" : &row == &rows.back() ? " and " : ", ") + std::string(row.type);
    entry.fail("the type \"" + printable(type, 80) + "\" is not supported; Headlight reads " + known);
}

/// The row of a table whose `type` the entry names. Error when it names none.
template <class Row>
const Row& partRow(const JsonEntry& entry, const std::vector<Row>& rows) {
    const std::string type = entry.at("type").text();
    for (const Row& row : rows)
        if (type == row.type)
            return row;
    refusePartType(entry, type, rows);
}

/// The parts of a Sequence, those of Sequences within it in their place. Error when there are more than 100 in all:
/// each is a pass over the text.
inline void gatherParts(const JsonEntry& entry, const char* listName, std::vector<JsonEntry>& parts) {
    constexpr std::size_t most = 100;
    for (const JsonEntry& part : entry.at(listName).all()) {
        if (part.at("type").text() == "Sequence") // parseJson() limits how deep they are
            gatherParts(part, listName, parts);
        else
            parts.push_back(part);
        if (parts.size() > most)
            entry.fail("more than " + std::to_string(most) + " parts; no published tokenizer has as many");
    }
}

} // namespace headlight
