#include "plots/bar_plot.h"
#include "plots/plot_ticker.h"
#include "plots/scatter_plot.h"

#include <QPainter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <qcustomplot.h>

using namespace headlight;

class ScatterBarTest : public QObject {
    Q_OBJECT

private slots:
    void hoverAndClickFindTheMark();
    void arrowsWalkOverMarks();
    void logarithmCountsWhatItLeavesOut();
    void legendNamesGroupsAndSizes();
    void marksAtAnEndLieWithinTheAxes();
    void aFigureNamesEveryMark();
    void scatterValues();
    void levelsGoAcrossThePlot();
    void barsStartAtZero();
    void noTickOfAShareIsPastTheWhole();
    void barReadoutAndClick();
    void barKeys();
    void barValues();
    void aBarMayHaveNoWhisker();
    void referencesWithoutABarHavePlacesOfTheirOwn();
    void aMarkIsNotNamedAsItsCategoryTwice();
    void narrowReferencesAreNamedInTheLegend();
    void theSecondDozenOfBarsIsHatched();
    void theHatchOfBarsIsSeenInAnSvg();
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

/// As it is on the screen, at once.
QImage plotImage(PlotWidget& plot) {
    plot.toPixel(0, 0); // draws what was set
    return plot.grab().toImage();
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
    for (const char* part : {"mtsa", "time (s): 20 s", "accuracy: 0.9000", "memory: 400 MB"})
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
    QVERIFY(plot.remark().startsWith("1 mark is not shown"));
    plot.setLogarithmic(Axis::X, true);
    QVERIFY(plot.remark().startsWith("2 marks are not shown"));
}

void ScatterBarTest::legendNamesGroupsAndSizes() {
    ScatterPlot plot;
    showScatter(plot);
    QCOMPARE(plot.legendNames(), QStringList({"disa", "mtsa", "published", "memory 20 MB", "memory 200 MB"}));
}

/// All the more in a small plot, as a column of a paper.
void ScatterBarTest::marksAtAnEndLieWithinTheAxes() {
    for (const bool logarithmic : {false, true}) {
        ScatterPlot plot;
        plot.setAxis(Axis::X, "time", "s");
        plot.setAxis(Axis::Y, "accuracy", "%");
        plot.setLogarithmic(Axis::X, logarithmic);
        plot.setSizeTitle("memory", "MB");
        plot.setMarks({{"1", 10, 80, 400, {0}, "disa"}, {"2", 40, 100, 400, {1}, "mtsa"}});
        plot.resize(300, 200);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const QRectF axes = plot.axesRect();
        const double radius = 15; // of the largest
        for (const QPointF& centre : {plot.toPixel(10, 80), plot.toPixel(40, 100)})
            QVERIFY2(axes.adjusted(radius, radius, -radius, -radius).contains(centre),
                     qPrintable(QStringLiteral("%1, %2").arg(centre.x()).arg(centre.y())));
    }
}

/// There is no pointer over a paper.
void ScatterBarTest::aFigureNamesEveryMark() {
    ScatterPlot plot;
    showScatter(plot);
    QList<ScatterMark> marks;
    for (int i = 0; i < 10; ++i)
        marks.append({QString::number(i), 10, 0.8, 0, {i}, QStringLiteral("a run of mtsa on trec, seed %1").arg(i)});
    plot.setMarks(marks);
    const QStringList onScreen = plot.legendNames();
    QTemporaryDir folder;
    const QString path = folder.filePath("scatter.svg");
    QCOMPARE(exportPicture(plot.picture(FigureOptions()), path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString drawing = QString::fromUtf8(file.readAll());
    for (const ScatterMark& mark : marks)
        QCOMPARE(drawing.count(mark.label), 1); // not beside its mark as well
    QCOMPARE(plot.legendNames(), onScreen);
}

void ScatterBarTest::scatterValues() {
    ScatterPlot plot;
    showScatter(plot);
    QCOMPARE(plot.values().columns, QStringList({"id", "label", "group", "time (s)", "accuracy", "memory (MB)"}));
    QCOMPARE(plot.values().rows[0], QStringList({"1", "disa", "disa", "10", "0.8", "100"}));
}

void ScatterBarTest::noTickOfAShareIsPastTheWhole() {
    ScatterPlot plot;
    plot.setAxis(Axis::Y, "accuracy", "%");
    plot.resize(640, 420);
    plot.show(); // marks have room by the size of the axes
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    for (const auto& [low, high] : {std::pair(100., 100.), {60., 100.}, {99.5, 100.}}) {
        plot.setMarks({{"1", 10, low, 0, {0}, "a"}, {"2", 20, high, 0, {1}, "b"}});
        plot.toPixel(0, 0); // draws what was set
        const PlotWidget::Range range = plot.range(Axis::Y);
        QVERIFY2(range.high > 100 && range.high < 100 + (100 - range.low) / 10,
                 qPrintable(QString::number(range.high)));
        QVERIFY(range.low < low);
    }
    plot.setAxis(Axis::Y, "time", "s"); // which has no whole
    plot.toPixel(0, 0);
    QVERIFY(plot.range(Axis::Y).high > 100);
    PlotTicker ticker(false);
    ticker.setMost(100);
    QVector<double> ticks;
    ticker.generate({90, 120}, QLocale(), 'g', 6, ticks, nullptr, nullptr);
    QCOMPARE(ticks.last(), 100.);
}

/// Along either axis, within what is shown, and named.
void ScatterBarTest::levelsGoAcrossThePlot() {
    ScatterPlot plot;
    showScatter(plot);
    plot.setMarks({{"1", 10, 0.80}, {"2", 20, 0.90}},
                  {{Axis::Y, 0.5, "first", "without a network"}, {Axis::X, 35, "limit"}});
    QVERIFY(plot.axesRect().contains(plot.toPixel(35, 0.5)));
    QVERIFY(plot.legendNames().contains("without a network"));
    const ValueTable table = plot.values();
    QCOMPARE(table.rows[2].mid(0, 5), (QStringList{"", "first", "without a network", "", "0.5"}));
    QCOMPARE(table.rows[3].mid(0, 5), (QStringList{"", "limit", "", "35", ""}));
    const QImage with = plotImage(plot);
    plot.setMarks({{"1", 10, 0.80}, {"2", 20, 0.90}});
    QVERIFY(with != plotImage(plot));
    QVERIFY(!plot.axesRect().contains(plot.toPixel(35, 0.5)));
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
    for (const char* part : {"accuracy: 0.9000", "from 0.8800 to 0.9100", "mean of 3 runs", "published: 0.9400"})
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
             QStringList({"category", "mtsa, accuracy", "mtsa, accuracy low", "mtsa, accuracy high", "mtsa n",
                          "disa, accuracy", "published m, accuracy"}));
    QCOMPARE(plot.values().rows[0], QStringList({"TREC", "0.9", "0.88", "0.91", "3", "0.88", "0.94"}));
    QCOMPARE(plot.values().rows[1], QStringList({"SUBJ", "0.92", "0.91", "0.93", "3", "", ""}));
}

/// Of one run, for instance.
void ScatterBarTest::aBarMayHaveNoWhisker() {
    BarPlot plot;
    plot.setBars({"TREC"}, {{"m", "mtsa", {0}, {0.9}, {NAN}, {NAN}, {1}}});
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY2(plot.readout().contains("1 run") && !plot.readout().contains("from"), qPrintable(plot.readout()));
    QCOMPARE(plot.values().rows[0], QStringList({"TREC", "0.9", "", "", "1"}));
}

/// As a paper's figures before anything of them is trained.
void ScatterBarTest::aMarkIsNotNamedAsItsCategoryTwice() {
    BarPlot plot;
    plot.setAxis(Axis::Y, "accuracy");
    plot.setBars({"Bi-LSTM", "CNN"}, {},
                 {{"published", 0, {}, 0.94, "Bi-LSTM"}, {"published", 1, {}, 0.93, "another CNN"}});
    plot.resize(640, 420);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.toPixel(0, 0); // drawn by now
    QStringList names;
    auto* drawing = plot.findChild<QCustomPlot*>();
    for (int item = 0; item < drawing->itemCount(); ++item)
        if (const auto* text = qobject_cast<QCPItemText*>(drawing->item(item)))
            names += text->text();
    QVERIFY2(names.contains("another CNN") && !names.contains("Bi-LSTM"), qPrintable(names.join(", ")));
}

void ScatterBarTest::referencesWithoutABarHavePlacesOfTheirOwn() {
    BarPlot plot;
    plot.setAxis(Axis::Y, "accuracy");
    plot.setBars(
        {"TREC"}, {{"m", "mtsa", {0}, {0.90}}},
        {{"published", 0, "m", 0.95}, {"published", 0, {}, 0.94, "Bi-LSTM"}, {"published", 0, {}, 0.94, "CNN"}});
    plot.resize(640, 420);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QCOMPARE(plot.legendNames(), QStringList({"mtsa", "published"})); // the marks have their labels
    plot.setFocus();
    QStringList read;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&plot, Qt::Key_Right);
        read += plot.accessibleDescription();
    }
    QCOMPARE(read,
             QStringList({"TREC · mtsa, accuracy: 0.9000, published: 0.9500",
                          "TREC · Bi-LSTM, published, accuracy: 0.9400", "TREC · CNN, published, accuracy: 0.9400"}));
    // Beside each other: a step to the right of one is the other, and clicking there chooses no run.
    QSignalSpy clicked(&plot, &BarPlot::clicked);
    const QPointF middle = plot.toPixel(0, 0.5);
    plot.hover(middle);
    QVERIFY2(plot.readout().contains("Bi-LSTM"), qPrintable(plot.readout()));
    plot.click(middle);
    plot.hover(plot.toPixel(0.26, 0.5));
    QVERIFY2(plot.readout().contains("CNN"), qPrintable(plot.readout()));
    QVERIFY(clicked.isEmpty());
    QCOMPARE(plot.values().columns, QStringList({"category", "mtsa, accuracy", "published m, accuracy",
                                                 "published Bi-LSTM, accuracy", "published CNN, accuracy"}));
    QCOMPARE(plot.values().rows[0], QStringList({"TREC", "0.9", "0.95", "0.94", "0.94"}));
}

