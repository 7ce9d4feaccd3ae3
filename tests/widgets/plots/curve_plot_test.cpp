#include "widgets/plots/curve_plot_fixture.h"

using namespace headlight;

class CurvePlotTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void logAxisSaysWhatItLeavesOut();
    void gapsAndSinglePoints();
    void zerosAloneHaveAScaleThatIsRead();
    void aLineComesFromAPointOfAnother();
    void aFitIsDrawnOverItsRangeOnly();
    void emptyPlotSaysSo();
    void themeChangeRepaints();
    void badInputIsRefused();
    void hundredCurves();
};

void CurvePlotTest::logAxisSaysWhatItLeavesOut() {
    m_plot->setCurves({line("a", {0, 1, 2, 3}, {1, 0, -2, 4}), line("b", {0, 1, 2, 3}, {1, 2, std::nan(""), 4}, 1)});
    QCOMPARE(m_plot->remark(), QString());
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY2(m_plot->remark().startsWith("2 points"), qPrintable(m_plot->remark()));
    m_plot->setLogarithmic(Axis::X, true); // step 0 of both goes too
    QVERIFY2(m_plot->remark().startsWith("4 points"), qPrintable(m_plot->remark()));
    m_plot->setExplanation("Lines: mean of 3 runs");
    QVERIFY2(m_plot->remark().startsWith("Lines: mean of 3 runs. 4 points"), qPrintable(m_plot->remark()));
    m_plot->setExplanation({});
    QVERIFY(m_plot->range(Axis::X).low > 0);
    QVERIFY(m_plot->range(Axis::Y).low > 0);
    m_plot->setCurves({line("a", {0, 1}, {-1, 1})});
    m_plot->setLogarithmic(Axis::X, false);
    QVERIFY(m_plot->remark().startsWith("1 point at"));
}

void CurvePlotTest::gapsAndSinglePoints() {
    const auto colored = [&] {
        const QImage image = imageOf(*m_plot);
        const QColor tone = seriesStyle(0, Theme::Light).color;
        int pixels = 0;
        for (int y = int(m_plot->axesRect().top()); y < m_plot->axesRect().bottom(); ++y)
            for (int x = int(m_plot->axesRect().left()); x < m_plot->axesRect().right(); ++x)
                pixels += image.pixelColor(x, y) == tone;
        return pixels;
    };
    m_plot->setCurves({line("a", {1}, {2})});
    QVERIFY(colored() > 5); // a line through one point would be invisible
    m_plot->setCurves({line("a", {1, 2, 3}, {2, std::nan(""), 3})});
    QVERIFY(colored() > 10);
    m_plot->setCurves({line("a", {1, 2}, {std::nan(""), std::nan("")})});
    QCOMPARE(colored(), 0);
}

/// As the F1 of a model that has learnt nothing yet: an axis of millionths would say that it has.
void CurvePlotTest::zerosAloneHaveAScaleThatIsRead() {
    m_plot->setAxis(Axis::Y, "F1", "%");
    m_plot->setCurves({line("a", {1, 2}, {0, 0})});
    const PlotWidget::Range range = m_plot->range(Axis::Y);
    QVERIFY2(range.low < 0 && range.low > -0.5, qPrintable(QString::number(range.low)));
    QVERIFY2(range.high >= 1 && range.high < 2, qPrintable(QString::number(range.high)));
}

void CurvePlotTest::aLineComesFromAPointOfAnother() {
    CurveSeries predicted = line("predicted", {30, 40}, {30, 40}, 1);
    predicted.points = true;
    const auto onTheWay = [&] { // pixels of its colour between the last point of the one and the first of the other
        m_plot->setCurves({line("measured", {10, 20}, {10, 20}), predicted});
        const QImage image = imageOf(*m_plot);
        const QColor tone = seriesStyle(1, Theme::Light).color;
        int found = 0;
        const QPoint from = at(22, 22), to = at(28, 28);
        for (int x = from.x(); x <= to.x(); ++x)
            for (int y = to.y(); y <= from.y(); ++y)
                found +=
                    near(image.pixelColor(x, y).hueF(), tone.hueF(), 0.05) && image.pixelColor(x, y).saturation() > 60;
        return found;
    };
    QCOMPARE(onTheWay(), 0);
    predicted.from = QPointF(20, 20);
    QVERIFY(onTheWay() > 0);
    QCOMPARE(m_plot->values().rows[1], QStringList({"20", "20", ""})); // which stays a value of the other
    m_plot->setLogarithmic(Axis::X, true);
    predicted.from = QPointF(0, 20);
    QCOMPARE(onTheWay(), 0); // nowhere on this axis
}

