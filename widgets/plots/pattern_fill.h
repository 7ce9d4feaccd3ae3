#pragma once

#include <qcustomplot.h>

namespace headlight {

/// Fills a rectangle as the brush would. The lines of a pattern are drawn one by one and end at the edges: SVG has no
/// pattern of Qt's, and would fill the whole.
void fillPatterned(QPainter& painter, const QRectF& rect, const QBrush& brush);

/// Bars whose pattern is seen in every file.
class PatternBars : public QCPBars {
public:
    using QCPBars::QCPBars;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace headlight
