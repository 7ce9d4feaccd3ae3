#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QStringList>
#include <functional>

#include "figure/figure_options.h"
#include "style/color_map.h"

class QPainter;

namespace headlight {

/// Numbers of each row: of a vector its features, or one number.
struct VectorStrip {
    QString title;
    int columns = 1;
    QList<float> values = {}; ///< [rows × columns]; NaN: there is none
    ColorMapId colorMap = ColorMapId::Diverging;
    QStringList columnNames = {}; ///< "feature 3", one per column; empty: of one number

    bool isVector() const { return !columnNames.isEmpty(); }
    double limit() const; ///< the largest size of a value: what the ends of the colours mean
};

/// Small multiples over the same rows: the vectors of tokens and what comes of them, and above the first strip the
/// vector that all of them meet.
struct VectorStripsView {
    QString title;
    QString query;           ///< whose vector stands above
    QList<float> queryValue; ///< as many as the first strip has columns; empty: there is none
    QStringList rows;
    QList<VectorStrip> strips;
    /// What else is said of a number by pointing; row −1 is the vector above. May be absent.
    std::function<QString(int strip, int row, int column)> note = {};

    bool isEmpty() const { return strips.isEmpty(); }
};

/// Rows of coloured cells with the token before them; one number a row is written into its cell. Each strip has its own
/// range, which stands below its name, with zero in the middle of a diverging map.
class VectorStripsPainter {
public:
    VectorStripsPainter();

    /// Throws std::invalid_argument when numbers and rows don't fit together; the old view stays.
    void setView(const VectorStripsView& view);
    const VectorStripsView& view() const { return m_view; }
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    void setStyle(const FigureStyle& style) { m_style = style; }
    void setHover(int index) { m_hover = index; }
    int hover() const { return m_hover; }

    /// Cells: of the vector above, then row by row.
    int count() const;
    int rowOf(int index) const; ///< −1: the vector above

    QSizeF naturalSize() const;
    double leastWidth() const; ///< where each cell can still be pointed at
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF cellRect(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none
    /// "key of “cat”, feature 3: −0.51230466"
    QString readOut(int index) const;

private:
    struct Place {
        int strip = 0, row = 0, column = 0; ///< row −1: the vector above
    };
    Place placeOf(int index) const;
    int indexOf(const Place& place) const;
    int columnsBefore(int strip) const;
    float valueOf(const Place& place) const;
    double em() const;
    double line() const;
    void measure();
    QString rangeText(int strip) const;
    double labelWidth() const;
    double fixedWidth() const;
    double cellWidth(int strip, double width) const;
    double stripLeft(int strip, double width) const;
    double top(int row) const;
    void paintCell(QPainter& painter, const QRectF& cell, const VectorStrip& strip, float value, double limit,
                   const ColorMap& colors) const;
    void paintRow(QPainter& painter, const QRectF& rect, int row) const;
    void paintHead(QPainter& painter, const QRectF& rect, int strip) const;

    VectorStripsView m_view;
    QList<double> m_limits;       ///< of each strip
    QList<double> m_numberWidths; ///< of the cells of each strip, were it one of numbers
    double m_queryLimit = 0;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    int m_hover = -1;
};

} // namespace headlight
