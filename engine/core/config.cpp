#include "core/config.h"

#include "core/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headlight {

std::string OptionRow::typeName() const {
    switch (type) {
    case Type::Integer:
        return "integer";
    case Type::Number:
        return "number";
    case Type::Flag:
        return "flag";
    case Type::Choice:
        return "choice";
    case Type::Text:
        return "text";
    }
    return {};
}

std::string OptionRow::labelOf(const std::string& value) const {
    if (!zeroLabel.empty() && type != Type::Text && value == "0")
        return zeroLabel;
    const auto found = std::find(choices.begin(), choices.end(), value);
    return found == choices.end() ? value : choiceLabels[std::size_t(found - choices.begin())];
}

std::string OptionRow::range() const {
    switch (type) {
    case Type::Integer:
    case Type::Number:
        return detail::formatNumber(low) + " … " + detail::formatNumber(high);
    case Type::Flag:
        return "true | false";
    case Type::Choice: {
        std::string joined;
        for (const std::string& choice : choices)
            joined += (joined.empty() ? "" : " | ") + choice;
        return joined;
    }
    case Type::Text:
        return "text";
    }
    return {};
}

bool OptionRow::isUnusedBeside(const std::string& needed) const {
    const auto has = [&](const std::vector<std::string>& values) {
        return std::find(values.begin(), values.end(), needed) != values.end();
    };
    return (!neededValues.empty() && !has(neededValues)) || has(unusedValues);
}

nlohmann::ordered_json Config::toJson() const {
    nlohmann::ordered_json document = nlohmann::ordered_json::object();
    for (const OptionRow& row : rows()) {
        const std::string value = get(row.name);
        switch (row.type) {
        case OptionRow::Type::Integer:
            document[row.name] = detail::parseInteger(row, value);
            break;
        case OptionRow::Type::Number:
            document[row.name] = detail::parseNumber(row, value);
            break;
        case OptionRow::Type::Flag:
            document[row.name] = value == "true";
            break;
        case OptionRow::Type::Choice:
        case OptionRow::Type::Text:
            document[row.name] = value;
            break;
        }
    }
    return document;
}

void Config::fromJson(const nlohmann::ordered_json& document, const std::string& where) {
    if (!document.is_object())
        throw Error(where + ": expected an object of options");
    const std::unique_ptr<Config> trial = clone();
    try {
        for (const auto& [name, value] : document.items())
            trial->set(name, value.is_string() ? value.get<std::string>() : jsonText(value));
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
    for (const OptionRow& row : rows())
        set(row.name, trial->get(row.name));
}

namespace detail {

std::string formatNumber(double value) {
    char text[32];
    if (value == std::trunc(value) && std::abs(value) < 1e15) { // whole numbers never as 1e+06
        const auto whole = std::to_chars(text, text + sizeof text, static_cast<long long>(value));
        return std::string(text, whole.ptr);
    }
    const auto result =
        std::to_chars(text, text + sizeof text, value); // shortest text that reads back as the same number
    return std::string(text, result.ptr);
}

namespace {

[[noreturn]] void badValue(const OptionRow& row, const std::string& text) {
    const bool isBroken =
        row.type == OptionRow::Type::Integer && text.find_first_not_of("-0123456789") != std::string::npos;
    throw Error(row.name + ": expected " + (isBroken ? "a whole number, " : "") + row.range() + ", got \"" +
                printable(text, 80) + "\"." + suggestion(text, row.choices));
}

template <class Number>
Number parse(const OptionRow& row, const std::string& text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    if (code != std::errc() || stop != end || !(double(value) >= row.low && double(value) <= row.high))
        badValue(row, text);
    return value;
}

} // namespace

int parseInteger(const OptionRow& row, const std::string& text) {
    return parse<int>(row, text);
}

double parseNumber(const OptionRow& row, const std::string& text) {
    return parse<double>(row, text);
}

bool parseFlag(const OptionRow& row, const std::string& text) {
    if (text == "true" || text == "1" || text == "yes" || text == "on")
        return true;
    if (text == "false" || text == "0" || text == "no" || text == "off")
        return false;
    badValue(row, text);
}

std::size_t parseChoice(const OptionRow& row, const std::string& text) {
    const auto found = std::find(row.choices.begin(), row.choices.end(), text);
    if (found == row.choices.end())
        badValue(row, text);
    return std::size_t(found - row.choices.begin());
}

void unknownOption(const std::string& name, const std::vector<OptionRow>& rows) {
    std::vector<std::string> names;
    for (const OptionRow& row : rows)
        names.push_back(row.name);
    throw Error("unknown option \"" + printable(name, 80) + "\"." + advice(name, names));
}

} // namespace detail

} // namespace headlight
