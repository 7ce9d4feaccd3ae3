#include "cli/terminal.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/tasks/metric.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <unistd.h>

namespace headlight {

namespace {

[[noreturn]] void cannotPrint() {
    throw Error(std::string("standard output: ") + std::strerror(errno));
}

std::string formatted(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

} // namespace

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        cannotPrint();
}

void printText(std::string_view text) {
    print(printableLines(text));
}

void printData(std::string_view text) {
    if (::isatty(STDOUT_FILENO) != 0)
        printText(text);
    else
        print(text);
}

void printDocument(const nlohmann::ordered_json& document) {
    print(jsonText(document, 2) + "\n");
}

void flushOutput() {
    if (std::fflush(stdout) != 0)
        cannotPrint();
}

void note(const std::string& line) {
    std::fprintf(stderr, "%s\n", printableLines(line).c_str());
}

bool errorIsTerminal() {
    return ::isatty(STDERR_FILENO) != 0;
}

std::size_t width(std::string_view utf8) {
    return std::size_t(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string cut(const std::string& utf8, std::size_t columns) {
    std::size_t begun = 0, end = 0;
    for (std::size_t k = 0; k < utf8.size() && begun <= columns; ++k)
        if ((utf8[k] & 0xC0) != 0x80 && begun++ == columns - 1)
            end = k;
    return begun <= columns ? utf8 : utf8.substr(0, end) + "…";
}

std::string padded(const std::string& text, std::size_t columns, bool right) {
    const std::string space(columns - std::min(columns, width(text)), ' ');
    return right ? space + text : text + space;
}

std::size_t widestCellOfOutput() {
    constexpr std::size_t whole = 1000;
    return ::isatty(STDOUT_FILENO) != 0 ? widestCell : whole;
}

std::string table(const std::vector<std::vector<std::string>>& rows, const std::vector<std::size_t>& right,
                  std::size_t widest) {
    std::vector<std::vector<std::string>> cells = rows;
    std::vector<std::size_t> widths;
    for (auto& row : cells) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) {
            row[c] = cut(printable(row[c], 4 * widest), widest); // a character has up to four bytes
            widths[c] = std::max(widths[c], width(row[c]));
        }
    }
    std::string text;
    for (const auto& row : cells) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c)
            line +=
                (c ? "  " : "") + padded(row[c], widths[c], std::find(right.begin(), right.end(), c) != right.end());
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t columns) {
    std::istringstream words(text);
    const std::string margin(indent, ' ');
    std::string lines, line;
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + width(line) + 1 + width(word) > columns) {
            lines += margin + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? lines : lines + margin + line + "\n";
}

std::string percent(double share) {
    return share < 0 || std::isnan(share) ? "—" : formatted("%.2f %%", 100 * share);
}

std::string metricValue(const std::string& name, double value) {
    if (std::isnan(value))
        return "—";
    const Metric* metric = findMetric(name);
    return metric && metric->unit == MetricUnit::Share ? percent(value) : formatted("%.4f", value);
}

std::string metricsText(const std::vector<MetricValue>& metrics) {
    std::string text;
    for (const MetricValue& metric : metrics)
        text += (text.empty() ? "" : ", ") + metric.name + " " + metricValue(metric.name, metric.value);
    return text;
}

std::string brief(double number) {
    return formatted("%.4g", number);
}

std::string changed(double change) {
    if (change == 0)
        return "0";
    constexpr double smallest = 0.00005; // that four decimals show
    return formatted(std::fabs(change) < smallest ? "%+.0e" : "%+.4f", change);
}

std::string counted(std::int64_t number, const std::string& noun) {
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string duration(double seconds) {
    const std::int64_t whole = std::llround(std::fmin(std::fmax(seconds, 0), 1e15)); // a checkpoint's may be any
    if (whole < 60)
        return std::to_string(whole) + " s";
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

} // namespace headlight
