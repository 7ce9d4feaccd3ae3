#include "matrix/map_grid_painter.h"

#include <QFontInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "matrix/cell_image.h"
#include "matrix/painting.h"

namespace headlight {

namespace {

constexpr double smallestEm = 3.2;
constexpr double largestEm = 7.0;
constexpr double comfortableEm = 5.0;
constexpr double cellGapEm = 0.55;
constexpr double gutterEm = 2.4;
constexpr double labelGapEm = 0.3; // room for the frame of the current map
constexpr qsizetype mostLabelLines = 4;

QFont thumbnailFont(QFont font) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * 0.85))));
    return font;
}

/// Words with the space before them; of a mask that is too long for a line, each of its terms.
QStringList piecesOf(const QString& label, const QFontMetricsF& metrics, double width) {
    QStringList pieces;
    for (const QString& word : label.split(QLatin1Char(' '))) {
        QString space = pieces.isEmpty() ? QString() : QStringLiteral(" ");
        const bool fits = metrics.horizontalAdvance(word) <= width;
        for (qsizetype from = 0, to = 0; from < word.size() || to == 0; from = to) {
            const qsizetype plus = fits ? -1 : word.indexOf(QLatin1Char('+'), from);
            to = plus < 0 ? word.size() : plus + 1;
            pieces << std::exchange(space, QString()) + word.mid(from, to - from);
        }
    }
    return pieces;
}

/// Broken between words, so that "0.2 forward blocks" and "0.4 forward block gate" differ where there is little room,
/// and between the terms of a mask; a piece that is too long loses its middle.
QStringList wrapped(const QString& label, const QFontMetricsF& metrics, double width) {
    QStringList lines;
    for (const QString& piece : piecesOf(label, metrics, width)) {
        const QString longer = lines.isEmpty() ? piece : lines.last() + piece;
        if (!lines.isEmpty() && (lines.size() == mostLabelLines || metrics.horizontalAdvance(longer) <= width))
            lines.last() = longer;
        else
            lines.append(piece.trimmed());
    }
    for (QString& line : lines)
        line = metrics.elidedText(line, Qt::ElideMiddle, width);
    return lines;
}

} // namespace

MapGridPainter::MapGridPainter() : m_font(pixelFont({})) {}

MapGridPainter::Item MapGridPainter::itemOf(const MapThumbnail& thumbnail) {
    thumbnail.view.check();
    const MatrixView& view = thumbnail.view;
    const QList<float> behind = view.unitsBehind();
    return {thumbnail,
            CellPyramid(view.rows, view.columns, view.units(), view.isSigned()),
            behind.isEmpty() ? CellPyramid() : CellPyramid(view.rows, view.columns, behind, view.isSigned()),
            {},
            0.0};
}

void MapGridPainter::setThumbnails(const QList<MapThumbnail>& thumbnails) {
    QList<Item> items;
    items.reserve(thumbnails.size());
    for (const MapThumbnail& thumbnail : thumbnails)
        items.append(itemOf(thumbnail));
    m_items = std::move(items);
    m_order.clear();
    if (m_notes.size() != m_items.size())
        m_notes.clear();
    m_hover = -1;
    if (m_current >= m_items.size())
        m_current = -1;
    m_layout = {};
}

void MapGridPainter::setThumbnail(int index, const MapThumbnail& thumbnail) {
    if (index < 0 || index >= m_items.size())
        throw std::invalid_argument("MapGridPainter: expected a thumbnail below " + std::to_string(m_items.size()) +
                                    ", got " + std::to_string(index));
    m_items[index] = itemOf(thumbnail);
    m_layout = {};
}

void MapGridPainter::setNotes(const QList<ThumbnailNote>& notes) {
    if (!notes.isEmpty() && notes.size() != m_items.size())
        throw std::invalid_argument("MapGridPainter: expected a note for each of " + std::to_string(m_items.size()) +
                                    " thumbnails, got " + std::to_string(notes.size()));
    m_notes = notes;
    m_layout = {};
}

