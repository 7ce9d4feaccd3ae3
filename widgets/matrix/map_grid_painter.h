#pragma once

#include <QFont>
#include <QImage>
#include <QList>
#include <QRectF>
#include <QString>
#include <optional>
#include <utility>

#include "figure/figure_options.h"
#include "matrix/cell_image.h"
#include "matrix/color_bar.h"
#include "matrix/matrix_view.h"
#include "matrix/text_widths.h"
#include "matrix/thumbnail_note.h"

class QPainter;

namespace headlight {

/// One small map of the overview.
struct MapThumbnail {
    MatrixView view; ///< values, mask, range and colours; labels are not drawn
    int layer = 0;
    int head = 0;
    QString label; ///< "0.3"
    QString toolTip;
    bool off = false;     ///< the head is switched off: greyed and struck through
    bool altered = false; ///< something else of it was changed: marked
    QString line = {};    ///< what stands before the first of its layer; empty: "L0"
    QString spoken = {};  ///< what a screen reader calls it; empty: its layer and head
    /// What rows and columns are, of all of them also where the map is drawn from fewer; a figure has them at its left
    /// and upper side.
    QStringList rowTokens = {}, columnTokens = {};
};

/// Draws all maps of a model small: a row per layer, a column per head, wrapped where the heads of a layer don't fit;
/// or in an order given by the owner. Every thumbnail is one image, made again only when its data change.
class MapGridPainter {
public:
    MapGridPainter();

    void setThumbnails(const QList<MapThumbnail>& thumbnails);
    /// Replaces one; the images of the others stay.
    void setThumbnail(int index, const MapThumbnail& thumbnail);
    int count() const { return static_cast<int>(m_items.size()); }
    const MapThumbnail& thumbnail(int index) const { return m_items[index].thumbnail; }

    /// One for each thumbnail, or none at all; the images stay. A figure says below the maps what they mean.
    void setNotes(const QList<ThumbnailNote>& notes, const QString& meaning = {});
    const QList<ThumbnailNote>& notes() const { return m_notes; }

    /// Indices of thumbnails in the order of display, each at most once; empty: by layer and head.
    void setOrder(const QList<int>& order);
    /// Indices in the order of display.
    QList<int> order() const;

    /// All maps at once: as large as they have room within this height, without words and notes. Of a figure within a
    /// square. None: with both, as large as is comfortable.
    void setDense(std::optional<double> height);
    bool isDense() const { return m_dense.has_value(); }

    void setTheme(Theme theme);
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    /// What is drawn; on the screen there are neither tokens nor a colour bar nor a legend.
    void setStyle(const FigureStyle& style);
    static constexpr FigureParts figureParts =
        FigurePart::Labels | FigurePart::ColorBar | FigurePart::Legend | FigurePart::Marks;
    /// There is something that the legend would say.
    bool hasLegend() const;
    void setCurrent(int index) { m_current = index; }
    int current() const { return m_current; }
    /// Several that are shown as one map, marked as the current one is.
    void setChosen(const QList<int>& chosen) { m_chosen = chosen; }
    void setHover(int index) { m_hover = index; }
    int hover() const { return m_hover; }

    QSizeF naturalSize() const;
    double heightFor(double width) const;
    /// Draws what intersects the clip of the painter.
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF boxRect(const QRectF& rect, int index) const; ///< image and label
    QRectF imageRect(const QRectF& rect, int index) const;
    double noteHeight() const; ///< below each image; 0 without notes
    /// The label as it is drawn: broken between words, and a word too long for its place without its middle.
    QString labelText(const QRectF& rect, int index) const;
    /// The note as it is drawn: in as many digits as all of them have room for.
    QString shownNote(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none
    /// The thumbnail reached from `index` by an arrow: dx along the row, dy to another row.
    int neighbour(double width, int index, int dx, int dy) const;

private:
    struct Item {
        MapThumbnail thumbnail;
        CellPyramid cells;
        CellPyramid behind;
        ColorUse use;
        mutable QImage image;
        mutable double scale = 0.0;
    };
    struct Place {
        int index;
        int line;
        QRectF box;
        bool isFirst; ///< of its line
    };
    struct Layout {
        double width = -1.0;
        double side = 0.0;
        double height = 0.0;
        double right = 0.0;
        qsizetype digitsTooMany = 0; ///< of the notes
        double rowDepth = 0.0;       ///< room for tokens left of the first maps
        double columnDepth = 0.0;    ///< and above those of the first line
        double legendTop = 0.0;
        int labelLines = 1;
        QList<Place> places; ///< in the order of display
        QList<int> placeOf;  ///< by thumbnail; −1: not displayed
        QList<std::pair<QString, QRectF>> gutter;
    };
    const Layout& layoutFor(double width) const;
    static constexpr double denseGap = 3.0; ///< a frame of one pixel around each, and a pixel between the frames
    void layOutDense(double width) const;
    double denseSide(double width) const;
    void addLegendRoom(double width) const;
    void measureTokens(double width) const;
    std::optional<ColorBar> colorBar() const;
    QString rangesNote() const;
    void paintTokens(QPainter& painter, const QRectF& rect, const Place& place) const;
    bool hasAltered() const;
    bool hasOff() const;
    bool hasHatch(CellHatch hatch) const;
    bool hasMarks() const; ///< of any of these kinds
    QString notesWords() const;
    double barHeight(double width) const;
    double legendHeight(double width) const; ///< with the colour bar
    void paintMarkSamples(QPainter& painter, const QRectF& line) const;
    void paintLegend(QPainter& painter, const QRectF& rect) const;
    bool drawsShapes(const QPainter& painter) const;
    static Item itemOf(const MapThumbnail& thumbnail);
    bool hasLayers() const;
    QFont labelFont(int index) const;
    QFont tokenFont() const;
    double gap() const; ///< between maps
    double labelGap() const;
    double tokenGap() const;
    double labelHeight(int lines) const;
    TextWidths labelWidths() const;
    double widestWord() const;
    int labelLines(double side) const;
    CellStyle cellStyleOf(const Item& item, double scale) const;
    const QImage& imageOf(const Item& item, double side, double scale) const;
    void paintItem(QPainter& painter, const QRectF& rect, int index) const;
    void paintOff(QPainter& painter, const QRectF& image) const;
    void paintHatches(QPainter& painter, const QRectF& image, const MatrixView& view) const;
    void paintAltered(QPainter& painter, const QRectF& image) const;
    void paintFrame(QPainter& painter, const QRectF& image, int index) const;
    bool isChosen(int index) const { return index == m_current || m_chosen.contains(index); }

    QList<Item> m_items;
    QList<int> m_order;
    QList<ThumbnailNote> m_notes;
    QString m_notesMeaning;
    std::optional<double> m_dense; ///< the height
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    int m_current = -1;
    QList<int> m_chosen;
    int m_hover = -1;
    mutable Layout m_layout;
};

} // namespace headlight
