#include "cli/attend_output.h"
#include "cli/picture_maker.h"
#include "cli/terminal.h"
#include "matrix/heat_map_painter.h"
#include "matrix/map_grid_painter.h"
#include "matrix/token_strip_painter.h"
#include "viewmodels/alterations.h"
#include "viewmodels/map_names.h"

#include <QPainter>

namespace headlight {

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

QStringList labelsOf(const std::vector<std::string>& tokens) {
    QStringList labels;
    for (const std::string& token : tokens)
        labels.append(text(token));
    return labels;
}

QString sentenceOf(const Sequence& sequence) {
    return labelsOf(tokenTexts(sequence)).join(QLatin1Char(' '));
}

/// Of a pair, which of its sentences is shown; else empty.
QString sideText(const AttendShown& shown) {
    if (shown.recording.sequences().size() == 1)
        return {};
    return text(shown.recording.sequences()[std::size_t(shown.side)].name);
}

/// A title, of a pair with the sentence whose maps it stands over.
QString withSide(const QString& title, const QString& side) {
    return side.isEmpty() ? title : title + QStringLiteral(", %1 sentence").arg(side);
}

/// Coloured from 0 to 1, as in the window before one chooses another range.
bool isUnit(const AttentionMap& map) {
    return map.stage == MapStage::Weight && map.address.part != MapPart::Sensitivity;
}

QString titleOf(const AttentionMap& map) {
    QString title = QString::fromStdString(headTitle(map)) + QStringLiteral(", ") + text(valueNameOf(map));
    if (!map.mask.empty())
        title += QStringLiteral(", mask ") + text(map.mask);
    if (map.mechanismFeatures > 1)
        title += QStringLiteral(", ") + text(map.choice.text());
    if (const std::string note = estimateNote(map); !note.empty())
        title += QStringLiteral(", ") + text(note);
    return title;
}

MatrixView viewOf(const AttentionMap& map, const QStringList& tokens) {
    MatrixView view;
    view.rows = int(map.queries);
    view.columns = int(map.keys);
    view.values = QList<float>(map.values.begin(), map.values.end());
    for (const std::uint8_t visible : map.visible)
        view.masked.append(visible ? 0 : 1);
    view.columnLabels = map.keyNames.empty() ? tokens : labelsOf(map.keyNames);
    if (hasQueries(map.address.part))
        view.rowLabels = map.queryNames.empty() ? tokens : labelsOf(map.queryNames);
    view.title = titleOf(map);
    view.valueName = text(valueNameOf(map));
    view.colorMap = map.stage == MapStage::Weight ? ColorMapId::Blues : ColorMapId::Diverging;
    view.range = view.rangeFor(isUnit(map) ? RangeChoice::Unit : RangeChoice::Map);
    if (map.stage == MapStage::Weight)
        view.range.low = 0; // or what changes the result least would look as if it didn't matter
    view.columnTitle = columnNameOf(map);
    if (hasQueries(map.address.part))
        view.rowTitle = rowNameOf(map);
    return view;
}

Picture mapPicture(const MatrixView& view, Theme theme) {
    HeatMapPainter painter;
    painter.setTheme(theme);
    painter.setView(view);
    return pictureOf(painter, theme);
}

Picture stripPicture(const MatrixView& view, Theme theme) {
    TokenStripPainter painter;
    painter.setTheme(theme);
    painter.setView(
        {view.columnLabels, view.values, view.masked, view.title, view.valueName, view.range, view.colorMap});
    return pictureOf(painter, theme);
}

Picture overview(const std::vector<AttentionMap>& maps, const QStringList& tokens, Theme theme) {
    QList<MapThumbnail> thumbnails;
    for (const AttentionMap& map : maps) {
        MapThumbnail& thumbnail = thumbnails.emplaceBack();
        thumbnail.view = viewOf(map, tokens);
        thumbnail.layer = map.address.layer;
        thumbnail.head = int(&map - maps.data());                                     // in this order within a layer
        const bool unnamed = map.label == "head " + std::to_string(map.address.head); // its mask tells more
        thumbnail.label =
            QStringLiteral("%1 %2").arg(text(map.address.text()), text(unnamed ? map.mask : map.label)).trimmed();
    }
    MapGridPainter painter;
    painter.setTheme(theme);
    painter.setThumbnails(thumbnails);
    return pictureOf(painter, theme, ColorRole::Window);
}

PictureMetadata metadataOf(const std::string& model, const AttendShown& all, const AttentionMap& map,
                           const MatrixView* view) {
    const bool one = view != nullptr;
    const ClassAnswer classes = classesOf(all.recording.answer());
    const std::vector<Sequence>& sequences = all.recording.sequences();
    const QString shown = sideText(all);
    PictureMetadata data = {{QStringLiteral("model"), text(model)},
                            {QStringLiteral("sentence"), sentenceOf(sequences.front())}};
    if (!shown.isEmpty())
        data << QPair<QString, QString>{QStringLiteral("second sentence"), sentenceOf(sequences.back())}
             << QPair<QString, QString>{QStringLiteral("shown"), shown};
    data += PictureMetadata{
        {QStringLiteral("layer"), one ? QString::number(map.address.layer) : QStringLiteral("all chosen")},
        {QStringLiteral("head"), one ? QString::number(map.address.head) : QStringLiteral("all chosen")},
        {QStringLiteral("stage"), text(nameOf(map.stage))},
        {QStringLiteral("range"), one           ? rangeText(view->range)
                                  : isUnit(map) ? rangeText({0, 1, RangeChoice::Unit})
                                                : QStringLiteral("of each map")}};
    if (one)
        data.append({QStringLiteral("kind"), text(kindName(map.address.part))});
    if (one && !map.mask.empty())
        data.append({QStringLiteral("mask"), text(map.mask)});
    if (map.mechanismFeatures > 1)
        data.append({QStringLiteral("features"), text(map.choice.text())});
    if (const std::string note = estimateNote(map); one && !note.empty())
        data.append({QStringLiteral("values"), text(note)});
    if (const std::size_t leftOut = sequences[std::size_t(all.side)].leftOut; leftOut > 0)
        data.append({QStringLiteral("tokens left out"), QString::number(leftOut)});
    if (const QString altered = alterationsText(all.changes); !altered.isEmpty())
        data.append({QStringLiteral("altered"), altered});
    if (!classes.labels.empty())
        data.append({QStringLiteral("prediction"), text(classes.labels[classes.best()])});
    data.append({QStringLiteral("program"), QStringLiteral("Headlight " HEADLIGHT_VERSION)});
    return data;
}

} // namespace

