#pragma once

#include <QFont>
#include <QImage>
#include <QRectF>

#include "figure/figure_options.h"
#include "matrix/color_bar.h"
#include "matrix/token_strip_painter.h"

namespace headlight {

/// How one token of an image looks at all of them: a value for each patch of the image, and for each mark of the
/// model's own.
struct PatchMapView {
    TokenStripView row;        ///< the marks first, then the patches in the grid's order
    QImage image;              ///< as the model sees it
    int rows = 0, columns = 0; ///< of patches
    int query = -1;            ///< the token whose values they are
    double strength = 0.6;     ///< of the colours over the image: 0 to 1
};

/// The image with the colour of its value over each patch, below the marks as boxes. Items are the tokens.
class PatchMapPainter {
public:
    PatchMapPainter();

    /// Throws std::invalid_argument when the lists have different lengths or are shorter than the grid; the old view
    /// stays.
    void setView(const PatchMapView& view);
    const PatchMapView& view() const { return m_view; }
    int count() const { return int(m_view.row.tokens.size()); }
    void setStrength(double strength) { m_view.strength = strength; }
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    void setStyle(const FigureStyle& style) { m_style = style; }
    static constexpr FigureParts figureParts = FigurePart::ColorBar;
    void setHover(int index) { m_hover = index; }
    int hover() const { return m_hover; }

    QSizeF naturalSize() const;
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    /// Of a patch on the image, or of a mark's box.
    QRectF itemRect(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none
    /// "patch 2,3 weight 0.08317042": by row and column.
    QString readOut(int index) const;

private:
    int marks() const { return count() - m_view.rows * m_view.columns; }
    double pad() const;
    double lineHeight() const;
    double titleHeight(double width) const;
    double legendHeight(double width) const;
    ColorBar colorBar() const;
    QList<QRectF> markRects(double width) const; ///< relative to the top left corner
    double imageTop(double width) const;
    QRectF imageRect(const QRectF& rect) const;
    void paintMarks(QPainter& painter, const QRectF& rect, const ColorMap& map) const;
    void paintPatches(QPainter& painter, const QRectF& rect, const ColorMap& map) const;

    PatchMapView m_view;
    MatrixView m_row; ///< the values as a map of one row: ranges and masked tokens follow the same rules
    QList<float> m_units;
    ColorUse m_use;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    int m_hover = -1;
};

} // namespace headlight
