#include "views/patch_view.h"

#include "engine/models/recording.h"
#include "views/map_view.h"

#include <QObject>
#include <stdexcept>

namespace headlight {

namespace {

/// A copy, for what is drawn outlives the recording.
QImage imageOf(const PatchedImage& patched) {
    const Image& image = patched.image;
    return QImage(image.pixels.data(), int(image.width), int(image.height), int(image.width * 3), QImage::Format_RGB888)
        .copy();
}

} // namespace

PatchMapView patchesOf(const AttentionMap& map, const Recording& recording, int query, const MapLook& look) {
    const Sequence& sequence = recording.sequences()[std::size_t(map.querySequence)];
    const Index tokens = Index(sequence.tokens.size());
    if (!sequence.image || map.queries != tokens || map.keys != tokens || query < 0 || Index(query) >= tokens)
        throw std::invalid_argument("patchesOf: expected a whole map of an image's tokens, and one of them");
    const MatrixView all = viewOf(map, recording, look);
    PatchMapView view;
    view.row.tokens = all.columnLabels;
    view.row.values = all.values.mid(qsizetype(query) * all.columns, all.columns);
    if (!all.masked.isEmpty())
        view.row.masked = all.masked.mid(qsizetype(query) * all.columns, all.columns);
    view.row.title = sequence.tokens[std::size_t(query)].special
                         ? QObject::tr("%1 · from %2").arg(all.title, all.rowLabels[query])
                         : QObject::tr("%1 · from patch %2").arg(all.title, all.rowLabels[query]);
    view.row.valueName = all.valueName;
    view.row.range = all.range;
    view.row.colorMap = all.colorMap;
    view.row.rowsAreShares = all.rowsAreShares;
    view.image = imageOf(*sequence.image);
    view.rows = int(sequence.image->rows());
    view.columns = int(sequence.image->columns());
    view.query = query;
    return view;
}

} // namespace headlight
