#include "panels/attend/map_views.h"

#include "engine/models/model.h"
#include "session/open_model.h"
#include "viewmodels/map_names.h"
#include "views/map_overview.h"

#include <algorithm>
#include <optional>

namespace headlight {

MapOrigin originOf(const AttendModel& model) {
    const AttendInput& of = model.shown();
    return {of.open->title(), of.texts, *model.recording(), of.intervention};
}

QString firstOf(const QStringList& words) {
    constexpr qsizetype most = 12, longest = 60;
    QStringList first = words.mid(0, most);
    for (QString& word : first)
        if (word.size() > longest)
            word = word.left(longest - 1) + u'…';
    const QString list = first.join(QStringLiteral(", "));
    return words.size() > most ? QObject::tr("%1 and %L2 more").arg(list).arg(words.size() - most) : list;
}

QString maskedHeadText() {
    return QObject::tr("every token is hidden from every query");
}

static QString statisticsText(const HeadStatistics& statistics) {
    if (!statistics.entropy)
        return maskedHeadText();
    QString text = QObject::tr("entropy %1").arg(*statistics.entropy, 0, 'f', 3);
    if (statistics.meanDistance)
        text += QObject::tr(" · distance %1").arg(*statistics.meanDistance, 0, 'f', 3);
    if (statistics.selfShare)
        text += QObject::tr(" · on itself %1").arg(*statistics.selfShare, 0, 'f', 3);
    return text;
}

QList<MapThumbnail> thumbnailsOf(const AttendModel& model, const Intervention& intervention, const MapLook& look) {
    QList<MapThumbnail> thumbnails;
    MapLook small = look;
    small.isOfThumbnails = true;
    std::optional<ThumbnailTokens> tokens;
    if (model.recording())
        tokens.emplace(*model.recording());
    for (const HeadEntry& entry : model.heads()) {
        const MapAddress& address = entry.address;
        const AttentionMap* map = model.thumbnail(address);
        MapThumbnail thumbnail;
        if (map) {
            thumbnail = thumbnailOf(*map, entry.label, entry.mask, small);
            thumbnail.toolTip = titleOfMap(*map, *model.recording());
            tokens->name(thumbnail, *map);
        } else {
            thumbnail.label = thumbnailName(address, entry.label, entry.mask);
            thumbnail.toolTip = headName(address, entry.label);
        }
        if (!entry.sharedKeys.isEmpty())
            thumbnail.toolTip += '\n' + entry.sharedKeys;
        thumbnail.layer = lineOf(address);
        thumbnail.line = lineName(address);
        if (address.stack == Stack::Decoder)
            thumbnail.spoken = headName(address, entry.label);
        thumbnail.head = int(thumbnails.size()); // gates and the like stand behind a layer's heads
        if (entry.statistics)
            thumbnail.toolTip += '\n' + statisticsText(*entry.statistics);
        const auto change = intervention.find(address);
        thumbnail.off = change != intervention.end() && change->second.scale == 0;
        thumbnail.altered = entry.altered && !thumbnail.off;
        thumbnails << thumbnail;
    }
    return thumbnails;
}

std::vector<const AttentionMap*> smallMapsOf(const AttendModel& model) {
    std::vector<const AttentionMap*> maps;
    for (const HeadEntry& entry : model.heads())
        if (const AttentionMap* map = model.thumbnail(entry.address))
            maps.push_back(map);
    return maps;
}

QList<int> ShownAxis::placesOf(const std::set<int>& positions) const {
    QList<int> places;
    for (const int position : positions)
        if (const int place = placeOf(position); place >= 0)
            places << place;
    return places;
}

std::set<int> ShownAxis::positionsOf(const QList<int>& places) const {
    std::set<int> positions;
    for (const int place : places)
        positions.insert(positionOf(place));
    return positions;
}

ShownAxis rowsOf(const MatrixView& view) {
    return {view.firstRow, view.rows};
}

ShownAxis columnsOf(const MatrixView& view) {
    return {view.firstColumn, view.columns};
}

MapPins pinsOf(const Marks& marks, const MatrixView& view) {
    return {rowsOf(view).placesOf(marks.pinnedQueries), columnsOf(view).placesOf(marks.pinnedKeys)};
}

} // namespace headlight