void MapGridPainter::setOrder(const QList<int>& order) {
    QList<bool> seen(m_items.size(), false);
    for (const int index : order) {
        if (index < 0 || index >= m_items.size() || seen[index])
            throw std::invalid_argument("MapGridPainter: expected every thumbnail at most once in the order");
        seen[index] = true;
    }
    m_order = order;
    m_layout = {};
}

QList<int> MapGridPainter::order() const {
    if (!m_order.isEmpty())
        return m_order;
    QList<int> order(m_items.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        const MapThumbnail& first = m_items[a].thumbnail;
        const MapThumbnail& second = m_items[b].thumbnail;
        return std::pair(first.layer, first.head) < std::pair(second.layer, second.head);
    });
    return order;
}

void MapGridPainter::setTheme(Theme theme) {
    m_theme = theme;
    for (const Item& item : m_items)
        item.image = {};
}

void MapGridPainter::setFont(const QFont& font) {
    m_font = pixelFont(font);
    m_layout = {};
}

bool MapGridPainter::hasLayers() const {
    return m_order.isEmpty() && std::any_of(m_items.begin(), m_items.end(), [this](const Item& item) {
               return item.thumbnail.layer != m_items.front().thumbnail.layer;
           });
}

QFont MapGridPainter::labelFont(int index) const {
    QFont font = thumbnailFont(m_font);
    font.setStrikeOut(m_items[index].thumbnail.off);
    font.setWeight(isChosen(index) ? QFont::DemiBold : QFont::Normal);
    return font;
}

double MapGridPainter::labelHeight(int lines) const {
    const QFontMetricsF metrics(thumbnailFont(m_font));
    return std::ceil(metrics.height() + (lines - 1) * metrics.lineSpacing() +
                     labelGapEm * QFontInfo(m_font).pixelSize());
}

double MapGridPainter::noteHeight() const {
    return m_notes.isEmpty() ? 0.0 : headlight::noteHeight(thumbnailFont(m_font));
}

/// Of any thumbnail as the current one, whose label is the widest.
QFontMetricsF MapGridPainter::labelMetrics() const {
    QFont font = thumbnailFont(m_font);
    font.setWeight(QFont::DemiBold);
    return QFontMetricsF(font);
}

double MapGridPainter::widestWord() const {
    const QFontMetricsF metrics = labelMetrics();
    double widest = 0.0;
    for (const Item& item : m_items)
        for (const QString& word : item.thumbnail.label.split(QLatin1Char(' ')))
            widest = std::max(widest, metrics.horizontalAdvance(word));
    return widest;
}

int MapGridPainter::labelLines(double side) const {
    const QFontMetricsF metrics = labelMetrics();
    qsizetype lines = 1;
    for (const Item& item : m_items)
        lines = std::max(lines, wrapped(item.thumbnail.label, metrics, side).size());
    return static_cast<int>(lines);
}

