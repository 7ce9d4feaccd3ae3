#include "views/map_view.h"

#include "engine/masks/mask.h"
#include "engine/models/recording.h"
#include "engine/store/records.h"
#include "matrix/token_labels.h"
#include "viewmodels/map_names.h"
#include "wording/shown_text.h"

#include <QObject>
#include <algorithm>

namespace headlight {

namespace {

QStringList shown(const std::vector<std::string>& names) {
    QStringList texts;
    for (const std::string& name : names)
        texts << isolated(shownText(name));
    return texts;
}

/// With colours.
MatrixView cellsOf(const AttentionMap& map, const MapLook& look) {
    MatrixView view = numbersOf(map);
    if (!view.isSigned())
        view.colorMap = look.colorMap;
    view.range = rangeOf(map, view, look);
    return view;
}

/// `rows` and `columns` are the tokens of the sequences, of which the map may be a part.
MatrixView labelled(const AttentionMap& map, const QStringList& rows, const QStringList& columns, const MapLook& look) {
    MatrixView view = cellsOf(map, look);
    view.columnTitle = columnNameOf(map);
    view.columnLabels = map.keyNames.empty() ? columns.mid(map.firstKey, map.keys) : shown(map.keyNames);
    if (hasQueries(map.address.part)) {
        view.rowTitle = rowNameOf(map);
        view.rowLabels = map.queryNames.empty() ? rows.mid(map.firstQuery, map.queries) : shown(map.queryNames);
    } else {
        view.rowTitle.clear();
        view.rowLabels = QStringList{onlyRowOf(map)};
    }
    return view;
}

const Sequence& sequenceOf(const Recording& recording, int sequence) {
    return recording.sequences()[std::size_t(sequence)];
}

} // namespace

QStringList shownTokens(const Sequence& sequence) {
    QStringList tokens;
    for (const Token& token : sequence.tokens) {
        const QString word = shownText(token.text), text = isolated(token.leftOut ? struckThrough(word) : word);
        tokens << (token.known ? text : QStringLiteral("‹%1›").arg(text));
    }
    return tokens;
}

MatrixView numbersOf(const AttentionMap& map) {
    MatrixView view;
    view.rows = int(map.queries);
    view.columns = int(map.keys);
    view.firstRow = int(map.firstQuery);
    view.firstColumn = int(map.firstKey);
    view.values = QList<float>(map.values.begin(), map.values.end());
    view.errors = QList<float>(map.standardErrors.begin(), map.standardErrors.end());
    if (std::find(map.visible.begin(), map.visible.end(), 0) != map.visible.end()) {
        view.masked.reserve(qsizetype(map.visible.size()));
        for (const std::uint8_t visible : map.visible)
            view.masked << quint8(!visible);
    }
    for (const CellMark mark : map.marks)
        view.hatches << (mark == CellMark::Forbidden ? CellHatch::Forbidden
                         : mark == CellMark::Forced  ? CellHatch::Forced
                                                     : CellHatch::None);
    view.valueName = QString::fromStdString(valueNameOf(map));
    view.colorMap = map.stage == MapStage::Weight ? ColorMapId::Blues : ColorMapId::Diverging;
    view.rowsAreShares = map.stage == MapStage::Weight && isAttention(map.address.part);
    view.seesBehind = isBeforeMask(map.stage);
    return view;
}

MatrixView viewOf(const AttentionMap& map, const Recording& recording, const MapLook& look) {
    MatrixView view = labelled(map, shownTokens(sequenceOf(recording, map.querySequence)),
                               shownTokens(sequenceOf(recording, map.keySequence)), look);
    view.title = titleOfMap(map, recording);
    return view;
}

TokenStripView stripOf(const AttentionMap& map, const Recording& recording, const MapLook& look) {
    const MatrixView view = viewOf(map, recording, look);
    TokenStripView strip{view.columnLabels, view.values,   view.masked,        view.title,     view.valueName,
                         view.range,        view.colorMap, view.rowsAreShares, view.seesBehind};
    strip.shorterTitles = shorterTitlesOf(map);
    return strip;
}

MapThumbnail thumbnailOf(const AttentionMap& map, const QString& label, const QString& mask, const MapLook& look) {
    MapThumbnail thumbnail;
    thumbnail.view = cellsOf(map, look);
    thumbnail.layer = map.address.layer;
    thumbnail.label = thumbnailName(map.address, label, mask);
    return thumbnail;
}

AttentionMap storedMap(const SnapshotMap& stored, const std::vector<std::string>& tokens) {
    AttentionMap map;
    map.address = stored.address;
    map.stage = stored.stage;
    map.label =
        stored.label.empty() ? kindName(stored.address.part) + ' ' + std::to_string(stored.address.head) : stored.label;
    map.mask = stored.mask;
    map.mechanismFeatures = Index(stored.features);
    map.choice = meanOfFeatures;
    map.queries = hasQueries(map.address.part) ? stored.shape.front() : 1;
    map.keys = stored.shape.back();
    map.values = stored.values;
    const auto numbered = [&tokens](Index count) {
        std::vector<std::string> names;
        for (Index k = 0; count != Index(tokens.size()) && k < count; ++k)
            names.push_back(std::to_string(k));
        return names;
    };
    map.keyNames = numbered(map.keys);
    map.queryNames = numbered(map.queries);
    if (map.address.part == MapPart::Sensitivity && map.queries == 1 && !map.queryNames.empty())
        map.queryNames = {"sentence"}; // its encoder gives one vector for all tokens
    map.visible.assign(map.values.size(), 1);
    if (!hasQueries(map.address.part) || map.mask.empty())
        return map;
    const Mask mask = Mask::parse(map.mask);
    for (Index query = 0; query < map.queries; ++query)
        for (Index key = 0; key < map.keys; ++key)
            map.visible[std::size_t(query * map.keys + key)] = mask.visible(key, query);
    return map;
}

MatrixView viewOf(const AttentionMap& map, const std::vector<std::string>& tokens, int epoch) {
    const QStringList names = shown(tokens);
    MatrixView view = labelled(map, names, names, {});
    view.title = QObject::tr("%1 · epoch %2").arg(titleOfMap(map)).arg(epoch);
    return view;
}

} // namespace headlight
