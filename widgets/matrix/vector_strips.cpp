#include "matrix/vector_strips.h"

#include <QPainter>
#include <cmath>

namespace headlight {

VectorStrips::VectorStrips(QWidget* parent)
    : PaintedItems(QStringLiteral("vectorStrips"), tr("queries and keys"), {Qt::Key_Left, Qt::Key_Right}, parent) {}

void VectorStrips::setView(const VectorStripsView& view) {
    m_painter.setView(view);
    showItems();
}

QSize VectorStrips::minimumSizeHint() const {
    const double width = m_painter.leastWidth();
    return {int(std::ceil(width)), int(m_painter.heightFor(width))};
}

/// Of a long text what is scrolled away costs nothing.
void VectorStrips::draw(QPainter& painter) const {
    painter.setClipRect(visibleRegion().boundingRect());
    PaintedItems::draw(painter);
}

void VectorStrips::activate(int index, Qt::KeyboardModifiers modifiers) {
    PaintedItems::activate(index, modifiers);
    if (const int row = m_painter.rowOf(index); row >= 0)
        emit rowChosen(row);
}

} // namespace headlight
