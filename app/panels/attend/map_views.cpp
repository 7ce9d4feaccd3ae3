#include "panels/attend/map_views.h"

#include <algorithm>

namespace headlight {

QStringList shownTokens(const AttendModel& model, int side) {
    QStringList tokens = model.rawTokens(side);
    const std::vector<bool> known = model.known(side);
    for (qsizetype t = 0; t < tokens.size(); ++t)
        if (!known[std::size_t(t)])
            tokens[t] = QStringLiteral("‹%1›").arg(tokens[t]);
    return tokens;
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

static QStringList namesOf(const AttendModel& model, const std::vector<std::string>& names, int side) {
    if (names.empty())
        return shownTokens(model, side);
    QStringList texts;
    for (const std::string& name : names)
        texts << QString::fromStdString(name);
    return texts;
}

static MatrixView cellsOf(const AttentionMap& map, const MapLook& look) {
    MatrixView view;
    view.rows = int(map.queries);
    view.columns = int(map.keys);
    view.values = QList<float>(map.values.begin(), map.values.end());
    view.errors = QList<float>(map.standardErrors.begin(), map.standardErrors.end());
    if (std::find(map.visible.begin(), map.visible.end(), 0) != map.visible.end()) {
        view.masked.reserve(qsizetype(map.visible.size()));
        for (const std::uint8_t visible : map.visible)
            view.masked << quint8(!visible);
    }
    view.valueName = QString::fromStdString(valueNameOf(map));
    if (map.stage == MapStage::Weight) {
        view.colorMap = look.colorMap;
        view.range = view.rangeFor(map.address.part == MapPart::Sensitivity ? RangeChoice::Map : look.range);
        if (map.address.part == MapPart::Sensitivity)
            view.range.low = 0; // or what changes the result least would look as if it didn't matter
    } else {
        view.colorMap = ColorMapId::Diverging;
        view.range = view.rangeFor(RangeChoice::Map);
    }
    return view;
}

MatrixView viewOf(const AttendModel& model, const AttentionMap& map, int side, const MapLook& look) {
    MatrixView view = cellsOf(map, look);
    view.title = model.title(map, side);
    view.columnTitle = columnNameOf(map);
    view.columnLabels = namesOf(model, map.keyNames, side);
    if (hasQueries(map.address.part)) {
        view.rowTitle = rowNameOf(map);
        view.rowLabels = namesOf(model, map.queryNames, side);
    } else {
        view.rowLabels = QStringList{map.address.part == MapPart::Gate ? QObject::tr("gate") : QObject::tr("sentence")};
        view.rowTitle.clear();
    }
    return view;
}

TokenStripView stripOf(const AttendModel& model, const AttentionMap& map, int side, const MapLook& look) {
    const MatrixView cells = cellsOf(map, look);
    TokenStripView strip;
    strip.tokens = shownTokens(model, side);
    strip.values = cells.values;
    strip.masked = cells.masked;
    strip.title = QObject::tr("source to token · %1").arg(model.title(map, side));
    strip.valueName = cells.valueName;
    strip.range = cells.range;
    strip.colorMap = cells.colorMap;
    return strip;
}

bool isPale(const MatrixView& view) {
    const QList<float> units = view.units();
    int pale = 0;
    for (int row = 0; row < view.rows; ++row) {
        const auto begin = units.begin() + qsizetype(row) * view.columns;
        pale += std::none_of(begin, begin + view.columns, [](float unit) { return unit > 0.1f; });
    }
    return 2 * pale > view.rows;
}

QString blindHeadText() {
    return QObject::tr("no query sees a token");
}

static QString statisticsText(const HeadStatistics& statistics) {
    if (!statistics.entropy)
        return blindHeadText();
    QString text = QObject::tr("entropy %1").arg(*statistics.entropy, 0, 'f', 3);
    if (statistics.meanDistance)
        text += QObject::tr(" · distance %1").arg(*statistics.meanDistance, 0, 'f', 3);
    if (statistics.selfShare)
        text += QObject::tr(" · on itself %1").arg(*statistics.selfShare, 0, 'f', 3);
    return text;
}

QList<MapThumbnail> thumbnailsOf(const AttendModel& model, const Intervention& intervention, const MapLook& look) {
    QList<MapThumbnail> thumbnails;
    int column = 0;
    for (const HeadEntry& entry : model.heads()) {
        const MapAddress& address = entry.address;
        const AttentionMap* map = model.thumbnail(address);
        MapThumbnail thumbnail;
        if (map)
            thumbnail.view = cellsOf(*map, look);
        column = thumbnails.isEmpty() || thumbnails.last().layer != address.layer ? 0 : column + 1;
        thumbnail.layer = address.layer;
        thumbnail.head = column; // gates and the like stand behind a layer's heads
        thumbnail.label = shortName(address, entry.label);
        if (address.part == MapPart::Self)
            thumbnail.label += QStringLiteral(" ") + entry.mask;
        thumbnail.toolTip = map ? model.title(*map, model.side()) : headName(address);
        if (entry.statistics)
            thumbnail.toolTip += '\n' + statisticsText(*entry.statistics);
        const auto change = intervention.find(address);
        thumbnail.off = change != intervention.end() && change->second.scale == 0;
        thumbnail.altered = entry.altered && !thumbnail.off;
        thumbnails << thumbnail;
    }
    return thumbnails;
}

ValueTable valuesOf(const AttendModel& model, MatrixView view, const AttentionMap* map, int side) {
    if (map && map->keyNames.empty())
        view.columnLabels = model.rawTokens(side);
    if (map && hasQueries(map->address.part) && map->queryNames.empty())
        view.rowLabels = model.rawTokens(side);
    if (map && map->stage == MapStage::Weight)
        view.masked.clear();
    ValueTable table = tableOf(view);
    if (const std::string note = map ? estimateNote(*map) : std::string(); !note.empty())
        table.columns.first() += QStringLiteral(" (%1)").arg(QString::fromStdString(note));
    return table;
}

QString writtenTitle(const QString& title, const AttendModel& model) {
    return model.alterations().isEmpty() ? title : QObject::tr("%1 · altered model").arg(title);
}

PictureMetadata metadataOf(const AttendModel& model, const AttentionMap* map, int side, const QString& range) {
    const AttendInput& of = model.shown();
    PictureMetadata metadata{{"program", QStringLiteral("Headlight " HEADLIGHT_VERSION)},
                             {"sentence", QString::fromStdString(of.texts.empty() ? "" : of.texts.front())}};
    if (of.open)
        metadata.prepend({"model", of.open->title()});
    if (const QString shown = model.nameOfSide(side); !shown.isEmpty())
        metadata << QPair<QString, QString>{"second sentence", QString::fromStdString(of.texts.back())}
                 << QPair<QString, QString>{"shown", shown};
    if (!model.cutRemark().isEmpty())
        metadata << QPair<QString, QString>{"left out", model.cutRemark()};
    if (map) {
        metadata << QPair<QString, QString>{"layer", QString::number(map->address.layer)}
                 << QPair<QString, QString>{"head", QString::number(map->address.head)}
                 << QPair<QString, QString>{"kind", QString::fromStdString(kindName(map->address.part))}
                 << QPair<QString, QString>{"stage", QString::fromStdString(nameOf(map->stage))}
                 << QPair<QString, QString>{"mask", QString::fromStdString(map->mask)}
                 << QPair<QString, QString>{"range", range};
        if (map->mechanismFeatures > 1)
            metadata << QPair<QString, QString>{"features", QString::fromStdString(map->choice.text())};
        if (const std::string note = estimateNote(*map); !note.empty())
            metadata << QPair<QString, QString>{"values", QString::fromStdString(note)};
    }
    if (const QString altered = model.alterations(); !altered.isEmpty())
        metadata << QPair<QString, QString>{"altered", altered};
    return metadata;
}

PictureMetadata metadataOfAll(const Session& session, const AttendModel& model, const MapLook& look) {
    PictureMetadata metadata = metadataOf(model, nullptr, model.side(), {});
    const bool unit = session.focus().stage == MapStage::Weight && look.range == RangeChoice::Unit;
    metadata << QPair<QString, QString>{"layer", "all"} << QPair<QString, QString>{"head", "all"}
             << QPair<QString, QString>{"stage", QString::fromStdString(nameOf(session.focus().stage))}
             << QPair<QString, QString>{"range", unit ? rangeText({0, 1, RangeChoice::Unit}) : "of each map"};
    if (const AttentionMap* map = model.focusedMap(); map && map->mechanismFeatures > 1)
        metadata << QPair<QString, QString>{"features", QString::fromStdString(map->choice.text())};
    return metadata;
}

MapPins pinsOf(const Marks& marks, qsizetype queries, qsizetype keys) {
    MapPins pins;
    for (const int query : marks.pinnedQueries)
        if (query < queries)
            pins.rows << query;
    for (const int key : marks.pinnedKeys)
        if (key < keys)
            pins.columns << key;
    return pins;
}

} // namespace headlight
