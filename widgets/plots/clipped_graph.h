#pragma once

#include <qcustomplot.h>

namespace headlight {

/// A QCPGraph whose line ends at the edge of the plot. Zoomed in far, a segment is millions of pixels long, and
/// stroking it takes seconds.
class ClippedGraph : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

/// The part of a segment that lies in a rectangle; false when there is none.
bool clipSegment(QPointF& from, QPointF& to, const QRectF& rect);

} // namespace headlight
