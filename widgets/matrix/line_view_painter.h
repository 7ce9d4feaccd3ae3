#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QStringList>

#include "figure/figure_options.h"
#include "matrix/heat_map_painter.h"
#include "matrix/line_selection.h"

class QPainter;

namespace headlight {

/// Draws a map as lines: the left column (queries) looks at the right column (keys), the stronger the weight the more
/// opaque the line. Which lines are drawn is a LineChoice; a token that is hovered or pinned shows its own. What is
/// hidden is said below them.
class LineViewPainter {
public:
    LineViewPainter();

    /// Throws std::invalid_argument when the view doesn't fit its own shape; the old one stays.
    void setView(const MatrixView& view);
    const MatrixView& view() const { return m_view; }
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    /// Without marks all lines are drawn, whatever is pinned.
    void setStyle(const FigureStyle& style) { m_style = style; }
    static constexpr FigureParts figureParts = FigurePart::Labels | FigurePart::Marks;
    void setHover(const MapCell& cell) { m_hover = cell; }
    const MapCell& hover() const { return m_hover; }
    void setPins(const MapPins& pins) { m_pins = pins; }
    const MapPins& pins() const { return m_pins; }
    void setChoice(const LineChoice& choice);
    const LineChoice& choice() const { return m_selection.choice(); }
    /// How far the tokens are scrolled up.
    void setOffset(double offset) { m_offset = offset; }

    QSizeF naturalSize() const;
    /// At which tokens are comfortably apart, and as near as they get.
    double heightFor(double width) const;
    double leastHeightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    /// Height of all tokens in a view of this height: tokens spread out while there is room and never get closer than a
    /// line of text.
    double contentHeight(double viewHeight) const;
    /// Lines that are drawn when no token is chosen.
    int lineCount() const { return static_cast<int>(m_selection.lines().size()); }
    /// What is hidden; empty when all lines are drawn.
    QString note() const;
    QRectF labelRect(const QRectF& rect, bool query, int index) const;
    /// How far a side moves where the longer one moves by 1; 0 where it is seen whole.
    double scrolled(const QRectF& rect, bool query) const;
    MapCell tokenAt(const QRectF& rect, const QPointF& point) const; ///< {row, −1}, {−1, column} or neither
    /// Where tokens are drawn, below titles and above the note.
    QRectF tokenArea(const QRectF& rect) const;

private:
    struct Sides {
        double left;  ///< where lines begin
        double right; ///< where they end
    };
    QList<int> chosenRows() const;
    QList<int> chosenColumns() const;
    double noteHeight(double width) const;
    bool hasChosen() const {
        return m_style.has(FigurePart::Marks) && (m_hover.row >= 0 || m_hover.column >= 0 || !m_pins.isEmpty());
    }
    QList<MapLine> shownLines() const;
    bool isChosen(bool query, int index) const;
    Sides sidesOf(const QRectF& rect) const;
    double spacing(double viewHeight) const;
    double heightOf(double width, double lineHeights) const;
    double tokenY(const QRectF& rect, bool query, int index) const;
    void paintLines(QPainter& painter, const QRectF& rect) const;
    void paintLabels(QPainter& painter, const QRectF& rect, bool query) const;
    void paintWords(QPainter& painter, const QRectF& rect) const;

    MatrixView m_view;
    LineSelection m_selection;
    QStringList m_rowLabels;
    QStringList m_columnLabels;
    double m_widestRow = 0.0;
    double m_widestColumn = 0.0;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    MapCell m_hover;
    MapPins m_pins;
    double m_offset = 0.0;
    mutable double m_noteWidth = -1.0; ///< for which the note's height was measured
    mutable double m_noteHeight = 0.0;
};

} // namespace headlight
