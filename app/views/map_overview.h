#pragma once

#include "figure/export.h"
#include "matrix/map_grid_painter.h"
#include "views/map_origin.h"

#include <map>

namespace headlight {

struct AttentionMap;

/// Names rows and columns of small maps by the tokens of a recording.
class ThumbnailTokens {
public:
    explicit ThumbnailTokens(const Recording& recording) : m_recording(recording) {}

    /// A map of blocks or groups has none.
    void name(MapThumbnail& thumbnail, const AttentionMap& map);

private:
    QStringList tokensOf(int sequence, const AttentionMap& map, bool queries);

    const Recording& m_recording;
    std::map<int, QStringList> m_tokens; ///< of each sequence, once for all maps
};

/// Below a title that names no map, of which model and text it is.
QString withSource(const QString& title, const MapOrigin& origin);

/// All maps of a sequence side by side. Above them stands what they are, and of which model and text.
Picture figureOfAll(const MapGridPainter& painter, const FigureOptions& options, const QString& title,
                    const MapOrigin& origin, const PictureMetadata& metadata);

} // namespace headlight
