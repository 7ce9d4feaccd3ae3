#include "cli/attend_vectors.h"

#include "cli/options.h"
#include "engine/analysis/query_products.h"
#include "engine/core/json_text.h"
#include "figure/value_table.h"
#include "viewmodels/map_archive.h"
#include "views/map_table.h"

#include <cmath>

namespace headlight {

namespace {

QString vectorNumber(float number) {
    return std::isfinite(number) ? exactNumber(number) : QString();
}

std::string numberList(const std::vector<float>& numbers) {
    std::string text = "[";
    for (const float number : numbers) {
        const std::string digits = vectorNumber(number).toStdString();
        text += (text.size() > 1 ? "," : "") + (digits.empty() ? "null" : digits);
    }
    return text + "]";
}

/// What is written: of which kind, a row for each token.
struct VectorRows {
    VectorKind kind;
    Index query = -1; ///< of products
    HeadVectors all;
    std::vector<std::string> tokens;
    Index features = 0;
    std::vector<float> values; ///< [tokens × features]
    std::vector<QueryProducts::Column> columns = {};
};

VectorRows rowsOf(const AttendShown& shown, const HeadInfo& head, const AttendOptions& options) {
    auto found = shown.recording.vectors(head.address, shown.sequence, shown.check);
    if (!found)
        throw Error("--vectors: the scores of head " + head.address.text() +
                    " are no products of a query with a key; there are none to be shown");
    VectorRows rows{choiceOf(vectorKindNames(), options.vectors), -1, std::move(*found), {}, {}, {}};
    const HeadVectors& all = rows.all;
    const int keySequence = keySequenceOf(head.address.part, shown.sequence);
    const int sequence = rows.kind == VectorKind::Query ? shown.sequence : keySequence;
    rows.tokens = all.names.empty() ? tokenTexts(shown.recording.sequences()[std::size_t(sequence)]) : all.names;
    rows.features = rows.kind == VectorKind::Value ? all.valueFeatures : all.features;
    if (rows.kind != VectorKind::Product) {
        rows.values = rows.kind == VectorKind::Query ? all.query : rows.kind == VectorKind::Key ? all.key : all.value;
        return rows;
    }
    rows.query = wholeNumber("--query", options.query, 0, int(all.queries) - 1);
    QueryProducts products = queryProducts(shown.recording, all, head.address, shown.sequence, rows.query, shown.check);
    rows.values = std::move(products.byFeature);
    rows.columns = std::move(products.columns);
    return rows;
}

/// The heads that have these keys and values, itself among them.
std::vector<std::string> sharersOf(const HeadInfo& head, const HeadVectors& vectors) {
    std::vector<std::string> sharers;
    MapAddress other = head.address;
    for (Index k = 0; k < vectors.sharing; ++k) {
        other.head = int(vectors.keyHead * vectors.sharing + k);
        sharers.push_back(other.text());
    }
    return sharers;
}

std::string vectorDocument(const AttendShown& shown, const HeadInfo& head, const VectorRows& rows) {
    nlohmann::ordered_json opening = {{"model", shown.folder},
                                      {"layer", head.address.layer},
                                      {"head", head.address.head},
                                      {"address", head.address.text()},
                                      {"vectors", choiceText(vectorKindNames(), rows.kind)},
                                      {"scale", rows.all.scale}};
    if (rows.all.softCap != 0)
        opening["soft_cap"] = rows.all.softCap;
    if (rows.all.sharing > 1) {
        opening["key_head"] = rows.all.keyHead;
        opening["shared_by"] = sharersOf(head, rows.all);
    }
    for (const RotaryPlane& plane : rows.all.planes)
        opening["planes"].push_back({{"features", {plane.first, plane.second}}, {"frequency", plane.frequency}});
    opening["tokens"] = rows.tokens;
    if (rows.query >= 0)
        opening["query"] = rows.query;
    opening["shape"] = {rows.tokens.size(), rows.features};
    std::string text = "{" + (shown.changes.empty() ? "" : alteredEntry(shown.changes)) + jsonText(opening).substr(1);
    text.pop_back();
    text += ", \"values\": " + numberList(rows.values);
    for (const QueryProducts::Column& column : rows.columns)
        text += ", \"" + column.name + "\": " + numberList(column.values);
    return text + "}\n";
}

} // namespace

void checkVectorOptions(const AttendOptions& options) {
    if (options.vectors.empty())
        return;
    const bool isOfQuery = options.vectors == choiceText(vectorKindNames(), VectorKind::Product);
    if (isOfQuery && options.query.empty())
        throw UsageError("--vectors product: say with --query N whose, a position from 0");
    if (!isOfQuery && !options.query.empty())
        throw UsageError("--query: it is of --vectors product, leave it out");
    for (const auto& [name, isGiven] :
         {std::pair("--stage", !options.stage.empty()), std::pair("--features", !options.feature.empty()),
          std::pair("--combine", !options.combine.empty()), std::pair("--between", options.between != "all"),
          std::pair("--effects", options.effects), std::pair("--statistics", options.statistics),
          std::pair("--lens", options.lens), // and vectors are of all tokens as the model has them
          std::pair("--pieces words", options.pieces == nameOf(PieceDisplay::Words)),
          std::pair("--specials", options.specials != nameOf(MarkDisplay::Shown))})
        if (isGiven)
            throw UsageError("--vectors: it does not go together with " + std::string(name));
}

void writeVectors(const AttendShown& shown, const HeadInfo& head, const AttendOptions& options, bool asCsv,
                  const std::function<void(std::string_view)>& write) {
    const VectorRows rows = rowsOf(shown, head, options);
    if (!asCsv)
        return write(vectorDocument(shown, head, rows));
    QStringList line = {QStringLiteral("token")};
    for (Index feature = 0; feature < rows.features; ++feature)
        line << QString::number(feature);
    for (const QueryProducts::Column& column : rows.columns)
        line << QString::fromStdString(column.name);
    write(csvLine(markedHeader(line, shown.origin())).toStdString());
    for (std::size_t token = 0; token < rows.tokens.size(); ++token) {
        line = {QString::fromStdString(rows.tokens[token])};
        for (Index feature = 0; feature < rows.features; ++feature)
            line << vectorNumber(rows.values[token * std::size_t(rows.features) + std::size_t(feature)]);
        for (const QueryProducts::Column& column : rows.columns)
            line << vectorNumber(column.values[token]);
        write(csvLine(line).toStdString());
    }
}

} // namespace headlight
