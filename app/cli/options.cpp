#include "cli/options.h"

#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <regex>

namespace headlight {

namespace {

/// False for what is no whole number.
template <class Number>
bool parseWhole(const std::string& text, Number& value) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size();
}

std::string expected(const std::string& what, const std::string& text) {
    return "expected " + what + ", got \"" + printable(text) + "\"";
}

std::string rangeText(std::int64_t low, std::int64_t high) {
    return high == largestId ? "a whole number from " + std::to_string(low)
                             : std::to_string(low) + " … " + std::to_string(high);
}

std::string expectedWhole(std::int64_t low, std::int64_t high, const std::string& text) {
    const bool isFraction = high != largestId && text.find_first_of(".,") != std::string::npos;
    return expected((isFraction ? "a whole number, " : "") + rangeText(low, high), text);
}

} // namespace

// What a validator is called stands in the help, whose columns are counted in bytes: no "…" there.

CLI::Validator wholeNumbers(std::int64_t low, std::int64_t high) {
    return CLI::Validator(
        [low, high](std::string& text) {
            std::int64_t value = 0;
            const bool fits = parseWhole(text, value) && value >= low && value <= high;
            return fits ? std::string() : expectedWhole(low, high, text);
        },
        high == largestId ? "" : std::to_string(low) + " to " + std::to_string(high));
}

CLI::Validator numbersWithin(double low, double high) {
    const auto text = [](double number) {
        std::string digits = std::to_string(number);
        digits.erase(digits.find_last_not_of('0') + 1);
        return digits.back() == '.' ? digits.substr(0, digits.size() - 1) : digits;
    };
    const std::string range = text(low) + " … " + text(high);
    return CLI::Validator(
        [low, high, range](std::string& typed) {
            double value = 0;
            const auto [end, failure] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
            const bool isNumber = failure == std::errc() && end == typed.data() + typed.size();
            return isNumber && value >= low && value <= high ? std::string() : expected(range, typed);
        },
        text(low) + " to " + text(high));
}

CLI::Validator oneOf(const std::vector<std::string>& words) {
    return CLI::Validator(
        [words](std::string& text) {
            if (std::find(words.begin(), words.end(), text) != words.end())
                return std::string();
            const std::string close = suggestion(text, words);
            return expected(alternativesOf(words), text) + (close.empty() ? "" : "." + close);
        },
        "");
}

std::string alternativesOf(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
    return list;
}

CLI::Option* addRepeated(CLI::App& app, const std::string& names, std::vector<std::string>& values,
                         const std::string& help) {
    return app.add_option(names, values, help)->allow_extra_args(false)->take_all();
}

std::pair<std::string, std::string> keyAndValue(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError("--set: expected key=value, got \"" + text + "\"");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

int wholeNumber(const std::string& what, const std::string& text, int low, int high) {
    int value = 0;
    const std::string message = what + ": " + expectedWhole(low, high, text);
    if (!parseWhole(text, value))
        throw UsageError(message);
    if (value < low || value > high)
        throw Error(message);
    return value;
}

std::set<int> wholeNumbersIn(const std::string& what, const std::string& text, int low, int high) {
    static const std::regex list("-?[0-9]+(-[0-9]+)?(,-?[0-9]+(-[0-9]+)?)*");
    const auto problem = [&] {
        return UsageError(
            what + ": " +
            expected(rangeText(low, high) + ", or several such as 0,2-3, the smaller number first", text));
    };
    if (!std::regex_match(text, list))
        throw problem();
    std::set<int> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string piece = text.substr(begin, end - begin);
        const std::size_t dash = piece.find('-', 1);
        const int first = wholeNumber(what, piece.substr(0, dash), low, high);
        const int last = dash == std::string::npos ? first : wholeNumber(what, piece.substr(dash + 1), low, high);
        if (last < first)
            throw problem();
        for (int number = first; number <= last; ++number)
            numbers.insert(number);
        begin = end + 1;
    }
    return numbers;
}

const std::string& oneLine(const std::string& what, const std::string& text) {
    const bool blank = text.find_first_not_of(' ') == std::string::npos;
    if (blank || std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }))
        throw UsageError(what + ": expected a text of one line, got " +
                         (blank ? "an empty one" : "\"" + printable(text) + "\""));
    return text;
}

std::string extensionOf(const std::string& path, const std::vector<std::string>& known) {
    std::string extension = std::filesystem::path(path).extension().string();
    extension = extension.empty() ? extension : extension.substr(1);
    for (char& c : extension)
        c = char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    std::string list;
    for (const std::string& one : known) {
        if (one == extension)
            return extension;
        list += (list.empty() ? "." : ", .") + one;
    }
    throw Error("--out " + path + ": expected a file name that ends in one of " + list);
}

nlohmann::ordered_json typedValue(const OptionRow& row, const std::string& value) {
    switch (row.type) {
    case OptionRow::Type::Integer:
    case OptionRow::Type::Number:
        return parseJson(value, row.name);
    case OptionRow::Type::Flag:
        return value == "true";
    case OptionRow::Type::Choice:
    case OptionRow::Type::Text:
        break;
    }
    return value;
}

std::string optionTable(const std::vector<OptionRow>& rows, const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const OptionRow& row = rows[k];
        const std::string changed = values[k] == row.defaultValue ? "" : "   (default " + row.defaultValue + ")";
        text += "  " + padded(row.name + " = " + values[k], 28) + "  " + row.range() + changed + "\n";
        text += wrapped(row.help, 6);
    }
    return text;
}

} // namespace headlight
