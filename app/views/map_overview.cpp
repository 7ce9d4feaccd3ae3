#include "views/map_overview.h"

#include "engine/models/recording.h"
#include "figure/figure_sheet.h"
#include "viewmodels/folder_name.h"
#include "views/map_view.h"

namespace headlight {

namespace {

constexpr qsizetype longestTitle = 160; // letters of the text

/// Of a folder its last name, as in a view that is given away.
QString sourceOf(const MapOrigin& origin) {
    QStringList texts;
    for (const std::string& text : origin.texts)
        texts << QString::fromStdString(text).simplified();
    QString text = texts.join(QStringLiteral(" / "));
    if (text.size() > longestTitle)
        text = text.left(longestTitle - 1) + u'…';
    return QStringLiteral("%1 · “%2”").arg(folderName(origin.model, {}), text);
}

} // namespace

QString withSource(const QString& title, const MapOrigin& origin) {
    return title + u'\n' + sourceOf(origin);
}

QStringList ThumbnailTokens::tokensOf(int sequence, const AttentionMap& map, bool queries) {
    const Sequence& read = m_recording.sequences()[std::size_t(sequence)];
    const auto [found, isNew] = m_tokens.try_emplace(sequence);
    if (isNew)
        found->second = shownTokens(read);
    if (!map.between)
        return found->second;
    for (const JoinedText& text : joinedTexts(read))
        if (text.input == (queries ? map.between->queries : map.between->keys))
            return found->second.mid(text.begin, text.end - text.begin);
    return {};
}

void ThumbnailTokens::name(MapThumbnail& thumbnail, const AttentionMap& map) {
    if (map.keyNames.empty())
        thumbnail.columnTokens = tokensOf(map.keySequence, map, false);
    if (hasQueries(map.address.part) && map.queryNames.empty())
        thumbnail.rowTokens = tokensOf(map.querySequence, map, true);
}

Picture figureOfAll(const MapGridPainter& painter, const FigureOptions& options, const QString& title,
                    const MapOrigin& origin, const PictureMetadata& metadata) {
    Picture picture = figureOf(painter, options, withSource(title, origin), metadata);
    picture.title = title;
    picture.parts.setFlag(FigurePart::Legend, painter.hasLegend());
    return picture;
}

} // namespace headlight
