#pragma once

#include "plots/curve_plot.h"

#include <QTest>
#include <cmath>

namespace headlight {

inline CurveSeries line(const QString& id, const QVector<double>& x, const QVector<double>& y, int index = 0) {
    return {id, "run " + id, {index}, x, y};
}

/// As it is on the screen, at once.
inline QImage imageOf(PlotWidget& plot) {
    plot.toPixel(0, 0); // draws what was set
    return plot.grab().toImage();
}

inline bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

/// A plot of a loss on the screen, for the events of a user; made for each test.
class CurvePlotFixture {
protected:
    using Axis = PlotWidget::Axis;

    void showPlot() {
        m_plot = std::make_unique<CurvePlot>();
        m_plot->setAxis(Axis::X, "step");
        m_plot->setAxis(Axis::Y, "loss", "nats");
        m_plot->resize(640, 420);
        m_plot->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
    }

    QPoint at(double x, double y) { return m_plot->toPixel(x, y).toPoint(); }

    std::unique_ptr<CurvePlot> m_plot;
};

} // namespace headlight