void CurvePlotTest::aFitIsDrawnOverItsRangeOnly() {
    CurveSeries series = line("a", {0, 10, 20, 30}, {0, 10, 20, 30});
    const auto colored = [&](double x, double y) { // beneath and above the line itself
        const QImage image = imageOf(*m_plot);
        const QPoint place = at(x, y);
        int pixels = 0;
        for (int k = -6; k <= 6; ++k)
            pixels += image.pixelColor(place + QPoint(0, k)) != image.pixelColor(place + QPoint(0, 12));
        return pixels;
    };
    m_plot->setCurves({series});
    const int bare = colored(20, 20), outside = colored(5, 5);
    const PlotWidget::Range before = m_plot->range(Axis::Y);
    const QStringList names = m_plot->legendNames();
    series.fit = {{20, 30}, {20, 30}};
    m_plot->setCurves({series});
    QVERIFY2(colored(20, 20) > bare + 2, qPrintable(QString::number(colored(20, 20)))); // a tick at its end
    const auto inked = [&](double from, double to) { // dashes along it, darker than the line
        const QImage image = imageOf(*m_plot);
        int pixels = 0;
        for (int x = at(from, from).x(); x < at(to, to).x(); ++x) {
            int darkest = 255;
            const double value = from + (to - from) * (x - at(from, from).x()) / (at(to, to).x() - at(from, from).x());
            for (int k = -2; k <= 2; ++k)
                darkest = qMin(darkest, qGray(image.pixel(QPoint(x, at(value, value).y() + k))));
            pixels += darkest < 70;
        }
        return pixels;
    };
    QVERIFY2(inked(21, 29) > 10 && inked(1, 9) == 0,
             qPrintable(QStringLiteral("%1 %2").arg(inked(21, 29)).arg(inked(1, 9))));
    // Ground at the ends of its dashes: on a dark line the ink would not be seen.
    const QImage image = imageOf(*m_plot);
    const auto lightest = [&](int from, int to) {
        int most = 0;
        for (int x = at(from, from).x(); x < at(to, to).x(); ++x) {
            const double value = m_plot->toData(QPointF(x, 0)).x();
            most = qMax(most, qGray(image.pixel(QPoint(x, at(value, value).y()))));
        }
        return most;
    };
    QVERIFY2(lightest(21, 29) > lightest(1, 9) + 40,
             qPrintable(QStringLiteral("%1 %2").arg(lightest(21, 29)).arg(lightest(1, 9))));
    QCOMPARE(colored(5, 5), outside);
    QCOMPARE(m_plot->range(Axis::Y).high, before.high);
    QCOMPARE(m_plot->legendNames(), names);
    m_plot->setCurves({line("a", {0, 10, 20, 30}, {0, 10, 20, 30})});
    QCOMPARE(inked(21, 29), 0);
    series.fit.y.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({series}));
}

void CurvePlotTest::emptyPlotSaysSo() {
    m_plot->setEmptyText("Choose runs on the left to compare them here.");
    const QImage before = imageOf(*m_plot);
    m_plot->setCurves({});
    QTest::qWait(40);
    const QImage empty = imageOf(*m_plot);
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    QTest::qWait(40);
    QVERIFY(imageOf(*m_plot) != empty);
}

void CurvePlotTest::themeChangeRepaints() {
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    m_plot->setPalette(paletteOf(Theme::Light));
    QTest::qWait(40);
    QCOMPARE(imageOf(*m_plot).pixelColor(3, 3), color(ColorRole::Surface, Theme::Light));
    m_plot->setPalette(paletteOf(Theme::Dark));
    QTest::qWait(40);
    QCOMPARE(imageOf(*m_plot).pixelColor(3, 3), color(ColorRole::Surface, Theme::Dark));
}

void CurvePlotTest::badInputIsRefused() {
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({line("a", {0}, {0, 1})}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({line("a", {0}, {0}), line("a", {0}, {0})}));
}

void CurvePlotTest::hundredCurves() {
    QList<CurveSeries> all;
    for (int i = 0; i < 100; ++i) {
        CurveSeries series = line(QString::number(i), {}, {}, i);
        for (int step = 0; step < 2000; ++step) {
            series.x.append(step);
            series.y.append(std::exp(-step / 400.) + 0.02 * std::sin(step * (i + 3)) + i * 0.01);
        }
        all.append(series);
    }
    m_plot->setCurves(all);
    QCOMPARE(m_plot->legendNames().size(), 100);
    QCOMPARE(m_plot->nearest(m_plot->toPixel(1000, 0.5)).size(), 100);
    QBENCHMARK_ONCE {
        m_plot->append("0", {2000}, {0.5});
        m_plot->toPixel(0, 0);
    }
    QVERIFY(m_plot->grab().height() > 0);
}

QTEST_MAIN(CurvePlotTest)
#include "curve_plot_test.moc"
