#include "viewmodels/map_hover_text.h"

#include "viewmodels/map_names.h"
#include "viewmodels/numbered_tokens.h"

#include <QObject>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

namespace headlight {

QString everyDigit(float value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return QString::fromLatin1(buffer, end - buffer).replace(u'-', u'−');
}

/// A decoder's row is of the pass that writes the next token.
static QString writtenNext(const AttentionMap& map, const QStringList& tokens, int query) {
    if (map.address.stack != Stack::Decoder)
        return {};
    return query + 1 < tokens.size() ? QObject::tr(", writes “%1”").arg(tokens[query + 1])
                                     : QObject::tr(", writes the end");
}

QString hoverTextOf(const AttentionMap& map, const Recording& recording, const QStringList& tokens, int query,
                    int key) {
    const int row = query - int(map.firstQuery), column = key - int(map.firstKey);
    if (column < 0 || column >= map.keys || row < 0 || row >= map.queries)
        return {};
    const QStringList keyTokens = map.keySequence == map.querySequence
                                      ? tokens
                                      : numberedTokens(recording.sequences()[std::size_t(map.keySequence)]);
    const auto name = [](const std::vector<std::string>& names, const QStringList& tokens, int place) {
        return names.empty() ? tokens[place] : QString::fromStdString(names[std::size_t(place)]);
    };
    const MapPart part = map.address.part;
    QString text = QStringLiteral("%1 %2 “%3”").arg(columnNameOf(map)).arg(key).arg(name(map.keyNames, keyTokens, key));
    if (hasQueries(part))
        text.prepend(QStringLiteral("%1 %2 “%3”%4 → ")
                         .arg(rowNameOf(map))
                         .arg(query)
                         .arg(name(map.queryNames, tokens, query), writtenNext(map, tokens, query)));
    const bool hidden = !map.isVisible(row, column);
    std::vector<MapStage> stages = {MapStage::Weight, MapStage::Score,
                                    MapStage::Masked}; // then what a score is made of
    std::copy_if(map.stages.begin(), map.stages.end(), std::back_inserter(stages), isScorePart);
    for (const MapStage stage : stages) {
        const bool isShown = stage == map.stage;
        if (stageWithin(stage, map.stages) != stage)
            continue;
        if (!isShown && (stage == MapStage::Masked || !map.combination.empty()))
            continue;
        text +=
            QStringLiteral("   ") + QString::fromStdString(isAttention(part) ? nameOf(stage) : valueNameOf(map)) + ' ';
        const MapRequest request{map.address, map.querySequence, stage, map.choice, map.between};
        const float value = hidden && !isBeforeMask(stage) ? std::numeric_limits<float>::quiet_NaN()
                            : isShown                      ? map.at(row, column)
                                                           : recording.row(request, row)[std::size_t(column)];
        if (hidden && std::isnan(value)) { // a token that is left out has no score either
            text += QObject::tr("not visible");
        } else {
            text += everyDigit(value);
            if (hidden)
                text += map.markAt(row, column) == CellMark::None ? QObject::tr(", hidden by the mask")
                                                                  : QObject::tr(", hidden");
        }
        if (!map.standardErrors.empty())
            text += QObject::tr(" ± %1, standard error")
                        .arg(map.standardErrors[std::size_t(row * map.keys + column)], 0, 'g', 3);
    }
    if (const CellMark mark = map.markAt(row, column); mark != CellMark::None)
        text += mark == CellMark::Forced ? QObject::tr("   forced by you") : QObject::tr("   forbidden by you");
    if (map.mechanismFeatures > 1)
        text += QStringLiteral("   ") + QString::fromStdString(map.choice.text());
    return text;
}

} // namespace headlight
