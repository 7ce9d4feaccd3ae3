#pragma once

#include "matrix/item_view.h"
#include "matrix/patch_map_painter.h"

namespace headlight {

/// A map over an image. The pointer reads a patch or a mark; a click or Enter chooses it (activated()).
class PatchMap : public PaintedItems<PatchMapPainter> {
    Q_OBJECT
public:
    explicit PatchMap(QWidget* parent = nullptr);

    /// Throws std::invalid_argument as PatchMapPainter; the old view stays.
    void setView(const PatchMapView& view);
    void setStrength(double strength);

    bool hasHeightForWidth() const override { return false; } ///< the image fits into any room
    QSize minimumSizeHint() const override;
    QString spokenValue() const override { return m_painter.readOut(m_painter.hover()); }
};

} // namespace headlight
