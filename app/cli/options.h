#pragma once

#include "cli/cli11_names.h"
#include "engine/core/config.h"
#include "engine/core/error.h"

#include <cstdint>
#include <limits>
#include <set>

namespace headlight {

/// The command line itself is wrong: an argument is missing, is none that its option takes, or does not go together
/// with another one. Exit code 2, where everything else that goes wrong is 1.
class UsageError : public Error {
public:
    using Error::Error;
};

/// Runs work that reads the arguments alone: an Error there is one of usage.
template <class Work>
auto asUsage(const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

/// What an option takes: whole numbers of a range, or one of some words. The message says what was expected.
CLI::Validator wholeNumbers(std::int64_t low, std::int64_t high);
CLI::Validator numbersWithin(double low, double high);
CLI::Validator oneOf(const std::vector<std::string>& words);
/// "a, b or c"
std::string alternativesOf(const std::vector<std::string>& words);
constexpr std::int64_t largestId = std::numeric_limits<std::int32_t>::max(); ///< of runs and sweeps

/// A repeatable option with one value each time, so that it never swallows what follows it.
CLI::Option* addRepeated(CLI::App& app, const std::string& names, std::vector<std::string>& values,
                         const std::string& help);

/// "key=value" → key, value. UsageError when there is no "=".
std::pair<std::string, std::string> keyAndValue(const std::string& text);

/// A whole number within [low, high]; "what: expected low … high, got …" is a UsageError for what is no number at all,
/// and an Error for one out of the range, which may be that of a model.
int wholeNumber(const std::string& what, const std::string& text, int low, int high);

/// The same of several: "0,2-3".
std::set<int> wholeNumbersIn(const std::string& what, const std::string& text, int low, int high);

/// The text itself; UsageError when it is blank or has line breaks or other control characters.
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
