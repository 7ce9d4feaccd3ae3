#include "widgets/plots/curve_plot_fixture.h"

#include <QApplication>
#include <QFile>
#include <QPicture>
#include <QTemporaryDir>
#include <QToolTip>
#include <QXmlStreamReader>
#include <qcustomplot.h>

using namespace headlight;

/// What is drawn on the screen, its lines joined.
static QString wordsOf(PlotWidget& plot) {
    plot.axesRect(); // draws what was set
    auto* drawn = plot.findChild<QCustomPlot*>();
    QPicture recorded;
    QCPPainter painter(&recorded);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    drawn->toPainter(&painter, drawn->width(), drawn->height());
    painter.end();
    QTemporaryDir folder;
    const QString path = folder.filePath("screen.svg");
    const auto paint = [&](QPainter& into) { into.drawPicture(0, 0, recorded); };
    QFile file(path);
    if (!exportPicture({QSizeF(drawn->size()), paint, {}, {}}, path).isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader xml(&file);
    QString words;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isCharacters())
            words += xml.text().toString() + u' ';
    }
    return words.simplified();
}

class LegendStripTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void aLongNameKeepsItsEnd();
    void referenceLinesAreNamedLast();
    void theLegendNamesWhatItHasNoRoomFor();
    void sixLongNamesAreSeenWhole();
    void aNameThatIsLongerThanTheStripTakesLines();
    void whatABandIsStaysWholeInANarrowPlot();
    void nothingMovesWhenExpectedNamesCome();
    void aPictureHasTheWholeLegend_data();
    void aPictureHasTheWholeLegend();
};

void LegendStripTest::aLongNameKeepsItsEnd() {
    CurveSeries long_ = line("a", {0, 1}, {0, 1});
    long_.name = QStringLiteral("mtsa:heads=2:preset=paper:") + QString(200, 'x') + QStringLiteral(", fused n^2");
    m_plot->setCurves({long_});
    m_plot->hover(m_plot->toPixel(1, 1));
    const QString text = m_plot->readout();
    QVERIFY2(text.contains("mtsa:heads") && text.contains(u'…') && text.contains(", fused n^2"), qPrintable(text));
    QVERIFY(!text.contains(QString(100, 'x')));
}

void LegendStripTest::referenceLinesAreNamedLast() {
    CurveSeries published = line("published", {0, 1}, {4, 4});
    published.look.dashed = true;
    m_plot->setCurves({published, line("a", {0, 1}, {1, 2})},
                      {{"g", "mtsa", {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}}}});
    QCOMPARE(m_plot->legendNames(), QStringList({"run a", "mtsa: mean, min to max of 2 runs", "run published"}));
    CurveSeries predicted = line("predicted", {1, 2}, {2, 3});
    predicted.look.dashed = predicted.points = true;
    m_plot->setCurves({published, line("a", {0, 1}, {1, 2}), predicted, line("b", {0, 1}, {2, 3}, 1)});
    QCOMPARE(m_plot->legendNames(), QStringList({"run a", "run predicted", "run b", "run published"}));
}

void LegendStripTest::theLegendNamesWhatItHasNoRoomFor() {
    QList<CurveSeries> all;
    for (int i = 0; i < 50; ++i)
        all.append(line(QStringLiteral("of a long name %1").arg(i), {0, 1}, {0, 1}, i));
    m_plot->setCurves(all);
    m_plot->axesRect();
    const auto tipAt = [&](const QPoint& at) {
        QHelpEvent event(QEvent::ToolTip, at, m_plot->mapToGlobal(at));
        QApplication::sendEvent(m_plot.get(), &event);
        return QToolTip::text();
    };
    QCOMPARE(tipAt(m_plot->axesRect().center().toPoint()), QString());
    const QString text = tipAt({20, 10});
    QVERIFY2(text.contains("run of a long name 39\nand 10 more"), qPrintable(text));
}

/// In a plot as it is in a small window: so many curves are drawn where nobody chose any.
void LegendStripTest::sixLongNamesAreSeenWhole() {
    m_plot->resize(430, 430);
    QList<CurveSeries> all;
    for (int i = 0; i < 6; ++i)
        all.append(line(QStringLiteral("MTSA on First token, seed %1").arg(i), {0, 1}, {0, 1}, i));
    m_plot->setCurves(all);
    QHelpEvent event(QEvent::ToolTip, {20, 10}, m_plot->mapToGlobal(QPoint(20, 10)));
    m_plot->axesRect();
    QApplication::sendEvent(m_plot.get(), &event);
    QVERIFY2(!QToolTip::text().contains("more"), qPrintable(QToolTip::text()));
    QVERIFY(m_plot->axesRect().height() > 200);
}

