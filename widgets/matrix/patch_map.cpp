#include "matrix/patch_map.h"

#include <QFontInfo>

namespace headlight {

PatchMap::PatchMap(QWidget* parent)
    : PaintedItems(QStringLiteral("patchMap"), tr("map over the image"), {Qt::Key_Left, Qt::Key_Right}, parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PatchMap::setView(const PatchMapView& view) {
    const bool sameTokens = view.row.tokens == m_painter.view().row.tokens;
    m_painter.setView(view);
    if (!sameTokens)
        m_painter.setHover(-1);
    showItems();
}

void PatchMap::setStrength(double strength) {
    m_painter.setStrength(strength);
    update();
}

QSize PatchMap::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {12 * em, 12 * em};
}

} // namespace headlight
