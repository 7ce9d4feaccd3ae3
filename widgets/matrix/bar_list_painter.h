#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QString>
#include <limits>

#include "figure/figure_options.h"
#include "style/colors.h"

class QPainter;

namespace headlight {

/// A labelled value drawn as a bar.
struct Bar {
    QString label;
    double value = 0.0;
    double ghost = std::numeric_limits<double>::quiet_NaN(); ///< what it was before a change; NaN: no such bar
    bool strong = false;                                     ///< the answer, or whatever is to stand out
    QString change = {};                                     ///< from the ghost to the value: "+0.123"
    QString meaning = {};                                    ///< of the label; right of it, as much as has room
};

/// Horizontal bars under each other: label, bar, number. What the labels mean stands before them. Where that leaves no
/// room for a bar the bars stand below, thin; where it is narrow even so, meanings are cut, and whole in the read-out.
/// A ghost is an outline behind its bar, with "was …" and the change in words, or the change alone where there is
/// little room. On the screen these have their room also while there is no ghost, so that nothing moves when there is
/// one.
class BarListPainter {
public:
    BarListPainter();

    void setTitle(const QString& title) { m_title = title; }
    const QString& title() const { return m_title; }
    void setBars(const QList<Bar>& bars);
    const QList<Bar>& bars() const { return m_bars; }
    int count() const { return int(m_bars.size()); }
    /// The values at both ends of the bars, which begin at zero; std::invalid_argument where that is not between them.
    void setRange(double low, double high);
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    void setStyle(const FigureStyle& style);
    static constexpr FigureParts figureParts = {};
    void setHover(int index) { m_hover = index; }
    int hover() const { return m_hover; }

    QSizeF naturalSize() const;
    /// Of all bars in so much width: where it is too narrow for the words beside a bar, they stand above it. Other
    /// values between the same ends need no other height, nor do other ends below and above zero.
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF rowRect(const QRectF& rect, int index) const;
    /// The label as it is drawn: without its middle where even a line of its own has no room.
    QString labelText(const QRectF& rect, int index) const;
    /// The meaning as it is drawn: without its end where there is little room, empty where there is none.
    QString meaningText(const QRectF& rect, int index) const;
    /// The filled part of a bar.
    QRectF barRect(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none

    /// "LOC 0.7134, was 0.64"
    QString readOut(int index) const;

private:
    struct Columns {
        bool stacked;   ///< the bar is below the words
        double meaning; ///< right of the label; 0: it is not drawn
        double label;
        double bar;
        double number;
        double ghost;
        bool wasFits; ///< beside the change
    };
    /// Of the widest of each: measured once, for every row's place needs them.
    struct Widths {
        double label = 0.0, meaning = 0.0, number = 0.0, ghost = 0.0, change = 0.0;
        double toldChange = 0.0; ///< of those that are told now
    };
    void measure();
    Columns columnsFor(double width) const;
    double lineHeight() const;
    double textHeight(const Columns& columns) const; ///< of a row's words
    double rowHeight(double width) const;
    double titleHeight() const;
    QRectF trackRect(const QRectF& rect, int index) const;
    QRectF spanOf(const QRectF& track, double value) const;
    void paintBar(QPainter& painter, const QRectF& rect, int index) const;
    void paintRow(QPainter& painter, const QRectF& rect, int index) const;

    QString m_title;
    QList<Bar> m_bars;
    double m_low = 0.0, m_high = 1.0;
    Theme m_theme = Theme::Light;
    QFont m_font;
    Widths m_widths;
    FigureStyle m_style;
    int m_hover = -1;
};

} // namespace headlight