void writeAttendPicture(const std::string& model, const AttendShown& all, const std::string& path, bool dark) {
    const PictureMaker maker;
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    const QStringList tokens = labelsOf(tokenTexts(all.recording.sequences()[std::size_t(all.side)]));
    const QString shown = sideText(all);
    std::vector<AttentionMap> maps;
    for (const MapRequest& request : all.requests)
        maps.push_back(all.recording.map(request, all.check));
    std::size_t numbers = 0;
    for (const AttentionMap& map : maps)
        numbers += map.values.size();
    if (numbers > 10'000'000)
        note("the maps are done, writing " + path); // of a large picture that is a while without a word
    Picture picture;
    if (maps.size() == 1) {
        const AttentionMap& map = maps.front();
        MatrixView view = viewOf(map, tokens);
        view.title = withSide(view.title, shown);
        picture = hasQueries(map.address.part) ? mapPicture(view, theme) : stripPicture(view, theme);
        picture.title = view.title;
        picture.metadata = metadataOf(model, all, map, &view);
    } else {
        picture = overview(maps, tokens, theme);
        picture.title = withSide(QStringLiteral("attention of all heads"), shown);
        picture.metadata = metadataOf(model, all, maps.front(), nullptr);
    }
    PictureMaker::save(picture, path);
}

} // namespace headlight
