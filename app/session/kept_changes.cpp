#include "session/kept_changes.h"

#include <QJsonObject>
#include <algorithm>

namespace headlight {

namespace {

constexpr double mostScale = 2; // what the control of a head offers

std::optional<Mask> maskFrom(const QString& text) {
    try {
        return Mask::parse(text.toStdString());
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::vector<HeadMask::Cell> cellsFrom(const QJsonArray& kept) {
    std::vector<HeadMask::Cell> cells;
    for (const QJsonValue& value : kept) {
        const QJsonArray cell = value.toArray();
        const int query = cell.at(0).toInt(-1), key = cell.at(1).toInt(-1);
        if (query >= 0 && key >= 0)
            cells.push_back({query, key});
    }
    return cells;
}

} // namespace

QJsonArray keptChanges(const Intervention& intervention) {
    QJsonArray kept;
    for (const auto& [place, change] : intervention) {
        QJsonObject row{{"layer", place.first}, {"head", place.second}, {"scale", double(change.scale)}};
        if (change.mask)
            row["mask"] = QString::fromStdString(change.mask->text());
        QJsonArray cells;
        for (const HeadMask::Cell& cell : change.forbidden)
            cells.append(QJsonArray{qint64(cell.query), qint64(cell.key)});
        if (!cells.isEmpty())
            row["forbidden"] = cells;
        kept.append(row);
    }
    return kept;
}

Intervention recalledChanges(const QJsonArray& kept, const std::vector<HeadInfo>& heads) {
    Intervention changes;
    for (const QJsonValue& value : kept) {
        const QJsonObject row = value.toObject();
        const int layer = row["layer"].toInt(-1), number = row["head"].toInt(-1);
        const auto head = std::find_if(heads.begin(), heads.end(), [&](const HeadInfo& info) {
            return info.layer == layer && info.head == number;
        });
        if (head == heads.end() || !head->changeable)
            continue;
        HeadChange change;
        change.scale = Real(std::clamp(row["scale"].toDouble(1), 0.0, mostScale));
        if (head->maskable()) {
            change.mask = maskFrom(row["mask"].toString());
            change.forbidden = cellsFrom(row["forbidden"].toArray());
        }
        if (!change.isNothing())
            changes[{layer, number}] = change;
    }
    return changes;
}

} // namespace headlight
