#pragma once

#include <qcustomplot.h>

namespace headlight {

/// The area between two curves over the same x, cut at the edge of the plot. A NaN in either of them is a gap.
class BandPlottable : public QCPAbstractPlottable {
public:
    BandPlottable(QCPAxis* x, QCPAxis* y) : QCPAbstractPlottable(x, y) {}

    void setBand(const QVector<double>& x, const QVector<double>& low, const QVector<double>& high);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    QVector<double> m_x, m_low, m_high;
};

/// The part of a polygon that lies in a rectangle.
QPolygonF clipPolygon(const QPolygonF& polygon, const QRectF& rect);

} // namespace headlight
