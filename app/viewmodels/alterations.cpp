#include "viewmodels/alterations.h"

#include "engine/models/seen_changes.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/map_names.h"
#include "viewmodels/numbered_tokens.h"
#include "wording/shown_text.h"

#include <algorithm>

namespace headlight {

/// Features that are scaled alike.
static std::map<double, std::vector<Index>> byFactor(const std::map<Index, double>& features) {
    std::map<double, std::vector<Index>> factors;
    for (const auto& [feature, factor] : features)
        factors[factor].push_back(feature);
    return factors;
}

/// By what stands there; of a place that the text has not, and of a text that is not known, by its number.
static QStringList leftOutOf(const Intervention& changes, const Recording* recording) {
    QStringList parts;
    QString readWhole;
    for (const TokenPlace& place : changes.leftOut) {
        if (!recording) {
            parts << AttendModel::tr("token %1 is left out").arg(place.token);
            continue;
        }
        const auto& sequences = recording->sequences();
        if (std::size_t(place.sequence) >= sequences.size())
            continue;
        const auto& tokens = sequences[std::size_t(place.sequence)].tokens;
        if (std::size_t(place.token) >= tokens.size() || tokens[std::size_t(place.token)].special)
            continue;
        if (tokens[std::size_t(place.token)].leftOut)
            parts << AttendModel::tr("“%1” is left out")
                         .arg(numberedTokens(sequences[std::size_t(place.sequence)])[place.token]);
        else // nothing would be left of it
            readWhole = AttendModel::tr("all words of this text are left out: it is read whole");
    }
    if (!readWhole.isEmpty())
        parts << readWhole;
    return parts;
}

QString cellName(const HeadCell& cell, const QStringList& queries, const QStringList& keys) {
    return QStringLiteral("“%1” → “%2”").arg(queries[cell.query], keys[cell.key]);
}

/// The same, of a pair with the sentence; by its place where the text is not known.
static QString cellName(const HeadCell& cell, MapPart part, const Recording* recording) {
    if (!recording)
        return QStringLiteral("%1 → %2").arg(cell.query).arg(cell.key);
    const auto tokensOf = [recording](int sequence) {
        return numberedTokens(recording->sequences()[std::size_t(sequence)]);
    };
    return withSequence(cellName(cell, tokensOf(cell.sequence), tokensOf(keySequenceOf(part, cell.sequence))),
                        *recording, cell.sequence);
}

constexpr std::size_t namedCells = 3; // that are named one by one

static QStringList namesOf(const std::vector<HeadCell>& cells, MapPart part, const Recording* recording) {
    QStringList names;
    for (const HeadCell& cell : cells)
        if (cells.size() <= namedCells)
            names << cellName(cell, part, recording);
    return names;
}

/// What the forced cells of its row are together.
static double forcedInRow(const std::vector<ForcedCell>& cells, const ForcedCell& of) {
    double sum = 0;
    for (const ForcedCell& cell : cells)
        if (cell.query == of.query && cell.sequence == of.sequence)
            sum += cell.weight;
    return sum;
}

/// With their weights: "“the” → “city” = 0.8, scaled to 0.5". Of many cells only whether any is scaled.
static QStringList namesOf(const std::vector<ForcedCell>& cells, MapPart part, const Recording* recording) {
    QStringList names;
    bool isAnyScaled = false;
    for (const ForcedCell& cell : cells) {
        const double row = forcedInRow(cells, cell);
        isAnyScaled |= row > 1;
        const QString name = cellName(cell.place(), part, recording) + QStringLiteral(" = %1").arg(cell.weight);
        names << (row > 1 ? AttendModel::tr("%1, scaled to %2").arg(name).arg(cell.weight / row, 0, 'g', 3) : name);
    }
    if (cells.size() <= namedCells)
        return names;
    return isAnyScaled ? QStringList{AttendModel::tr("rows above 1 are scaled to 1")} : QStringList();
}

/// "layer 0 · head 1 has 2 forbidden cells", and which.
static QString cellsText(const QString& head, std::size_t count, const QString& what, const QStringList& names) {
    const QString text = AttendModel::tr("%1 has %2 %3 %4")
                             .arg(head)
                             .arg(count)
                             .arg(what, count == 1 ? AttendModel::tr("cell") : AttendModel::tr("cells"));
    return names.isEmpty() ? text : QStringLiteral("%1: %2").arg(text, names.join(QStringLiteral(", ")));
}

QStringList alterationsOf(const Intervention& all, const Recording* shown, std::size_t mostFeatures) {
    const Recording* const recording = shown ? &shown->asRead() : nullptr; // whose places they are
    QStringList parts = leftOutOf(all, recording);
    const Intervention changes = recording ? seenIn(all, recording->sequences()) : all;
    for (const auto& [place, change] : changes) {
        const QString name = recording ? headName(place, *recording) : headName(place, QString());
        if (change.scale == 0)
            parts << AttendModel::tr("%1 is off").arg(name);
        else if (change.scale != 1)
            parts << AttendModel::tr("%1 is scaled by %2").arg(name).arg(change.scale, 0, 'g', 3);
        for (const auto& [factor, features] : byFactor(change.features)) {
            const QString which =
                features.size() > mostFeatures
                    ? AttendModel::tr("%1 features").arg(features.size())
                    : (features.size() == 1 ? AttendModel::tr("feature %1") : AttendModel::tr("features %1"))
                          .arg(QString::fromStdString(rangesText(features)));
            parts << (factor == 0 ? AttendModel::tr("%1 has %2 off").arg(name, which)
                                  : AttendModel::tr("%1 has %2 scaled by %3").arg(name, which).arg(factor, 0, 'g', 3));
        }
        if (change.mask)
            parts << AttendModel::tr("%1 has the mask %2").arg(name, QString::fromStdString(*change.mask));
        if (!change.forbidden.empty())
            parts << cellsText(name, change.forbidden.size(), AttendModel::tr("forbidden"),
                               namesOf(change.forbidden, place.part, recording));
        if (!change.forced.empty())
            parts << cellsText(name, change.forced.size(), AttendModel::tr("forced"),
                               namesOf(change.forced, place.part, recording));
    }
    return parts;
}

QString alterationsText(const Intervention& changes, const Recording* recording, qsizetype most) {
    constexpr std::size_t fewFeatures = 4;
    const bool isWhole = most == std::numeric_limits<qsizetype>::max();
    const QStringList parts =
        isWhole ? alterationsOf(changes, recording) : alterationsOf(changes, recording, fewFeatures);
    const QString text = parts.mid(0, most).join("; ");
    return parts.size() <= most ? text
                                : AttendModel::tr("%1; and %2 more").arg(text, QString::number(parts.size() - most));
}

} // namespace headlight
