#pragma once

#include "engine/core/grouped.h"
#include "engine/tasks/evaluation.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Results, to standard output. Error when they can't be written (a full disk, a closed pipe).
void print(std::string_view text);
/// The same for people: what is not printable() in a line of it is shown as "?", since labels, words and names are
/// foreign text.
void printText(std::string_view text);
/// Data for other programs, as they are; on a terminal as printText(), which they might steer.
void printData(std::string_view text);
void printDocument(const nlohmann::ordered_json& document);
void flushOutput();

/// One line to standard error: messages and progress, made printable as above.
void note(const std::string& line);
/// Standard error is a terminal: a line may be drawn over.
bool errorIsTerminal();

constexpr std::size_t longestWord = 60; ///< bytes of a word or label in a text for people; printable() shortens it

/// Characters on screen; every code point counts as one.
std::size_t width(std::string_view utf8);
/// Of at most `columns` characters, the last one "…" where some are left out.
std::string cut(const std::string& utf8, std::size_t columns);
/// Filled with spaces, on the left for numbers.
std::string padded(const std::string& text, std::size_t columns, bool right = false);
constexpr std::size_t widestCell = 80; ///< characters of a table's cell; the rest of a longer text is "…"

/// Columns two spaces apart; the first row is the header. Columns named in `right` (by number) are aligned right. Cells
/// are printable and cut at `widest` characters.
std::string table(const std::vector<std::vector<std::string>>& rows, const std::vector<std::size_t>& right = {},
                  std::size_t widest = widestCell);
/// For a table whose cells may be read by a program: none is cut unless standard output is a terminal.
std::size_t widestCellOfOutput();
/// Lines of at most `columns` characters, each after `indent`.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t columns = 100);

/// "91.2 %", "—" for a negative number (nothing there).
std::string percent(double share);
/// A metric's value: shares in per cent, others as they are. The second form: "pearson 0.7123, spearman …".
std::string metricValue(const std::string& name, double value);
std::string metricsText(const std::vector<MetricValue>& metrics);
/// Four significant digits.
std::string brief(double number);
/// "+0.1234"; one that is smaller keeps its size, "-2e-05", and none is "0".
std::string changed(double change);
/// "1 step", "1,234 steps".
std::string counted(std::int64_t number, const std::string& noun);
/// "42 s", "3 min 20 s", "1 h 5 min".
std::string duration(double seconds);

} // namespace headlight
