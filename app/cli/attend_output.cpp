#include "cli/attend_output.h"

#include "cli/terminal.h"
#include "core/files.h"
#include "core/json_text.h"
#include "models/alterations.h"
#include "models/map_archive.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string& text) {
    return jsonText(text);
}

/// Shortest text that reads back as the same number.
void append(std::string& text, float number) {
    if (!std::isfinite(number)) {
        text += "null";
        return;
    }
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

std::string mapHeader(const AttentionMap& map) {
    std::string text = "{\"layer\": " + std::to_string(map.layer) + ", \"head\": " + std::to_string(map.head) +
                       ", \"kind\": \"" + nameOf(map.kind) + "\", \"stage\": \"" + nameOf(map.stage) +
                       "\", \"mask\": " + quoted(map.mask) + ", \"shape\": " + jsonText(shapeOf(map));
    if (map.kind != MapKind::TokenToToken && map.kind != MapKind::SourceToToken) // numbered after the heads
        text += ", \"label\": " + quoted(map.label);
    if (map.mechanismFeatures > 1 && map.features == 1)
        text += ", \"features\": " + quoted(map.choice.text());
    if (!map.queryNames.empty())
        text += ", \"queries\": " + jsonText(map.queryNames);
    if (!map.keyNames.empty())
        text += ", \"keys\": " + jsonText(map.keyNames);
    return text + ", \"values\": [";
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string field = "\"";
    for (const char c : text)
        field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + "\"";
}

} // namespace

std::string headTitle(const AttentionMap& map) {
    const std::string head = "head " + std::to_string(map.head);
    return "layer " + std::to_string(map.layer) + ", " + head + (map.label == head ? "" : " (" + map.label + ")");
}

static std::string errorsEntry(const AttentionMap& map) {
    std::string text = ", \"standard_errors\": [";
    for (std::size_t k = 0; k < map.standardErrors.size(); ++k) {
        text += k > 0 ? "," : "";
        append(text, map.standardErrors[k]);
    }
    return text + "]";
}

static void writeSide(const std::vector<std::string>& tokens, std::size_t leftOut,
                      const std::vector<AttentionMap>& maps, const std::function<void(std::string_view)>& write) {
    write("\"tokens\": " + jsonText(tokens) + ",\n");
    if (leftOut > 0)
        write("\"left_out\": " + std::to_string(leftOut) + ",\n");
    write("\"maps\": [");
    for (std::size_t m = 0; m < maps.size(); ++m) {
        const AttentionMap& map = maps[m];
        write((m ? ",\n" : "\n") + mapHeader(map));
        std::string row;
        for (Index query = 0; query < map.queries; ++query) {
            row.clear();
            for (Index key = 0; key < map.keys; ++key)
                for (Index feature = 0; feature < map.features; ++feature) {
                    row += query + key + feature > 0 ? "," : "";
                    if (isBlank(map, query, key))
                        row += "null";
                    else
                        append(row, map.at(query, key, feature));
                }
            write(row);
        }
        write("]");
        if (!map.standardErrors.empty())
            write(errorsEntry(map));
        write("}");
    }
    write("\n]");
}

/// "altered": [{"layer": 0, "head": 1, "scale": 0}, …]
static std::string alteredEntry(const Intervention& changes) {
    std::string text;
    for (const auto& [place, change] : changes) {
        text += (text.empty() ? "" : ", ") + ("{\"layer\": " + std::to_string(place.first)) +
                ", \"head\": " + std::to_string(place.second);
        if (change.scale != Real(1)) {
            text += ", \"scale\": ";
            append(text, float(change.scale));
        }
        if (change.mask)
            text += ", \"mask\": " + quoted(change.mask->text());
        text += "}";
    }
    return "\"altered\": [" + text + "],\n";
}

void writeAttendJson(const std::string& model, const Analysis& analysis, const Intervention& changes,
                     const std::function<void(std::string_view)>& write) {
    write("{\n\"model\": " + quoted(model) + ",\n");
    if (!changes.empty())
        write(alteredEntry(changes));
    writeSide(analysis.tokens, analysis.leftOut, analysis.maps, write);
    if (!analysis.secondTokens.empty()) {
        write(",\n\"second\": {");
        writeSide(analysis.secondTokens, analysis.secondLeftOut, analysis.secondMaps, write);
        write("}");
    }
    Json prediction = {
        {"labels", analysis.labels}, {"probabilities", analysis.probabilities}, {"logits", analysis.logits}};
    if (analysis.score)
        prediction["score"] = *analysis.score;
    write(",\n\"prediction\": " + jsonText(prediction) + "\n}\n");
}