void ScatterBarTest::narrowReferencesAreNamedInTheLegend() {
    BarPlot plot;
    QList<BarReference> references;
    QStringList categories;
    for (int c = 0; c < 12; ++c) {
        categories << QString::number(c);
        for (const char* label : {"a", "b", "c"})
            references.append({"published", c, {}, 0.5, label});
    }
    plot.setBars(categories, {{"m", "mtsa", {0}, QVector<double>(12, 0.9)}}, references);
    plot.resize(300, 300);
    QCOMPARE(plot.legendNames(), QStringList({"mtsa", "a, published", "b, published", "c, published"}));
    plot.resize(3000, 300);
    plot.grab();
    QTRY_COMPARE(plot.legendNames(), QStringList({"mtsa", "published"}));
}

void ScatterBarTest::theSecondDozenOfBarsIsHatched() {
    const SeriesLook first{0}, second{seriesColorCount}, third{2 * seriesColorCount}, own{seriesColorCount, Qt::red};
    QCOMPARE(first.in(Theme::Light), second.in(Theme::Light));
    QCOMPARE(first.brush(Theme::Light).style(), Qt::SolidPattern);
    QVERIFY(second.brush(Theme::Light).style() != Qt::SolidPattern);
    QVERIFY(third.brush(Theme::Light).style() != second.brush(Theme::Light).style());
    QCOMPARE(own.brush(Theme::Light).style(), Qt::SolidPattern); // a colour of its own needs no pattern

    BarPlot plot;
    plot.setBars({"TREC"}, {{"a", "first", first, {1}}, {"b", "thirteenth", second, {1}}});
    plot.resize(400, 400);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const QImage image = plotImage(plot);
    const auto inks = [&](double x) { // in the middle of a bar
        const QPoint at = plot.toPixel(x, 0.5).toPoint();
        QSet<QRgb> colors;
        for (int dx = -10; dx <= 10; ++dx)
            for (int dy = -10; dy <= 10; ++dy)
                colors.insert(image.pixel(at + QPoint(dx, dy)));
        return colors;
    };
    QCOMPARE(inks(-0.2), QSet<QRgb>{first.in(Theme::Light).rgb()});
    QVERIFY(inks(0.2).size() > 1);
}

/// As lines: a renderer of SVG fills what has a pattern of Qt's.
void ScatterBarTest::theHatchOfBarsIsSeenInAnSvg() {
    BarPlot plot;
    const SeriesLook hatched{seriesColorCount};
    plot.setBars({"TREC"}, {{"a", "thirteenth", hatched, {1}}});
    plot.resize(400, 400);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const QTemporaryDir folder;
    const QString path = folder.filePath("bars.svg");
    QCOMPARE(exportPicture(plot.picture(FigureOptions()), path), QString());
    QSvgRenderer renderer(path);
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    const QColor ink = hatched.in(Theme::Light);
    int inked = 0, bare = 0; // about the middle, which is in the bar
    for (int x = 180; x < 220; ++x)
        for (int y = 180; y < 220; ++y) {
            const QColor pixel = image.pixelColor(x, y);
            bare += pixel == QColor(Qt::white);
            inked += std::abs(pixel.red() - ink.red()) < 60 && std::abs(pixel.blue() - ink.blue()) < 60;
        }
    QVERIFY2(inked > 100 && bare > 400, qPrintable(QString("%1 inked, %2 bare").arg(inked).arg(bare)));
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
