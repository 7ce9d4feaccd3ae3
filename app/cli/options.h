#pragma once

#include "core/config.h"

#include <CLI/CLI.hpp>

namespace headlight {

/// A repeatable option with one value each time, so that it never swallows what follows it.
CLI::Option* addRepeated(CLI::App& app, const std::string& names, std::vector<std::string>& values,
                         const std::string& help);

/// "key=value" → key, value. Error when there is no "=".
std::pair<std::string, std::string> keyAndValue(const std::string& text);

/// A whole number within [low, high]; Error "what: expected low … high, got …".
int wholeNumber(const std::string& what, const std::string& text, int low, int high);

/// The text itself; Error when it is blank or has line breaks or other control characters.
const std::string& oneLine(const std::string& what, const std::string& text);

/// The lower-case extension of a path that a result is written to, without dot. Error when it is none of `known`.
std::string extensionOf(const std::string& path, const std::vector<std::string>& known);

/// A row's default as JSON: number, true or false, or string.
nlohmann::ordered_json typedValue(const OptionRow& row, const std::string& value);

/// The ids of a registry's rows: "mtsa, disa".
template <class Row>
std::string idsOf(const std::vector<Row>& rows) {
    std::string text;
    for (const Row& row : rows)
        text += (text.empty() ? "" : ", ") + row.id;
    return text;
}

/// Option rows for people: name, default (or the present value), range, help.
std::string optionTable(const std::vector<OptionRow>& rows, const std::vector<std::string>& values);

} // namespace headlight
