#pragma once

#include <QFont>
#include <QImage>
#include <QRectF>

#include "figure/figure_options.h"
#include "matrix/cell_image.h"
#include "matrix/color_bar.h"
#include "matrix/heat_map_geometry.h"
#include "matrix/matrix_view.h"

class QPainter;

namespace headlight {

/// Rows and columns that stay marked.
struct MapPins {
    QList<int> rows;
    QList<int> columns;
    bool operator==(const MapPins&) const = default;
    bool isEmpty() const { return rows.isEmpty() && columns.isEmpty(); }
};

/// Draws one map with its labels, axis titles and colour bar, onto a widget, an image, SVG or PDF alike. Needs no
/// window.
class HeatMapPainter {
public:
    HeatMapPainter();

    /// Throws std::invalid_argument when the view doesn't fit its own shape; the old one stays.
    void setView(const MatrixView& view);
    const MatrixView& view() const { return m_view; }
    void setTheme(Theme theme);
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }

    /// What is drawn; the values stand in their cells where they have room.
    void setStyle(const FigureStyle& style);
    static constexpr FigureParts figureParts =
        FigurePart::Labels | FigurePart::Values | FigurePart::ColorBar | FigurePart::Marks;

    /// No row is lower than a line of text; what has no room is where the viewport is moved to.
    void setReadableRows(bool readable) { m_content.readableRows = readable; }
    /// The labels of rows are no tokens, but written as they stand.
    void setNamedRows(bool named);
    bool hasReadableRows() const { return m_content.readableRows; }

    void setViewport(const MapViewport& viewport) { m_viewport = viewport; }
    const MapViewport& viewport() const { return m_viewport; }
    void setHover(const MapCell& cell) { m_hover = cell; }
    const MapCell& hover() const { return m_hover; }
    void setPins(const MapPins& pins) { m_pins = pins; }
    const MapPins& pins() const { return m_pins; }
    /// The cell the keyboard is at; drawn with a ring.
    void setFocusCell(const MapCell& cell) { m_focus = cell; }
    /// Cells that are being painted; drawn with a frame each.
    void setStroke(const QList<MapCell>& stroke) { m_stroke = stroke; }
    const QList<MapCell>& stroke() const { return m_stroke; }
    /// On the screen the legend has room for all that a stroke may add to it, so that the map stays below the pointer.
    void setPainting(bool painting);

    QSizeF naturalSize() const;
    /// At which the map takes the whole width, and below which it is hardly seen.
    double heightFor(double width) const;
    double leastHeightFor(double width) const;
    /// What whoever makes a picture of that size should know: values that were asked for have no room.
    QString remarkIn(const QRectF& rect) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    HeatMapGeometry geometry(const QRectF& rect, double deviceScale = 1.0) const;
    HeatMapGeometry geometryFor(const MapViewport& viewport, const QRectF& rect, double deviceScale) const;
    QList<PlacedLabel> rowLabels(const HeatMapGeometry& where) const;
    QList<PlacedLabel> columnLabels(const HeatMapGeometry& where) const;
    /// Where the small overview is drawn; empty while the whole map is visible, or is only scrolled.
    QRectF minimapRect(const HeatMapGeometry& where) const;

    /// With what its legend says of cells that are hidden or marked.
    ColorBar colorBar() const;

private:
    void measure();
    void paintTitles(QPainter& painter, const HeatMapGeometry& where) const;
    void paintCells(QPainter& painter, const HeatMapGeometry& where) const;
    struct WrittenValues {
        struct Cell {
            QRectF box;
            QString text;
            QColor ink;
        };
        QList<Cell> cells;
        double longest = 1.0, factor = 1.0; ///< of their letters
        bool haveRoom = true;
    };
    WrittenValues valuesIn(const HeatMapGeometry& where) const;
    void paintValues(QPainter& painter, const HeatMapGeometry& where) const;
    void paintHatches(QPainter& painter, const HeatMapGeometry& where) const;
    void paintMarks(QPainter& painter, const HeatMapGeometry& where) const;
    void paintLabels(QPainter& painter, const HeatMapGeometry& where) const;
    void paintMinimap(QPainter& painter, const HeatMapGeometry& where) const;
    CellStyle cellStyle(double deviceScale) const;

    /// Rendered cells, kept until what they depend on changes.
    struct Rendered {
        QRectF part;
        double scale = 0.0;
        QImage image;
    };
    const QImage& rendered(Rendered& kept, const QRectF& part, QSize pixels, double scale) const;

    struct Measured {
        QStringList rows;
        QStringList columns;
        QFont font;
        bool labels = true;
    };

    MatrixView m_view;
    Measured m_measured;
    CellPyramid m_cells;
    CellPyramid m_behind; ///< the masked cells, where they are seen
    HeatMapContent m_content;
    bool m_hasMasked = false;
    bool m_isPainting = false;
    bool m_hasNamedRows = false;
    ColorUse m_use;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    MapViewport m_viewport;
    MapCell m_hover;
    MapCell m_focus;
    MapPins m_pins;
    QList<MapCell> m_stroke;
    mutable Rendered m_plotImage;
    mutable Rendered m_minimapImage;
};

} // namespace headlight
