#include "plots/histogram_plot.h"

#include <QTest>

using namespace headlight;

class HistogramPlotTest : public QObject {
    Q_OBJECT

    static void show(HistogramPlot& plot) {
        plot.setAxis(PlotWidget::Axis::X, "value");
        plot.setAxis(PlotWidget::Axis::Y, "numbers", {}, PlotWidget::Kind::Count);
        plot.resize(480, 320);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
    }

private slots:
    void binsAreReadByPointerAndKeys() {
        HistogramPlot plot;
        plot.setBins(-1, 1, {2, 40, 7, 1});
        show(plot);
        QVERIFY(plot.range(PlotWidget::Axis::X).low <= -1 && plot.range(PlotWidget::Axis::X).high >= 1);
        QCOMPARE(plot.range(PlotWidget::Axis::Y).low, 0.0);
        plot.hover(plot.toPixel(-0.25, 10));
        QVERIFY2(plot.readout().contains("40"), qPrintable(plot.readout()));
        plot.step(1, 0);
        QVERIFY2(plot.readout().contains("7") && plot.readout().contains("0.5"), qPrintable(plot.readout()));
        plot.step(1, 0);
        plot.step(1, 0); // the last one stays
        QVERIFY2(plot.readout().contains("numbers: 1"), qPrintable(plot.readout()));
        plot.hover(QPointF(-5, -5));
        QVERIFY(plot.readout().isEmpty());
    }

    void valuesAreEndsAndCounts() {
        HistogramPlot plot;
        plot.setBins(0, 1, {3, 5});
        const ValueTable values = plot.values();
        QCOMPARE(values.columns, (QStringList{"from", "to", "count"}));
        QCOMPARE(values.rows, (QList<QStringList>{{"0", "0.5", "3"}, {"0.5", "1", "5"}}));
    }

    void oneValueIsABarToo() {
        HistogramPlot plot;
        plot.setBins(7, 7, {12});
        show(plot);
        const PlotWidget::Range x = plot.range(PlotWidget::Axis::X);
        QVERIFY(x.low < 7 && x.high > 7);
        plot.hover(plot.toPixel(7, 3));
        QVERIFY2(plot.readout().contains("12"), qPrintable(plot.readout()));
    }

    void aSingleNumberIsSeenOnALogarithmicAxis() {
        HistogramPlot plot;
        plot.setLogarithmic(PlotWidget::Axis::Y, true);
        plot.setBins(0, 3, {100000, 0, 1});
        show(plot);
        const PlotWidget::Range y = plot.range(PlotWidget::Axis::Y);
        QVERIFY(y.low > 0 && y.low < 1 && y.high >= 100000);
    }

    void badInputIsRefused() {
        HistogramPlot plot;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, plot.setBins(1, 0, {1}));
    }
};

QTEST_MAIN(HistogramPlotTest)
#include "histogram_plot_test.moc"
