// How a MapGridPainter lays out all maps at once: as large as so many have room, and without words.
#include "matrix/map_grid_painter.h"

#include <QFontInfo>
#include <algorithm>
#include <map>

namespace headlight {

namespace {

constexpr double smallestDense = 4.0; // below it nothing of a map is seen
constexpr double largestDenseEm = 6.0;

/// With a gap behind each.
int perLine(double sideAndGap, double width) {
    return std::max(1, static_cast<int>(width / sideAndGap));
}

} // namespace

void MapGridPainter::setDense(std::optional<double> height) {
    if (m_dense == height)
        return;
    m_dense = height;
    m_layout = {};
}

/// Of a figure as high as it is wide.
double MapGridPainter::denseSide(double width) const {
    const double height = m_style.isFigure ? width : *m_dense;
    std::map<int, int> counts; // by line of the order
    for (const Item& item : m_items)
        ++counts[m_order.isEmpty() ? item.thumbnail.layer : 0];
    const auto heightWith = [&](double side) {
        double needed = denseGap * double(counts.size());
        for (const auto& [layer, count] : counts)
            needed += (count + perLine(side + denseGap, width - denseGap) - 1) /
                      perLine(side + denseGap, width - denseGap) * (side + denseGap);
        return needed;
    };
    double side = std::floor(largestDenseEm * QFontInfo(m_font).pixelSize());
    while (side > smallestDense && heightWith(side) > height)
        --side;
    return side;
}

void MapGridPainter::layOutDense(double width) const {
    m_layout = {};
    m_layout.width = width;
    m_layout.side = denseSide(width);
    m_layout.placeOf = QList<int>(m_items.size(), -1);
    const QSizeF box(m_layout.side, m_layout.side);
    QPointF pen(denseGap, denseGap);
    int line = 0, inLine = 0, layer = 0;
    for (const int index : order()) {
        const int itsLayer = m_items[index].thumbnail.layer;
        const bool nextLayer = !m_layout.places.isEmpty() && m_order.isEmpty() && itsLayer != layer;
        if (inLine == perLine(m_layout.side + denseGap, width - denseGap) || nextLayer) {
            pen = {denseGap, pen.y() + box.height() + (nextLayer ? 2 : 1) * denseGap};
            inLine = 0;
            ++line;
        }
        layer = itsLayer;
        m_layout.placeOf[index] = static_cast<int>(m_layout.places.size());
        m_layout.places.append({index, line, QRectF(pen, box), inLine++ == 0});
        pen.rx() += box.width() + denseGap;
        m_layout.right = std::max(m_layout.right, pen.x());
    }
    m_layout.height = m_layout.places.isEmpty() ? 0.0 : pen.y() + box.height() + denseGap;
}

} // namespace headlight
