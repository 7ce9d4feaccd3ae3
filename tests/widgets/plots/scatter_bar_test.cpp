#include "plots/bar_plot.h"
#include "plots/scatter_plot.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace headlight;

class ScatterBarTest : public QObject {
    Q_OBJECT

private slots:
    void hoverAndClickFindTheMark();
    void arrowsWalkOverMarks();
    void logarithmCountsWhatItLeavesOut();
    void legendNamesGroupsAndSizes();
    void scatterValues();
    void barsStartAtZero();
    void barReadoutAndClick();
    void barKeys();
    void barValues();
    void badInputIsRefused();
};

namespace {

using Axis = PlotWidget::Axis;

void showScatter(ScatterPlot& plot) {
    plot.setAxis(Axis::X, "time", "s");
    plot.setAxis(Axis::Y, "accuracy");
    plot.setSizeTitle("memory", "MB");
    plot.setMarks({{"1", 10, 0.80, 100, {0}, "disa", "disa"},
                   {"2", 20, 0.90, 400, {1}, "mtsa", "mtsa"},
                   {"3", 40, 0.85, 0, {2}, "DiSAN 2018", "published", true}});
    plot.resize(640, 420);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
}

void showBars(BarPlot& plot) {
    plot.setAxis(Axis::Y, "accuracy");
    plot.setBars({"TREC", "SUBJ"},
                 {{"m", "mtsa", {0}, {0.90, 0.92}, {0.88, 0.91}, {0.91, 0.93}, {3, 3}},
                  {"d", "disa", {1}, {0.88, std::nan("")}}},
                 {{"published", 0, "m", 0.94}});
    plot.resize(640, 420);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
}

} // namespace

void ScatterBarTest::hoverAndClickFindTheMark() {
    ScatterPlot plot;
    showScatter(plot);
    QSignalSpy hovered(&plot, &ScatterPlot::hovered);
    QSignalSpy clicked(&plot, &ScatterPlot::clicked);
    const QPoint place = plot.toPixel(20, 0.9).toPoint();
    QTest::mouseMove(&plot, place + QPoint(3, 2));
    QTRY_COMPARE(hovered.size(), 1);
    QCOMPARE(hovered[0][0].toString(), QString("2"));
    for (const char* part : {"mtsa", "time (s): 20 s", "accuracy: 0.9", "memory: 400 MB"})
        QVERIFY2(plot.readout().contains(part), qPrintable(plot.readout()));
    QTest::mouseClick(&plot, Qt::LeftButton, {}, place);
    QCOMPARE(clicked.size(), 1);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toPixel(30, 0.81).toPoint());
    QCOMPARE(clicked.size(), 1);
}

void ScatterBarTest::arrowsWalkOverMarks() {
    ScatterPlot plot;
    showScatter(plot);
    plot.setFocus();
    QSignalSpy hovered(&plot, &ScatterPlot::hovered);
    QSignalSpy clicked(&plot, &ScatterPlot::clicked);
    plot.hover(plot.toPixel(10, 0.80));
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::keyClick(&plot, Qt::Key_Right);
    QStringList seen;
    for (const auto& entry : hovered)
        seen += entry[0].toString();
    QCOMPARE(seen, QStringList({"1", "2", "3"}));
    QTest::keyClick(&plot, Qt::Key_Return);
    QCOMPARE(clicked[0][0].toString(), QString("3"));
}

void ScatterBarTest::logarithmCountsWhatItLeavesOut() {
    ScatterPlot plot;
    plot.setMarks({{"1", 0, 1}, {"2", 10, 1}, {"3", 100, std::nan("")}});
    QVERIFY(plot.remark().startsWith("1 mark has"));
    plot.setLogarithmic(Axis::X, true);
    QVERIFY(plot.remark().startsWith("2 marks have"));
}

void ScatterBarTest::legendNamesGroupsAndSizes() {
    ScatterPlot plot;
    showScatter(plot);
    QCOMPARE(plot.legendNames(), QStringList({"disa", "mtsa", "published", "memory 20 MB", "memory 200 MB"}));
}

void ScatterBarTest::scatterValues() {
    ScatterPlot plot;
    showScatter(plot);
    QCOMPARE(plot.values().columns, QStringList({"id", "label", "group", "time (s)", "accuracy", "memory (MB)"}));
    QCOMPARE(plot.values().rows[0], QStringList({"1", "disa", "disa", "10", "0.8", "100"}));
}

void ScatterBarTest::barsStartAtZero() {
    BarPlot plot;
    showBars(plot);
    plot.toPixel(0, 0);
    QCOMPARE(plot.range(Axis::Y).low, 0.);
    QVERIFY(plot.range(Axis::Y).high > 0.94);
    QCOMPARE(plot.legendNames(), QStringList({"mtsa", "disa", "published"}));
}

void ScatterBarTest::barReadoutAndClick() {
    BarPlot plot;
    showBars(plot);
    QSignalSpy clicked(&plot, &BarPlot::clicked);
    const QPoint place = plot.toPixel(-0.2, 0.4).toPoint();
    QTest::mouseMove(&plot, place);
    QTRY_VERIFY(plot.readout().contains("TREC · mtsa"));
    for (const char* part : {"accuracy: 0.9", "from 0.88 to 0.91", "n=3", "published: 0.94"})
        QVERIFY2(plot.readout().contains(part), qPrintable(plot.readout()));
    QTest::mouseClick(&plot, Qt::LeftButton, {}, place);
    QCOMPARE(clicked[0][0].toString(), QString("m"));
    QCOMPARE(clicked[0][1].toInt(), 0);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toPixel(1.2, 0.4).toPoint()); // a bar that isn't there
    QCOMPARE(clicked.size(), 1);
}

void ScatterBarTest::barKeys() {
    BarPlot plot;
    showBars(plot);
    plot.setFocus();
    QStringList seen;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&plot, Qt::Key_Right);
        seen += plot.accessibleDescription().section(',', 0, 0);
    }
    QCOMPARE(seen, QStringList({"TREC · mtsa", "TREC · disa", "SUBJ · mtsa"}));
    QTest::keyClick(&plot, Qt::Key_Up);
    QVERIFY(plot.accessibleDescription().startsWith("TREC · mtsa"));
}

void ScatterBarTest::barValues() {
    BarPlot plot;
    showBars(plot);
    QCOMPARE(plot.values().columns,
             QStringList({"category", "mtsa", "mtsa low", "mtsa high", "mtsa n", "disa", "published m"}));
    QCOMPARE(plot.values().rows[0], QStringList({"TREC", "0.9", "0.88", "0.91", "3", "0.88", "0.94"}));
    QCOMPARE(plot.values().rows[1], QStringList({"SUBJ", "0.92", "0.91", "0.93", "3", "", ""}));
}

void ScatterBarTest::badInputIsRefused() {
    ScatterPlot scatter;
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, scatter.setMarks({{"1", 0, 0}, {"1", 1, 1}}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, scatter.setMarks({{"1", 0, 0, -1}}));
    BarPlot bars;
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bars.setBars({"a"}, {{"m", "m", {0}, {1, 2}}}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bars.setBars({"a"}, {{"m", "m", {0}, {1}}}, {{"x", 1}}));
}

QTEST_MAIN(ScatterBarTest)
#include "scatter_bar_test.moc"
