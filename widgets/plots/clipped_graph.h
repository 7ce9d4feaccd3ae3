#pragma once

#include <qcustomplot.h>

namespace headlight {

/// A QCPGraph whose line ends at the edge of the plot. Zoomed in far, a segment is millions of pixels long, and
/// stroking it takes seconds; and no SVG is told where the axes end.
class ClippedGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
    void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;
};

/// A QCPCurve that ends there as well.
class ClippedCurve : public QCPCurve {
public:
    using QCPCurve::QCPCurve;

protected:
    void drawCurveLine(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

/// Error bars that end there as well.
class ClippedErrorBars : public QCPErrorBars {
public:
    using QCPErrorBars::QCPErrorBars;

protected:
    void draw(QCPPainter* painter) override;
};

/// As far as shapes are drawn: on the screen a little further than the axes, whose edge cuts them; in a figure no
/// further, since an SVG has no such edge.
QRectF drawnRoom(const QCPPainter& painter, const QRectF& axes, double beyond);

/// The part of a segment that lies in a rectangle; false when there is none.
bool clipSegment(QPointF& from, QPointF& to, const QRectF& rect);

} // namespace headlight
