#pragma once

#include <QList>

#include "figure/figure_options.h"
#include "matrix/span_line_painter.h"

namespace headlight {

/// Texts with labelled spans below each other: one, or the same sentence as several predicates see it. Of several the
/// chosen one has a bar at its left.
class SpanTextPainter {
public:
    SpanTextPainter();

    /// std::invalid_argument as SpanLinePainter.
    void setLines(const QList<SpanLine>& lines);
    int lines() const { return int(m_lines.size()); }
    const SpanLine& line(int line) const { return m_lines[line].line(); }
    void setTheme(Theme theme);
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    void setStyle(const FigureStyle& style) { m_style = style; }
    static constexpr FigureParts figureParts = {};

    /// Words of all lines, counted through.
    int count() const;
    struct Place {
        int line = 0, word = 0;
    };
    Place placeOf(int index) const;
    int indexOf(const Place& place) const;
    void setHover(int index); ///< −1: none
    int hover() const { return m_hover; }

    QSizeF naturalSize() const;
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF lineRect(const QRectF& rect, int line) const { return layOut(rect)[line]; }
    QRectF wordRect(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none

private:
    double inset() const; ///< for the bar
    /// Where each line stands.
    QList<QRectF> layOut(const QRectF& rect) const;

    QList<SpanLinePainter> m_lines;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    int m_hover = -1;
};

} // namespace headlight
