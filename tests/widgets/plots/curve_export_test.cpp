#include "figure/figure_menu.h"
#include "widgets/plots/curve_plot_fixture.h"
#include "widgets/plots/svg_bounds.h"

#include <QFile>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace headlight;

class CurveExportTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void exportedVectorFilesHaveNoBitmap();
    void exportedPngIsLarger();
    void valuesAreWide();
    void valuesHaveTheBand();
    void anSvgDrawsNothingBeyondTheAxes();
};

void CurveExportTest::exportedVectorFilesHaveNoBitmap() {
    QTemporaryDir folder;
    m_plot->setDescription("loss of two runs", {{"runs", "a, b"}});
    m_plot->setCurves({line("a", {0, 1, 2}, {3, 1, 2})}, {{"g", "group", {1}, {{{0, 2}, {1, 2}}, {{0, 2}, {2, 3}}}}});
    m_plot->setSmoothing(0.3);
    for (const char* name : {"x.svg", "x.pdf"}) {
        QCOMPARE(m_plot->menu()->exportTo(folder.filePath(name)), QString());
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains("<image") && !bytes.contains("/Subtype /Image"));
        QVERIFY2(bytes.size() < 300000, name);
        QVERIFY(bytes.contains("loss of two runs"));
        QVERIFY(bytes.contains("runs: a, b"));
    }
    QFile svg(folder.filePath("x.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&svg);
    QString words;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isCharacters())
            words += xml.text();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    for (const char* word : {"loss (nats)", "step", "run a", "group: mean, min to max of 2 runs"})
        QVERIFY2(words.contains(word), word);
}

void CurveExportTest::exportedPngIsLarger() {
    QTemporaryDir folder;
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    FigureOptions fine;
    fine.dpi = 600;
    QCOMPARE(m_plot->menu()->exportTo(folder.filePath("x.png"), fine), QString());
    QCOMPARE(QImage(folder.filePath("x.png")).width(), qRound(85 / 25.4 * 600));
    bool said = false;
    for (const auto& [key, value] : readPictureMetadata(folder.filePath("x.png")))
        said = said || (key == "y range" && value.startsWith("loss (nats): "));
    QVERIFY(said);
}

void CurveExportTest::valuesAreWide() {
    CurveSeries a = line("a", {1, 2}, {0.5, 0.25});
    a.steps = {1, 2};
    a.wallTimes = {1000, 1010};
    m_plot->setCurves({a});
    QCOMPARE(m_plot->values().columns, QStringList({"wall time (Unix seconds)", "step", "run a"}));
    QCOMPARE(m_plot->values().rows[1], QStringList({"1010", "2", "0.25"}));
    CurveSeries b = line("b", {2, 3}, {7, std::nan("")}, 1);
    b.steps = {2, 3};
    b.wallTimes = {2000, 2010};
    m_plot->setCurves({a, b});
    QCOMPARE(m_plot->values().columns, QStringList({"step", "run a, wall time (Unix seconds)", "run a",
                                                    "run b, wall time (Unix seconds)", "run b"}));
    QCOMPARE(m_plot->values().rows[1], QStringList({"2", "1010", "0.25", "2000", "7"}));
    QCOMPARE(m_plot->values().rows[2], QStringList({"3", "", "", "2010", ""}));
}

void CurveExportTest::valuesHaveTheBand() {
    CurveSeries a = line("a", {16, 32}, {2, 4});
    a.low = {1, 3};
    a.high = {3, 5};
    m_plot->setCurves({a});
    QCOMPARE(m_plot->values().columns.mid(1), QStringList({"run a", "run a low", "run a high"}));
    QCOMPARE(m_plot->values().rows[1], QStringList({"32", "4", "3", "5"}));
    a.quantity = "time (s)";
    m_plot->setCurves({a});
    QCOMPARE(m_plot->values().columns.mid(1),
             QStringList({"run a, time (s)", "run a, time (s) low", "run a, time (s) high"}));
}

/// Few programs draw what is cut by a rectangle of Qt's: lines went over the title.
void CurveExportTest::anSvgDrawsNothingBeyondTheAxes() {
    QTemporaryDir folder;
    QVector<double> x, y, backX, high;
    for (int i = 0; i <= 200; ++i) {
        x.append(i);
        y.append(i % 7 == 0 ? 2 : i % 3 == 0 ? -1 : 0.1);
        backX.append(200 - i);
        high.append(y.last() + 1);
    }
    CurveSeries dotted = line("dotted", {10, 40, 90, 190}, {0.1, 5, -3, 0.2}, 3);
    dotted.points = true;
    m_plot->setCurves({line("a", x, y), line("back", backX, y, 2), dotted}, {{"g", "group", {1}, {{x, y}, {x, high}}}});
    m_plot->setLimits(Axis::X, 20, 150);
    m_plot->setLimits(Axis::Y, 0, 0.3);
    FigureOptions options;
    options.theme = Theme::Light;
    options.parts.setFlag(FigurePart::Legend, false); // has samples of the lines
    QCOMPARE(m_plot->menu()->exportTo(folder.filePath("x.svg"), options), QString());
    QFile file(folder.filePath("x.svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    const QRectF axes = boundsOf(svg, "stroke", color(ColorRole::Grid, Theme::Light));
    QVERIFY(axes.width() > 100 && axes.height() > 100);
    for (const int look : {0, 1, 2, 3}) {
        const QRectF drawn = boundsOf(svg, "stroke", SeriesLook{look}.in(Theme::Light));
        QVERIFY2(drawn.width() + drawn.height() > 50, qPrintable(QString::number(look)));
        QVERIFY2(axes.adjusted(-2, -2, 2, 2).contains(drawn), qPrintable(QString::number(look)));
    }
    const QRectF band = boundsOf(svg, "fill", SeriesLook{1}.in(Theme::Light));
    QVERIFY(band.width() > 50 && axes.adjusted(-2, -2, 2, 2).contains(band));
}

QTEST_MAIN(CurveExportTest)
#include "curve_export_test.moc"