const MapGridPainter::Layout& MapGridPainter::layoutFor(double width) const {
    if (m_layout.width == width)
        return m_layout;
    const double em = QFontInfo(m_font).pixelSize();
    const double gap = std::round(cellGapEm * em);
    const QList<int> sequence = order();
    std::map<int, int> heads;
    for (const Item& item : m_items)
        ++heads[item.thumbnail.layer];
    int longest = 1;
    for (const auto& [layer, count] : heads)
        longest = std::max(longest, m_order.isEmpty() ? count : static_cast<int>(sequence.size()));
    const bool layers = hasLayers();
    const double left = gap + (layers ? gutterEm * em : 0.0);
    const double room = std::max(width - left, 1.0);
    const double least = std::clamp(widestWord(), smallestEm * em, comfortableEm * em);
    const int most = std::max(1, static_cast<int>(room / (least + gap)));
    // Where the heads of a layer need several lines, the lines are made equally long.
    const int lines = (longest + most - 1) / most;
    const int perLine = std::max(1, (longest + lines - 1) / lines);
    m_layout = {};
    m_layout.width = width;
    m_layout.side = std::floor(std::clamp(room / perLine - gap, std::min(least, room - gap), largestEm * em));
    m_layout.side = std::max(m_layout.side, 4.0);
    m_layout.labelLines = labelLines(m_layout.side);
    const double label = labelHeight(m_layout.labelLines);
    m_layout.placeOf = QList<int>(m_items.size(), -1);
    const QSizeF box(m_layout.side, m_layout.side + label + noteHeight());
    QPointF pen(left, gap);
    int line = 0;
    int inLine = 0;
    int layer = 0;
    for (const int index : sequence) {
        const int itsLayer = m_items[index].thumbnail.layer;
        const bool fresh = m_layout.places.isEmpty();
        const bool nextLayer = !fresh && m_order.isEmpty() && itsLayer != layer;
        if (inLine == perLine || nextLayer) {
            pen = {left, pen.y() + box.height() + (nextLayer ? gap : gap * 0.5)};
            inLine = 0;
            ++line;
        }
        if (layers && (fresh || nextLayer))
            m_layout.gutter.append({m_items[index].thumbnail.line.isEmpty() ? QStringLiteral("L%1").arg(itsLayer)
                                                                            : m_items[index].thumbnail.line,
                                    QRectF(gap * 0.5, pen.y() + label, gutterEm * em, m_layout.side)});
        layer = itsLayer;
        m_layout.placeOf[index] = static_cast<int>(m_layout.places.size());
        m_layout.places.append({index, line, QRectF(pen, box)});
        pen.rx() += box.width() + gap;
        m_layout.right = std::max(m_layout.right, pen.x());
        ++inLine;
    }
    m_layout.height = m_layout.places.isEmpty() ? 0.0 : pen.y() + box.height() + gap;
    return m_layout;
}

double MapGridPainter::heightFor(double width) const {
    return layoutFor(width).height;
}

QSizeF MapGridPainter::naturalSize() const {
    const double em = QFontInfo(m_font).pixelSize();
    std::map<int, int> heads;
    int longest = 1;
    for (const Item& item : m_items)
        longest = std::max(longest, ++heads[item.thumbnail.layer]);
    const double width =
        std::ceil((hasLayers() ? gutterEm * em : 0.0) + std::min(longest, 12) * (comfortableEm + cellGapEm) * em + em);
    return {width, heightFor(width)};
}

QRectF MapGridPainter::boxRect(const QRectF& rect, int index) const {
    const Layout& layout = layoutFor(rect.width());
    const int place = layout.placeOf[index];
    return place < 0 ? QRectF() : layout.places[place].box.translated(rect.topLeft());
}

QRectF MapGridPainter::imageRect(const QRectF& rect, int index) const {
    return boxRect(rect, index).adjusted(0, labelHeight(layoutFor(rect.width()).labelLines), 0, -noteHeight());
}

QString MapGridPainter::labelText(const QRectF& rect, int index) const {
    return wrapped(m_items[index].thumbnail.label, labelMetrics(), layoutFor(rect.width()).side)
        .join(QLatin1Char('\n'));
}

int MapGridPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    for (const Place& place : layoutFor(rect.width()).places)
        if (place.box.translated(rect.topLeft()).contains(point))
            return place.index;
    return -1;
}

int MapGridPainter::neighbour(double width, int index, int dx, int dy) const {
    const Layout& layout = layoutFor(width);
    if (layout.places.isEmpty())
        return -1;
    if (index < 0 || index >= m_items.size() || layout.placeOf[index] < 0)
        return layout.places.front().index;
    const int here = layout.placeOf[index];
    if (dy == 0)
        return layout.places[std::clamp(here + dx, 0, static_cast<int>(layout.places.size()) - 1)].index;
    const Place& from = layout.places[here];
    int best = index;
    double nearest = 0.0;
    for (const Place& place : layout.places) {
        if (place.line != from.line + dy)
            continue;
        const double distance = std::abs(place.box.left() - from.box.left());
        if (best == index || distance < nearest) {
            best = place.index;
            nearest = distance;
        }
    }
    return best;
}