void writeAttendCsv(const AttentionMap& map, const std::vector<std::string>& tokens, const Intervention& changes,
                    const std::function<void(std::string_view)>& write) {
    const bool pairs = hasQueries(map.kind);
    const std::vector<std::string>&queries = map.queryNames.empty() ? tokens : map.queryNames,
          &keys = map.keyNames.empty() ? tokens : map.keyNames;
    std::string line = pairs ? "query\\key" : "key";
    if (const std::string note = estimateNote(map); !note.empty())
        line += " (" + note + ")";
    if (!changes.empty())
        line += " (altered: " + alterationsText(changes).toStdString() + ")";
    line = csvField(line);
    for (const std::string& key : keys)
        line += "," + csvField(key);
    write(line + "\n");
    for (Index query = 0; query < map.queries; ++query) {
        line = pairs ? csvField(queries[std::size_t(query)]) : valueNameOf(map);
        for (Index key = 0; key < map.keys; ++key) {
            line += ",";
            if (!isBlank(map, query, key))
                append(line, map.at(query, key));
        }
        line += "\n";
        write(line);
    }
}

namespace {

constexpr std::size_t strongest = 6; ///< pairs or tokens listed of a map
constexpr std::size_t mostClasses = 10;

std::string nameAt(const Analysis& analysis, const std::vector<std::string>& names, Index position) {
    return printable((names.empty() ? analysis.tokens : names)[std::size_t(position)], longestWord);
}

/// "cat → sat 0.93": the largest weights of a map, one of each query at most.
std::string strongestOf(const Analysis& analysis, const AttentionMap& map) {
    struct Cell {
        float weight;
        Index query, key;
    };
    const auto errorOf = [&](Index query, Index key) {
        return map.standardErrors.empty()
                   ? std::string()
                   : " ± " + brief(double(map.standardErrors[std::size_t(query * map.keys + key)]));
    };
    std::vector<Cell> cells;
    for (Index query = 0; query < map.queries; ++query) {
        Cell top = {-1, query, 0};
        for (Index key = 0; key < map.keys; ++key) {
            if (!hasQueries(map.kind))
                cells.push_back({map.at(query, key), query, key});
            else if (map.isVisible(query, key) && map.at(query, key) > top.weight)
                top = {map.at(query, key), query, key};
        }
        if (top.weight >= 0)
            cells.push_back(top);
    }
    std::stable_sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.weight > b.weight; });
    cells.resize(std::min(cells.size(), strongest));
    std::string text;
    for (const Cell& cell : cells)
        text += (text.empty() ? "" : ",  ") +
                (hasQueries(map.kind) ? nameAt(analysis, map.queryNames, cell.query) + " → " : std::string()) +
                nameAt(analysis, map.keyNames, cell.key) + " " + brief(double(cell.weight)) +
                errorOf(cell.query, cell.key);
    return text.empty() ? "every query is masked" : text;
}

std::string predictionText(const Analysis& analysis) {
    std::vector<std::size_t> order(analysis.labels.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return analysis.probabilities[a] > analysis.probabilities[b]; });
    order.resize(std::min(order.size(), mostClasses));
    std::vector<std::vector<std::string>> rows = {{analysis.score ? "level" : "prediction", "probability", "logit"}};
    for (const std::size_t k : order)
        rows.push_back({printable(analysis.labels[k], longestWord), percent(analysis.probabilities[k]),
                        brief(analysis.logits[k])});
    return (analysis.score ? "score " + brief(*analysis.score) + "\n" : std::string()) + table(rows, {1, 2});
}

} // namespace

static std::string mapsText(const Analysis& analysis) {
    std::string text;
    for (const AttentionMap& map : analysis.maps) {
        text += "\n" + headTitle(map) + ", " + nameOf(map.kind) + (map.mask.empty() ? "" : ", mask " + map.mask) +
                (map.mechanismFeatures > 1 ? ", " + map.choice.text() : "") + "\n";
        text += "  " + strongestOf(analysis, map) + "\n";
    }
    return text;
}

/// "altered: head 0.0 off, head 0.1 mask all"
static std::string alteredLine(const Intervention& changes) {
    std::string text;
    for (const auto& [place, change] : changes) {
        const std::string head = "head " + std::to_string(place.first) + "." + std::to_string(place.second);
        if (change.scale != Real(1))
            text += (text.empty() ? "" : ", ") + head +
                    (change.scale == Real(0) ? " off" : " scaled by " + brief(double(change.scale)));
        if (change.mask)
            text += (text.empty() ? "" : ", ") + head + " mask " + change.mask->text();
    }
    return text.empty() ? text : "altered: " + text + "\n";
}

std::string attendText(const Analysis& analysis, const Intervention& changes) {
    std::string text = alteredLine(changes) + predictionText(analysis);
    if (analysis.secondTokens.empty())
        return text + mapsText(analysis);
    return text + "\nFirst sentence\n" + mapsText(analysis) + "\nSecond sentence\n" + mapsText(analysis.ofSecond());
}

} // namespace headlight
