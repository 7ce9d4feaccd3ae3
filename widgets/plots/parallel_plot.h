#pragma once

#include "plots/parallel_layout.h"
#include "plots/parallel_scale.h"

#include <QMap>

namespace headlight {

/// One thing over all axes: a run with its options and what it reached.
struct ParallelLine {
    QString id;
    QString name;
    SeriesLook look = {};
    QVector<double> values; ///< one per axis; NaN where it has none: the line is broken there
    QStringList texts = {}; ///< the same as they are read out; empty: as the axes write them
};

/// Parallel coordinates: an axis beside the other, a line through the values of each thing. A drag along an axis keeps
/// the lines of a range and greys the others, a click there gives it up again; hover names a line, a click chooses it.
/// Up and Down go from line to line in the order of one axis, Left and Right to another axis; Enter chooses, Escape
/// gives up the ranges.
class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    using Range = PlotWidget::Range;

    explicit ParallelPlot(QWidget* parent = nullptr);

    /// invalid_argument when a line has another number of values than there are axes, or ids or keys repeat. Ranges
    /// stay on axes that are still there.
    void setLines(const QList<ParallelAxis>& axes, const QList<ParallelLine>& lines);
    /// Drawn thick.
    void setCurrent(const QStringList& ids);
    void setEmptyText(const QString& sentence);
    void setDescription(const QString& title, const PictureMetadata& metadata);

    /// Keeps the lines whose value lies in the range; none: all.
    void setKept(const QString& axis, const std::optional<Range>& range);
    const QMap<QString, Range>& kept() const { return m_kept; } ///< by the axis' key
    void keepAll();
    QStringList inside() const; ///< ids of the lines within all ranges, in their order

    Picture picture(const FigureOptions& options);
    ValueTable values() const;
    FigureMenu* menu() const { return m_menu; }
    QString hoveredLine() const { return m_hovered; }
    QString readout() const;
    QPointF toPixel(int axis, double value) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(const QString& id); ///< empty: nothing
    void clicked(const QString& id);
    void keptChanged();
    void failed(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    // Painting (parallel_paint.cpp), on a ground that is there; `size` without the legend of a picture.
    void paint(QPainter& painter, const QSizeF& size) const;
    void paintAxis(QPainter& painter, int axis, const ParallelLayout& layout) const;
    void paintTitle(QPainter& painter, int axis, const ParallelLayout& layout) const;
    void paintLabels(QPainter& painter, int axis, const ParallelLayout& layout) const;
    void paintLabel(QPainter& painter, const QString& text, double right, double middle) const;
    void paintLine(QPainter& painter, const ParallelLine& line, const ParallelLayout& layout, const QPen& pen) const;
    double paintLegend(QPainter* painter, double width, double top) const; ///< returns its height
    ParallelLayout layoutIn(const QSizeF& size) const;                     ///< there must be an axis
    QString titleOf(qsizetype axis) const;
    QString unitAndScale(qsizetype axis) const;
    QPointF point(int axis, double value, const ParallelLayout& layout) const;
    QList<QPolygonF> piecesOf(const ParallelLine& line, const ParallelLayout& layout) const;

    bool isInside(const ParallelLine& line) const;
    int axisAt(const QPointF& pixel) const; ///< −1: none
    const ParallelLine* lineAt(const QPointF& pixel) const;
    const ParallelLine* find(const QString& id) const;
    void readOut(const ParallelLine* line, const QPointF& at); ///< null: nothing
    void stepLine(int up);

    QList<ParallelAxis> m_axes;
    QList<ParallelScale> m_scales;
    QList<ParallelLine> m_lines;
    QMap<QString, Range> m_kept;
    QStringList m_current;
    QString m_hovered, m_title;
    PictureMetadata m_metadata;
    PlotOverlay* m_overlay;
    FigureMenu* m_menu;
    int m_keyAxis = 0;   ///< whose order the keys follow
    int m_dragAxis = -1; ///< along which a range is drawn
    QPointF m_pressed;
    bool m_isPressed = false, m_moved = false;
};

} // namespace headlight
