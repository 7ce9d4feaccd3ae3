#include "session/changes_json.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/masks/mask.h"
#include "engine/models/change_json.h"
#include "engine/results/head_scale.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace headlight {

namespace {

std::optional<std::string> maskFrom(const QString& text) {
    try {
        return Mask::parse(text.toStdString()).text();
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::vector<HeadCell> cellsFrom(const QJsonArray& kept) {
    std::vector<HeadCell> cells;
    for (const QJsonValue value : kept) {
        const QJsonArray cell = value.toArray();
        const int query = cell.at(0).toInt(-1), key = cell.at(1).toInt(-1), sequence = cell.at(2).toInt(0);
        if (query >= 0 && key >= 0 && sequence >= 0)
            cells.push_back({query, key, sequence});
    }
    return cells;
}

std::vector<ForcedCell> forcedFrom(const QJsonArray& kept) {
    std::map<HeadCell, double> weights;
    for (const QJsonValue value : kept) {
        const QJsonArray cell = value.toArray();
        const int query = cell.at(0).toInt(-1), key = cell.at(1).toInt(-1), sequence = cell.at(3).toInt(0);
        const double weight = cell.at(2).toDouble(-1);
        if (query >= 0 && key >= 0 && sequence >= 0 && weight >= 0 && weight <= 1)
            weights[{query, key, sequence}] = weight;
    }
    std::vector<ForcedCell> cells;
    for (const auto& [cell, weight] : weights)
        cells.push_back({cell.query, cell.key, weight, cell.sequence});
    return cells;
}

/// From [2, 0], say; of features that the head has.
std::map<Index, double> featuresFrom(const QJsonArray& kept, const HeadInfo& head) {
    std::map<Index, double> factors;
    for (const QJsonValue value : kept) {
        const QJsonArray pair = value.toArray();
        const Index feature = pair.at(0).toInt(-1);
        const double factor = std::clamp(pair.at(1).toDouble(1), -mostHeadScale, mostHeadScale);
        if (feature >= 0 && feature < head.features && factor != 1)
            factors[feature] = factor;
    }
    return factors;
}

/// Until they were pairs, features were an object: "2": 0, say.
QJsonArray pairsOf(const QJsonValue& kept) {
    if (kept.isArray())
        return kept.toArray();
    QJsonArray pairs;
    const QJsonObject object = kept.toObject();
    for (auto at = object.begin(); at != object.end(); ++at) {
        bool isNumber = false;
        if (const int feature = at.key().toInt(&isNumber); isNumber)
            pairs.append(QJsonArray{feature, at.value()});
    }
    return pairs;
}

} // namespace

QJsonArray changesToJson(const Intervention& intervention) {
    QJsonArray kept;
    for (const auto& [place, change] : intervention)
        kept.append(QJsonDocument::fromJson(QByteArray::fromStdString(jsonText(changeJson(place, change)))).object());
    for (const TokenPlace& place : intervention.leftOut)
        kept.append(QJsonObject{{"left_out", place.token}, {"sequence", place.sequence}});
    return kept;
}

Intervention changesFromJson(const QJsonArray& kept, const std::vector<HeadInfo>& heads) {
    Intervention changes;
    for (const QJsonValue value : kept) {
        const QJsonObject row = value.toObject();
        if (row.contains("left_out")) {
            const TokenPlace place{row["sequence"].toInt(-1), row["left_out"].toInt(-1)};
            if (place.sequence >= 0 && place.token >= 0)
                changes.leftOut.insert(place);
            continue;
        }
        // Until addresses were kept, layer and head were.
        const QString place = row.contains("address")
                                  ? row["address"].toString()
                                  : QStringLiteral("%1.%2").arg(row["layer"].toInt(-1)).arg(row["head"].toInt(-1));
        const HeadInfo* head = headAt(heads, place.toStdString());
        if (!head || !head->changeable)
            continue;
        HeadChange change;
        change.scale = std::clamp(row["scale"].toDouble(1), -mostHeadScale, mostHeadScale);
        if (head->maskable()) {
            change.mask = maskFrom(row["mask"].toString());
            change.forbidden = cellsFrom(row["forbidden"].toArray());
            change.forced = forcedFrom(row["forced"].toArray());
        }
        if (head->hasFeatures())
            change.features = featuresFrom(pairsOf(row["features"]), *head);
        if (!change.isNothing())
            changes[head->address] = change;
    }
    return changes;
}

} // namespace headlight
