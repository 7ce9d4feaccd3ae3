#include "matrix/cell_image.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

#include "matrix/painting.h"

namespace headlight {

namespace {

constexpr double gapFromCellSize = 12.0; // logical pixels: below it a hairline takes too much of a cell

struct Span {
    int from;
    int to;   ///< one past the last
    bool gap; ///< the last pixel of its cell
};

// For each pixel along an axis the cells (of the level) that it shows.
std::vector<Span> spansOf(double start, double length, int pixels, int level, bool gaps) {
    std::vector<Span> spans(static_cast<size_t>(pixels));
    const double step = length / pixels;
    const auto cellAt = [&](int pixel) { return static_cast<int>(std::floor(start + (pixel + 0.5) * step)); };
    for (int i = 0; i < pixels; ++i) {
        Span& span = spans[static_cast<size_t>(i)];
        if (step <= 1.0) {
            const int cell = cellAt(i);
            span = {cell, cell + 1, gaps && cellAt(i + 1) != cell};
        } else {
            const double first = std::floor(start + i * step + 1e-9);
            const double last = std::ceil(start + (i + 1) * step - 1e-9);
            span = {static_cast<int>(first) >> level, ((static_cast<int>(last) - 1) >> level) + 1, false};
        }
    }
    return spans;
}

bool sameCells(const Span& a, const Span& b) {
    return a.from == b.from && a.to == b.to && a.gap == b.gap;
}

constexpr double seenThrough = 0.42; // share of a value's colour behind the mask

int mixed(int over, int under) {
    return static_cast<int>(std::lround(seenThrough * over + (1 - seenThrough) * under));
}

} // namespace

QRgb CellStyle::ground(float unit) const {
    if (std::isnan(unit))
        return colors.masked();
    const QRgb over = colors.at(static_cast<double>(unit)), under = colors.masked();
    return qRgb(mixed(qRed(over), qRed(under)), mixed(qGreen(over), qGreen(under)), mixed(qBlue(over), qBlue(under)));
}

QImage renderCells(const CellPyramid& cells, const CellStyle& style, const QRectF& part, QSize pixels) {
    if (pixels.isEmpty() || cells.rows() == 0 || part.isEmpty())
        return {};
    QImage image(pixels, QImage::Format_RGB32);
    const double perPixel = std::max(part.width() / pixels.width(), part.height() / pixels.height());
    const int level = cells.levelFor(std::min(part.width() / pixels.width(), part.height() / pixels.height()));
    const bool gaps = perPixel * gapFromCellSize * style.scale <= 1.0;
    const auto columns = spansOf(part.left(), part.width(), pixels.width(), level, gaps);
    const auto rows = spansOf(part.top(), part.height(), pixels.height(), level, gaps);
    const int period = std::max(3, static_cast<int>(std::lround(hatchPeriod * style.scale)));
    const int line = std::max(1, static_cast<int>(std::lround(style.scale)));

    std::vector<float> units(columns.size());
    std::vector<QRgb> colors(columns.size()); // of a row of pixels without hatch
    bool hatched = false;
    for (int y = 0; y < pixels.height(); ++y) {
        const Span& row = rows[static_cast<size_t>(y)];
        if (y == 0 || !sameCells(row, rows[static_cast<size_t>(y) - 1])) {
            for (size_t x = 0; x < columns.size(); ++x)
                units[x] = x > 0 && columns[x].from == columns[x - 1].from && columns[x].to == columns[x - 1].to
                               ? units[x - 1]
                               : cells.strongest(level, row.from, row.to, columns[x].from, columns[x].to);
            hatched = false;
            for (size_t x = 0; x < columns.size(); ++x) {
                const bool masked = std::isnan(units[x]);
                hatched = hatched || masked;
                colors[x] =
                    !masked && (row.gap || columns[x].gap) ? style.gap
                    : masked && style.behind
                        ? style.ground(style.behind->strongest(level, row.from, row.to, columns[x].from, columns[x].to))
                        : style.colors.at(static_cast<double>(units[x]));
            }
        }
        auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
        std::copy(colors.begin(), colors.end(), out);
        if (!hatched)
            continue;
        for (size_t x = 0; x < columns.size(); ++x)
            if (std::isnan(units[x]) && (static_cast<int>(x) + y) % period < line)
                out[x] = style.colors.maskedHatch();
    }
    return image;
}

void drawCellShapes(QPainter& painter, const CellPyramid& cells, const CellStyle& style, const QRectF& part,
                    const QRectF& target) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double width = target.width() / part.width();
    const double height = target.height() / part.height();
    const int lastRow = std::min(cells.rows(), static_cast<int>(std::ceil(part.bottom())));
    const int lastColumn = std::min(cells.columns(), static_cast<int>(std::ceil(part.right())));
    const double gap = width >= gapFromCellSize ? 0.5 : 0.0;
    // Renderers smooth the edges of shapes: what is to touch its neighbours reaches a little below the next ones.
    const double overlap = std::min(0.3, width / 4);
    if (gap > 0.0)
        painter.fillRect(target, QColor::fromRgb(style.gap));
    for (int row = std::max(0, static_cast<int>(part.top())); row < lastRow; ++row) {
        for (int column = std::max(0, static_cast<int>(part.left())); column < lastColumn; ++column) {
            const float unit = cells.at(row, column);
            const QRectF cell(target.left() + (column - part.left()) * width,
                              target.top() + (row - part.top()) * height, width, height);
            const bool masked = std::isnan(unit);
            const double reach = masked || gap == 0.0 ? overlap : -gap;
            painter.fillRect(cell.adjusted(0, 0, reach, reach).intersected(target),
                             QColor::fromRgb(masked && style.behind ? style.ground(style.behind->at(row, column))
                                                                    : style.colors.at(static_cast<double>(unit))));
            if (masked)
                drawHatch(painter, cell.intersected(target), QColor::fromRgb(style.colors.maskedHatch()),
                          target.topLeft());
        }
    }
    painter.restore();
}

} // namespace headlight