/// What a mean of runs of several lengths is, in a small window.
void LegendStripTest::aNameThatIsLongerThanTheStripTakesLines() {
    m_plot->resize(430, 430);
    const auto group = [](const QString& name) {
        CurveGroup group{"g", name, {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}}};
        group.isRead = true;
        group.latest = 3;
        group.shortest = 8;
        return group;
    };
    const auto top = [&](const CurveGroup& shown) {
        m_plot->setCurves({}, {shown});
        return m_plot->axesRect().top();
    };
    CurveGroup brief = group("MTSA");
    brief.isRead = false;
    brief.latest = brief.shortest = {};
    const double line = QFontMetricsF(m_plot->font()).height(), more = top(group("MTSA, heads 4")) - top(brief);
    QVERIFY2(more > 1.5 * line && more < 2.5 * line, qPrintable(QString::number(more / line)));
    CurveGroup endless = group(QString(900, u'x'));
    QVERIFY(top(endless) < 0.35 * m_plot->height()); // the plot keeps its room
}

/// A name may be shortened: its tooltip has it. What the mean and the remark are must be read.
void LegendStripTest::whatABandIsStaysWholeInANarrowPlot() {
    m_plot->resize(280, 240);
    CurveGroup group{"g",
                     "MTSA, choice of roles by predicate, marked, of a corpus with a long name, heads 100",
                     {0},
                     {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}}};
    group.isRead = true;
    group.latest = 3;
    group.shortest = 8;
    m_plot->setCurves({}, {group});
    const QString remark = "Lines: mean of 3 runs, which are those of one setting; bands: mean ± 95 % interval; "
                           "2 repeated runs are not counted, and here are some words more";
    m_plot->setExplanation(remark);
    const QString words = wordsOf(*m_plot);
    for (const QString& whole : {QStringLiteral(": mean, min to max of 2 runs, between their points on straight lines, "
                                                "from step 3, where the last begins, up to step 8, where the shortest "
                                                "ends"),
                                 remark})
        QVERIFY2(words.contains(whole), qPrintable(words));
    QVERIFY2(words.contains("MTSA") && words.contains(u'…') && words.contains("100:"), qPrintable(words));
}

void LegendStripTest::nothingMovesWhenExpectedNamesCome() {
    m_plot->resize(300, 300);
    m_plot->expectInLegend({"train, each batch", "train, moving average, weight 0.9", "dev", "test"});
    const auto seriesOf = [&](const QStringList& names) {
        QList<CurveSeries> all;
        for (const QString& name : names) {
            all.append(line(name, {0, 1}, {0, 1}));
            all.last().name = name;
        }
        return all;
    };
    m_plot->setCurves({});
    const double before = m_plot->axesRect().top();
    QVERIFY(before > 40);
    for (const QStringList& names :
         {QStringList{"train"}, QStringList{"train", "dev"},
          QStringList{"train, each batch", "train, moving average, weight 0.9", "dev", "test"}}) {
        m_plot->setCurves(seriesOf(names));
        QCOMPARE(m_plot->axesRect().top(), before);
    }
}

/// However many lines it takes, also where it stands beside the plot on the screen.
void LegendStripTest::aPictureHasTheWholeLegend_data() {
    QTest::addColumn<bool>("beside");
    QTest::newRow("above the plot") << false;
    QTest::newRow("beside the plot") << true;
}

void LegendStripTest::aPictureHasTheWholeLegend() {
    QFETCH(bool, beside);
    m_plot->setLegendBeside(beside);
    QList<CurveSeries> all;
    for (int i = 0; i < 64; ++i)
        all.append(line(QStringLiteral("of a long name %1").arg(i), {0, 1}, {0, 1}, i));
    m_plot->setCurves(all);
    m_plot->setCaption("Measured: batch 16, 300 features, 2 threads, on a machine whose name is as long as its age, "
                       "Headlight 1.0");
    const QRectF onScreen = m_plot->axesRect();
    QVERIFY((onScreen.top() < m_plot->height() / 10.) == beside);
    const Picture picture = m_plot->picture(FigureOptions());
    FigureOptions bare;
    bare.parts.setFlag(FigurePart::Legend, false);
    QVERIFY(picture.size.height() > 2 * m_plot->picture(bare).size.height());
    QCOMPARE(m_plot->axesRect(), onScreen);
    QTemporaryDir folder;
    const QString path = folder.filePath("plot.svg");
    QCOMPARE(exportPicture(picture, path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString drawing = QString::fromUtf8(file.readAll());
    QVERIFY(drawing.contains("run of a long name 63") && !drawing.contains("more"));
    QVERIFY(drawing.contains("Measured: batch 16") && drawing.contains("Headlight 1.0"));
}

QTEST_MAIN(LegendStripTest)
#include "legend_strip_test.moc"
