#include "session/changes_json.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/masks/mask.h"
#include "engine/models/change_json.h"
#include "engine/results/head_scale.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <set>

namespace headlight {

namespace {

std::optional<std::string> maskFrom(const QString& text) {
    try {
        return Mask::parse(text.toStdString()).text();
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// A query, a key, perhaps a weight, and the sequence unless it is the first.
std::optional<HeadCell> cellFrom(const QJsonArray& parts, int placeOfSequence, int sequences) {
    const HeadCell cell{parts.at(0).toInt(-1), parts.at(1).toInt(-1), parts.at(placeOfSequence).toInt(0)};
    const bool isOne = cell.query >= 0 && cell.key >= 0 && cell.sequence >= 0 && cell.sequence < sequences;
    return isOne ? std::optional(cell) : std::nullopt;
}

void readCells(const QJsonObject& row, int sequences, HeadChange& change) {
    std::set<HeadCell> named;
    for (const QJsonValue value : row["forced"].toArray()) {
        const QJsonArray parts = value.toArray();
        const double weight = parts.at(2).toDouble(-1);
        const auto cell = cellFrom(parts, 3, sequences);
        if (cell && weight >= 0 && weight <= 1 && named.insert(*cell).second)
            change.forced.push_back({cell->query, cell->key, weight, cell->sequence});
    }
    for (const QJsonValue value : row["forbidden"].toArray())
        if (const auto cell = cellFrom(value.toArray(), 2, sequences); cell && named.insert(*cell).second)
            change.forbidden.push_back(*cell);
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

Intervention changesFromJson(const QJsonArray& kept, const std::vector<HeadInfo>& heads, int sequences) {
    Intervention changes;
    for (const QJsonValue value : kept) {
        const QJsonObject row = value.toObject();
        if (row.contains("left_out")) {
            const TokenPlace place{row["sequence"].toInt(-1), row["left_out"].toInt(-1)};
            if (place.sequence >= 0 && place.sequence < sequences && place.token >= 0)
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
            readCells(row, sequences, change);
        }
        if (head->hasFeatures())
            change.features = featuresFrom(pairsOf(row["features"]), *head);
        if (!change.isNothing())
            changes[head->address] = change;
    }
    return changes;
}

} // namespace headlight