const QImage& MapGridPainter::imageOf(const Item& item, double side, double scale) const {
    const int pixels = std::max(1, qRound(side * scale));
    if (item.image.width() != pixels || item.scale != scale) {
        const CellStyle style{ColorMap(item.thumbnail.view.colorMap, m_theme), color(ColorRole::Grid, m_theme).rgb(),
                              scale, item.behind.rows() > 0 ? &item.behind : nullptr};
        item.image =
            renderCells(item.cells, style, QRectF(0, 0, item.cells.columns(), item.cells.rows()), {pixels, pixels});
        item.scale = scale;
    }
    return item.image;
}

void MapGridPainter::paintFrame(QPainter& painter, const QRectF& image, int index) const {
    const MapThumbnail& thumbnail = m_items[index].thumbnail;
    const double em = QFontInfo(m_font).pixelSize();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color(ColorRole::Border, m_theme), 1));
    painter.drawRect(image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (thumbnail.off) {
        painter.setPen(QPen(color(ColorRole::MutedText, m_theme), 0.12 * em));
        painter.drawLine(image.bottomLeft(), image.topRight());
    }
    if (thumbnail.altered) {
        const double size = 0.75 * em;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(ColorRole::Altered, m_theme));
        painter.drawPolygon(
            QPolygonF({image.topRight() - QPointF(size, 0), image.topRight(), image.topRight() + QPointF(0, size)}));
        painter.setBrush(Qt::NoBrush);
    }
    if (isChosen(index) || index == m_hover) {
        const bool current = isChosen(index);
        painter.setPen(QPen(color(current ? ColorRole::Accent : ColorRole::Crosshair, m_theme),
                            current ? 0.2 * em : 0.1 * em, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const double grow = current ? 0.15 * em : 0.05 * em;
        painter.drawRect(image.adjusted(-grow, -grow, grow, grow));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void MapGridPainter::paintItem(QPainter& painter, const QRectF& rect, int index) const {
    const Item& item = m_items[index];
    const MapThumbnail& thumbnail = item.thumbnail;
    const QRectF box = boxRect(rect, index);
    const QRectF image = imageRect(rect, index);
    painter.setOpacity(thumbnail.off ? 0.3 : 1.0);
    const double scale = keepsShapes(painter) ? 4.0 : deviceScaleOf(painter);
    painter.fillRect(image, color(ColorRole::Masked, m_theme));
    if (const QImage& cells = imageOf(item, image.width(), scale); !cells.isNull())
        painter.drawImage(image, cells);
    painter.setOpacity(1.0);
    paintFrame(painter, image, index);
    painter.setFont(labelFont(index));
    painter.setPen(color(thumbnail.altered ? ColorRole::Altered
                         : thumbnail.off   ? ColorRole::MutedText
                                           : ColorRole::Text,
                         m_theme));
    const double gap = labelGapEm * QFontInfo(m_font).pixelSize();
    painter.drawText(QRectF(box.topLeft(), image.topRight() - QPointF(0, gap)), Qt::AlignHCenter | Qt::AlignBottom,
                     labelText(rect, index));
    if (!m_notes.isEmpty())
        paintNote(painter, image, m_notes[index], thumbnailFont(m_font), m_theme);
}

void MapGridPainter::paint(QPainter& painter, const QRectF& rect) const {
    painter.save();
    const QRectF clip = painter.hasClipping() ? painter.clipBoundingRect().intersected(rect) : rect;
    painter.fillRect(clip, color(ColorRole::Window, m_theme));
    painter.setClipRect(rect, Qt::IntersectClip);
    const Layout& layout = layoutFor(rect.width());
    painter.setFont(thumbnailFont(m_font));
    painter.setPen(color(ColorRole::MutedText, m_theme));
    for (const auto& [text, box] : layout.gutter)
        painter.drawText(box.translated(rect.topLeft()), Qt::AlignCenter, text);
    for (const Place& place : layout.places)
        if (place.box.adjusted(-8, -8, 8, 8).translated(rect.topLeft()).intersects(clip))
            paintItem(painter, rect, place.index);
    painter.restore();
}

} // namespace headlight
