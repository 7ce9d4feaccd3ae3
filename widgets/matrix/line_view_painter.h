#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QStringList>

#include "matrix/heat_map_painter.h"

class QPainter;

namespace headlight {

/// Draws a map as lines: the left column (queries) looks at the right column (keys), the stronger the weight the more
/// opaque the line. Long texts, and maps of faint weights alone, draw only the strongest lines of each query, and say
/// so; a token that is hovered or pinned shows all of its own that are not faint, or the strongest.
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
    void setHover(const MapCell& cell) { m_hover = cell; }
    const MapCell& hover() const { return m_hover; }
    void setPins(const MapPins& pins) { m_pins = pins; }
    const MapPins& pins() const { return m_pins; }
    /// How far the tokens are scrolled up.
    void setOffset(double offset) { m_offset = offset; }

    QSizeF naturalSize() const;
    void paint(QPainter& painter, const QRectF& rect) const;

    /// Height of all tokens in a view of this height: tokens spread out while there is room and never get closer than a
    /// line of text.
    double contentHeight(double viewHeight) const;
    /// Lines that are drawn when no token is chosen.
    int lineCount() const { return static_cast<int>(m_lines.size()); }
    /// "the 4 strongest keys of each query"; empty when all are drawn.
    QString note() const;
    QRectF labelRect(const QRectF& rect, bool query, int index) const;
    /// How far a side moves where the longer one moves by 1; 0 where it is seen whole.
    double scrolled(const QRectF& rect, bool query) const;
    MapCell tokenAt(const QRectF& rect, const QPointF& point) const; ///< {row, −1}, {−1, column} or neither
    /// Where tokens are drawn, below titles and above the note.
    QRectF tokenArea(const QRectF& rect) const;

private:
    struct Line {
        int row;
        int column;
        float strength; ///< 0…1: opacity
        float unit;     ///< place in the colour range
    };
    struct Sides {
        double left;  ///< where lines begin
        double right; ///< where they end
    };
    // Of a query, or of a key where the row is −1.
    QList<Line> linesOf(int row, int column, float least) const; ///< of this strength at least
    QList<Line> strongestOf(int row, int column) const;          ///< as many as note() says, however faint
    QList<Line> chosenLines() const;
    bool isChosen(bool query, int index) const;
    Sides sidesOf(const QRectF& rect) const;
    double spacing(double viewHeight) const;
    double tokenY(const QRectF& rect, bool query, int index) const;
    void paintLines(QPainter& painter, const QRectF& rect) const;
    void paintLabels(QPainter& painter, const QRectF& rect, bool query) const;
    void paintWords(QPainter& painter, const QRectF& rect) const;
    Line lineAt(int row, int column) const;

    MatrixView m_view;
    QList<float> m_units;
    QList<Line> m_lines;
    int m_perQuery = 0;
    QStringList m_rowLabels;
    QStringList m_columnLabels;
    double m_widestRow = 0.0;
    double m_widestColumn = 0.0;
    Theme m_theme = Theme::Light;
    QFont m_font;
    MapCell m_hover;
    MapPins m_pins;
    double m_offset = 0.0;
};

} // namespace headlight
