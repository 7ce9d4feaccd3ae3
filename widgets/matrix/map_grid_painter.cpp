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
#include "matrix/token_labels.h"

namespace headlight {

namespace {

constexpr double smallestEm = 3.2;
constexpr double largestEm = 7.0;
constexpr double largestLabelledEm = 16.0; // of a figure, which has tokens beside its maps
constexpr double mostTokenEm = 8.0;
constexpr double tokenGapEm = 0.25;
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
QStringList piecesOf(const QString& label, const TextWidths& widths, double width) {
    QStringList pieces;
    for (const QString& word : label.split(QLatin1Char(' '))) {
        QString space = pieces.isEmpty() ? QString() : QStringLiteral(" ");
        const bool fits = widths.of(word) <= width;
        for (qsizetype from = 0, to = 0; from < word.size(); from = to) {
            const qsizetype plus = fits ? -1 : word.indexOf(QLatin1Char('+'), from);
            to = plus < 0 ? word.size() : plus + 1;
            pieces << std::exchange(space, QString()) + word.mid(from, to - from);
        }
    }
    return pieces;
}

/// Broken between words, so that "0.2 forward blocks" and "0.4 forward block gate" differ where there is little room,
/// and between the terms of a mask; a piece that is too long loses its middle.
QStringList wrapped(const QString& label, const TextWidths& widths, double width) {
    QStringList lines;
    for (const QString& piece : piecesOf(label, widths, width)) {
        const QString longer = lines.isEmpty() ? piece : lines.last() + piece;
        if (!lines.isEmpty() && (lines.size() == mostLabelLines || widths.of(longer) <= width))
            lines.last() = longer;
        else
            lines.append(piece.trimmed());
    }
    for (QString& line : lines)
        line = widths.elided(line, Qt::ElideMiddle, width);
    return lines;
}

} // namespace

MapGridPainter::MapGridPainter() : m_font(pixelFont({})) {
    m_style.parts &= ~(FigurePart::Labels | FigurePart::ColorBar | FigurePart::Legend);
}

void MapGridPainter::setStyle(const FigureStyle& style) {
    m_style = style;
    m_layout = {};
}

MapGridPainter::Item MapGridPainter::itemOf(const MapThumbnail& thumbnail) {
    thumbnail.view.check();
    const MatrixView& view = thumbnail.view;
    const QList<float> behind = view.unitsBehind();
    ColorUse use;
    const QList<float> units = view.units(&use);
    return {thumbnail,
            CellPyramid(view.rows, view.columns, units, view.isSigned()),
            behind.isEmpty() ? CellPyramid() : CellPyramid(view.rows, view.columns, behind, view.isSigned()),
            use,
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

void MapGridPainter::setNotes(const QList<ThumbnailNote>& notes, const QString& meaning) {
    if (!notes.isEmpty() && notes.size() != m_items.size())
        throw std::invalid_argument("MapGridPainter: expected a note for each of " + std::to_string(m_items.size()) +
                                    " thumbnails, got " + std::to_string(notes.size()));
    m_notes = notes;
    m_notesMeaning = meaning;
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
    font.setWeight(isChosen(index) && m_style.has(FigurePart::Marks) ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont MapGridPainter::tokenFont() const {
    return thumbnailFont(m_font);
}

double MapGridPainter::gap() const {
    return std::round(cellGapEm * QFontInfo(m_font).pixelSize());
}

double MapGridPainter::labelGap() const {
    return labelGapEm * QFontInfo(m_font).pixelSize();
}

double MapGridPainter::tokenGap() const {
    return tokenGapEm * QFontInfo(m_font).pixelSize();
}

double MapGridPainter::labelHeight(int lines) const {
    const QFontMetricsF metrics(thumbnailFont(m_font));
    return std::ceil(metrics.height() + (lines - 1) * metrics.lineSpacing() + labelGap());
}

double MapGridPainter::noteHeight() const {
    return m_notes.isEmpty() || isDense() ? 0.0 : headlight::noteHeight(thumbnailFont(m_font));
}

/// Of any thumbnail as the current one, whose label is the widest.
TextWidths MapGridPainter::labelWidths() const {
    QFont font = thumbnailFont(m_font);
    font.setWeight(QFont::DemiBold);
    return TextWidths(font);
}

double MapGridPainter::widestWord() const {
    const TextWidths widths = labelWidths();
    double widest = 0.0;
    for (const Item& item : m_items)
        for (const QString& word : item.thumbnail.label.split(QLatin1Char(' ')))
            widest = std::max(widest, widths.of(word));
    return widest;
}

int MapGridPainter::labelLines(double side) const {
    const TextWidths widths = labelWidths();
    qsizetype lines = 1;
    for (const Item& item : m_items)
        lines = std::max(lines, wrapped(item.thumbnail.label, widths, side).size());
    return static_cast<int>(lines);
}

/// The room that tokens take at most; they are shortened to it.
void MapGridPainter::measureTokens(double width) const {
    if (!m_style.has(FigurePart::Labels))
        return;
    const double em = QFontInfo(m_font).pixelSize();
    const TextWidths widths(thumbnailFont(m_font));
    const auto widest = [&](const QStringList& tokens) {
        double most = 0.0;
        for (const QString& label : axisLabels(tokens))
            most = std::max(most, std::ceil(widths.of(label)));
        return most > 0.0 ? most + 2 * tokenGap() : 0.0;
    };
    const QStringList *rows = nullptr, *columns = nullptr; // most maps have the same
    for (const Item& item : m_items) {
        if (!rows || *rows != item.thumbnail.rowTokens)
            m_layout.rowDepth = std::max(m_layout.rowDepth, widest(item.thumbnail.rowTokens));
        if (!columns || *columns != item.thumbnail.columnTokens)
            m_layout.columnDepth = std::max(m_layout.columnDepth, widest(item.thumbnail.columnTokens));
        rows = &item.thumbnail.rowTokens;
        columns = &item.thumbnail.columnTokens;
    }
    m_layout.rowDepth = std::min({m_layout.rowDepth, mostTokenEm * em, 0.2 * width});
    m_layout.columnDepth = std::min(m_layout.columnDepth, mostTokenEm * em);
}

const MapGridPainter::Layout& MapGridPainter::layoutFor(double width) const {
    if (m_layout.width == width)
        return m_layout;
    if (isDense()) {
        layOutDense(width);
        addLegendRoom(width);
        return m_layout;
    }
    const double em = QFontInfo(m_font).pixelSize();
    const double gap = this->gap();
    const QList<int> sequence = order();
    std::map<int, int> heads;
    for (const Item& item : m_items)
        ++heads[item.thumbnail.layer];
    int longest = 1;
    for (const auto& [layer, count] : heads)
        longest = std::max(longest, m_order.isEmpty() ? count : static_cast<int>(sequence.size()));
    const bool layers = hasLayers();
    m_layout = {};
    measureTokens(width);
    const double left = gap + (layers ? gutterEm * em : 0.0) + m_layout.rowDepth;
    const double room = std::max(width - left, 1.0);
    const double least = std::clamp(widestWord(), smallestEm * em, comfortableEm * em);
    const int most = std::max(1, static_cast<int>(room / (least + gap)));
    // Where the heads of a layer need several lines, the lines are made equally long.
    const int lines = (longest + most - 1) / most;
    const int perLine = std::max(1, (longest + lines - 1) / lines);
    m_layout.width = width;
    const double largest = m_style.has(FigurePart::Labels) ? largestLabelledEm : largestEm;
    m_layout.side = std::floor(std::clamp(room / perLine - gap, std::min(least, room - gap), largest * em));
    m_layout.side = std::max(m_layout.side, 4.0);
    m_layout.labelLines = labelLines(m_layout.side);
    m_layout.digitsTooMany = digitsTooMany(m_notes, tokenFont(), m_layout.side);
    const double label = labelHeight(m_layout.labelLines);
    m_layout.placeOf = QList<int>(m_items.size(), -1);
    QSizeF box(m_layout.side, m_layout.side + label + m_layout.columnDepth + noteHeight());
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
            box.setHeight(m_layout.side + label + noteHeight()); // tokens stand above the first line
            inLine = 0;
            ++line;
        }
        if (layers && (fresh || nextLayer))
            m_layout.gutter.append({m_items[index].thumbnail.line.isEmpty() ? QStringLiteral("L%1").arg(itsLayer)
                                                                            : m_items[index].thumbnail.line,
                                    QRectF(gap * 0.5, pen.y() + box.height() - noteHeight() - m_layout.side,
                                           gutterEm * em, m_layout.side)});
        layer = itsLayer;
        m_layout.placeOf[index] = static_cast<int>(m_layout.places.size());
        m_layout.places.append({index, line, QRectF(pen, box), inLine == 0});
        pen.rx() += box.width() + gap;
        m_layout.right = std::max(m_layout.right, pen.x());
        ++inLine;
    }
    m_layout.height = m_layout.places.isEmpty() ? 0.0 : pen.y() + box.height() + gap;
    addLegendRoom(width);
    return m_layout;
}

void MapGridPainter::addLegendRoom(double width) const {
    m_layout.legendTop = m_layout.height;
    if (const double legend = legendHeight(width - 2 * gap()); legend > 0)
        m_layout.height += legend + gap();
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
    const QRectF box = boxRect(rect, index);
    const double side = layoutFor(rect.width()).side;
    return {box.left(), box.bottom() - noteHeight() - side, box.width(), side};
}

QString MapGridPainter::labelText(const QRectF& rect, int index) const {
    return wrapped(m_items[index].thumbnail.label, labelWidths(), layoutFor(rect.width()).side).join(QLatin1Char('\n'));
}

QString MapGridPainter::shownNote(const QRectF& rect, int index) const {
    return noteText(m_notes[index], layoutFor(rect.width()).digitsTooMany);
}

int MapGridPainter::indexAt(const QRectF& rect, const QPointF& point) const {
    const double grow = isDense() ? denseGap / 2 : 0.0; // small maps have no gaps that one hits
    for (const Place& place : layoutFor(rect.width()).places)
        if (place.box.adjusted(-grow, -grow, grow, grow).translated(rect.topLeft()).contains(point))
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

} // namespace headlight
