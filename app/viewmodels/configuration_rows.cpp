#include "viewmodels/configuration_rows.h"

#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/models/weights/gguf_file.h"
#include "engine/models/weights/gguf_value.h"
#include "engine/models/weights/weights_formats.h"
#include "wording/shown_text.h"

#include <QFileInfo>
#include <QObject>
#include <algorithm>

namespace headlight {

namespace {

using ConfigurationJson = nlohmann::ordered_json;

constexpr qsizetype mostRows = 5000;
constexpr std::uint64_t longestConfiguration = std::uint64_t(16) << 20;

bool isOneValue(const ConfigurationJson& value) {
    return !value.is_structured() || value.empty() ||
           (value.is_array() &&
            std::none_of(value.begin(), value.end(), [](const auto& entry) { return entry.is_structured(); }));
}

QString valueText(const ConfigurationJson& value) {
    return shownText(value.is_string() ? value.get<std::string>() : jsonText(value));
}

void addRows(const ConfigurationJson& object, int depth, QList<ConfigurationRow>& rows) {
    for (const auto& [name, value] : object.items()) { // of a list by its places
        const bool isLeaf = isOneValue(value);
        rows.append({depth, shownText(name), isLeaf ? valueText(value) : QString()});
        if (!isLeaf)
            addRows(value, depth + 1, rows);
    }
}

QString valueText(const GgufValue& value) {
    if (const auto text = value.text())
        return shownText(*text);
    if (const auto boolean = value.boolean())
        return *boolean ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto integer = value.integer())
        return QString::number(*integer);
    if (const auto number = value.number())
        return QString::number(*number);
    return QString::fromStdString(value.description());
}

QList<ConfigurationRow> rowsOfFile(const std::filesystem::path& path) {
    QList<ConfigurationRow> rows;
    if (const auto gguf = std::dynamic_pointer_cast<const GgufFile>(openWeights(path)))
        for (const std::string& key : gguf->keys())
            rows.append({0, shownText(key), valueText(*gguf->find(key))});
    return rows;
}

} // namespace

QList<ConfigurationRow> configurationRows(const QString& model) {
    QList<ConfigurationRow> rows;
    const std::filesystem::path place = model.toStdString();
    if (!QFileInfo(model).isDir()) {
        rows = rowsOfFile(place);
    } else if (std::error_code ignored; std::filesystem::exists(place / "config.json", ignored)) {
        const std::filesystem::path path = place / "config.json";
        addRows(parseJson(readFile(path, longestConfiguration), path.string()), 0, rows);
    }
    if (const qsizetype more = rows.size() - mostRows; more > 0) {
        rows.resize(mostRows);
        rows.append({0, QStringLiteral("…"), QObject::tr("%L1 more entries").arg(more)});
    }
    return rows;
}

} // namespace headlight
