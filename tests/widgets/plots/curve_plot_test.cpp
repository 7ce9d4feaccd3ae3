#include "figure/figure_menu.h"
#include "widgets/plots/curve_plot_fixture.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolTip>
#include <QXmlStreamReader>
#include <qcustomplot.h>

using namespace headlight;

class CurvePlotTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void aMeanBetweenPointsSaysSo();
    void logAxisSaysWhatItLeavesOut();
    void gapsAndSinglePoints();
    void aLineComesFromAPointOfAnother();
    void labelsStandBesideTheirPoints();
    void aLabelBetweenPointsStandsAtACorner();
    void aNoteIsReadWithItsPoint();
    void aFitIsDrawnOverItsRangeOnly();
    void hoverFindsTheNearestOfEverySeries();
    void hoverReadsAForetoldMark();
    void theReadoutGoesWhenAMenuOpens();
    void clicksAndArrowsAskForTheCursor();
    void smoothingKeepsTheRecordedValues();
    void evaluationsMeansAndBandsAreNeverSmoothed();
    void groupsCountTheirRuns();
    void aShortSeriesIsDrawnAsRecorded();
    void theLegendSaysWhatTheBandIs();
    void aReadOutHasSixDigits();
    void aMeanThatEndsEarlySaysWhere();
    void labelsOfTinyTimesStayApart();
    void emptyPlotSaysSo();
    void themeChangeRepaints();
    void exportedVectorFilesHaveNoBitmap();
    void exportedPngIsLarger();
    void valuesAreWide();
    void valuesHaveTheBand();
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

/// Curves that fall at the same length have one point below the other.
void CurvePlotTest::aLabelBetweenPointsStandsAtACorner() {
    m_plot->setLimits(Axis::X, 0, 10);
    m_plot->setLimits(Axis::Y, 0, 10);
    m_plot->setCurves({line("a", {5}, {5})});
    const QPointF centre = m_plot->toPixel(5, 5);
    CurveSeries series = line("a", {}, {});
    for (const QPointF& away : {QPointF(-20, 0), QPointF(0, -15), QPointF(), QPointF(0, 15), QPointF(20, 0)}) {
        const QPointF at = m_plot->toData(centre + away);
        series.x.append(at.x());
        series.y.append(at.y());
        series.labels.append(away.isNull() ? "2 sequences at once" : "");
    }
    series.points = true;
    m_plot->setCurves({series});
    QTemporaryDir folder;
    const QString path = folder.filePath("x.svg");
    QCOMPARE(exportPicture(m_plot->picture(FigureOptions()), path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("2 sequences at once"));
}

void CurvePlotTest::labelsStandBesideTheirPoints() {
    CurveSeries predicted = line("predicted", {1, 2, 3}, {1, 2, 3});
    predicted.points = true;
    predicted.labels = {"would need 1 GB", "", "would need 3 GB"};
    const auto drawing = [&] {
        m_plot->setCurves({predicted});
        QTemporaryDir folder;
        const QString path = folder.filePath("x.svg");
        QFile file(path);
        return exportPicture(m_plot->picture({.widthMm = 170}), path).isEmpty() && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : QString();
    };
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.y[0] = predicted.y[2];
    predicted.x[0] = predicted.x[1] = predicted.x[2]; // there both have a side each
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.y[0] = -1;
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY(!drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    predicted.labels.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({predicted}));
}

void CurvePlotTest::aNoteIsReadWithItsPoint() {
    CurveSeries series = line("a", {0, 10, 20}, {1, 2, 3});
    series.notes = {"6 at once", "", "2 at once"};
    m_plot->setCurves({series});
    QCOMPARE(m_plot->nearest(at(0, 1)).front().note, QStringLiteral("6 at once"));
    m_plot->hover(at(20, 3));
    QTRY_VERIFY2(m_plot->readout().contains("2 at once"), qPrintable(m_plot->readout()));
    m_plot->hover(at(10, 2));
    QTRY_VERIFY2(!m_plot->readout().contains("at once"), qPrintable(m_plot->readout()));
    series.notes.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({series}));
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
    const int bare = colored(25, 25), outside = colored(5, 5);
    const PlotWidget::Range before = m_plot->range(Axis::Y);
    const QStringList names = m_plot->legendNames();
    series.fit = {{20, 30}, {20, 30}};
    m_plot->setCurves({series});
    QVERIFY2(colored(25, 25) > bare + 2, qPrintable(QString::number(colored(25, 25))));
    QCOMPARE(colored(5, 5), outside);
    QCOMPARE(m_plot->range(Axis::Y).high, before.high);
    QCOMPARE(m_plot->legendNames(), names);
    m_plot->setCurves({line("a", {0, 10, 20, 30}, {0, 10, 20, 30})});
    QCOMPARE(colored(25, 25), bare);
    series.fit.y.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({series}));
}

void CurvePlotTest::hoverFindsTheNearestOfEverySeries() {
    m_plot->setCurves({line("far", {0, 5, 10}, {0, 0, 0}), line("near", {0, 5, 10}, {10, 8, 10}, 1),
                       line("middle", {0, 5, 10}, {5, 5, 5}, 2)});
    const auto entries = m_plot->nearest(m_plot->toPixel(5.4, 8.2));
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries[0].id, QString("near"));
    QCOMPARE(entries[1].id, QString("middle"));
    QCOMPARE(entries[2].id, QString("far"));
    QCOMPARE(entries[0].x, 5.);
    QCOMPARE(entries[0].y, 8.);

    QTest::mouseMove(m_plot.get(), at(5.4, 8.2));
    QTRY_VERIFY(m_plot->readout().contains("run near"));
    const QString text = m_plot->readout();
    QVERIFY(text.indexOf("run near") < text.indexOf("run middle"));
    QVERIFY(text.indexOf("run middle") < text.indexOf("run far"));
    QVERIFY(text.contains("8 nats"));
    QVERIFY(m_plot->accessibleDescription().contains("run near 8 nats"));
    QTest::mouseMove(m_plot.get(), QPoint(2, 2));
    QTRY_COMPARE(m_plot->readout(), QString());
}

void CurvePlotTest::hoverReadsAForetoldMark() {
    CurveSeries measured = line("a", {16, 64, 256}, {1, 2, 4}), predicted = line("predicted", {512, 1024}, {8, 16});
    measured.points = predicted.points = predicted.look.dashed = true;
    CurveSeries published = line("published", {16, 1024}, {8.1, 8.1});
    published.look.dashed = true;
    m_plot->setCurves({measured, predicted, published});
    const auto entries = m_plot->nearest(m_plot->toPixel(512, 8));
    QCOMPARE(entries[0].id, QString("predicted"));
    QCOMPARE(entries[0].x, 512.);
    m_plot->hover(m_plot->toPixel(512, 8));
    QVERIFY2(m_plot->readout().contains("run predicted") && m_plot->readout().contains("8 nats"),
             qPrintable(m_plot->readout()));
    QVERIFY(!m_plot->readout().contains("run a"));
    QCOMPARE(m_plot->nearest(m_plot->toPixel(40, 8)).first().id,
             QString("a")); // a line without marks is near everywhere
}

void CurvePlotTest::theReadoutGoesWhenAMenuOpens() {
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    for (const QEvent::Type type : {QEvent::ContextMenu, QEvent::WindowDeactivate}) {
        m_plot->hover(m_plot->toPixel(1, 1));
        QVERIFY(!m_plot->readout().isEmpty());
        if (type == QEvent::ContextMenu) {
            m_plot->setContextMenuPolicy(Qt::NoContextMenu); // its menu would wait for an answer
            QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(5, 5), m_plot->mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(m_plot.get(), &event);
        } else {
            QEvent event(type);
            QApplication::sendEvent(m_plot.get(), &event);
        }
        QCOMPARE(m_plot->readout(), QString());
    }
}

void CurvePlotTest::clicksAndArrowsAskForTheCursor() {
    m_plot->setCurves({line("a", {0, 10, 20}, {0, 1, 0})});
    QSignalSpy asked(m_plot.get(), &CurvePlot::cursorRequested);
    QSignalSpy series(m_plot.get(), &CurvePlot::seriesClicked);
    QTest::mouseClick(m_plot.get(), Qt::LeftButton, {}, at(10, 1));
    QCOMPARE(asked.size(), 1);
    QVERIFY(near(asked[0][0].toDouble(), 10, 0.1));
    QCOMPARE(series.size(), 1);
    QCOMPARE(series[0][0].toString(), QString("a"));
    QTest::mouseClick(m_plot.get(), Qt::LeftButton, {}, at(3, 0.9));
    QCOMPARE(asked.size(), 2);
    QCOMPARE(series.size(), 1);

    m_plot->setCursor(10);
    QTest::keyClick(m_plot.get(), Qt::Key_Right);
    QCOMPARE(*m_plot->cursor(), 20.);
    QTest::keyClick(m_plot.get(), Qt::Key_Right);
    QCOMPARE(*m_plot->cursor(), 20.);
    QTest::keyClick(m_plot.get(), Qt::Key_Left);
    QCOMPARE(asked.last()[0].toDouble(), 10.);
    QVERIFY(m_plot->readout().contains("1 nats"));
    // Training goes on, or another run begins: the read-out is that of what is drawn.
    m_plot->setCurves({line("a", {0, 10, 20}, {0, 7, 0})});
    m_plot->toPixel(0, 0);
    QVERIFY2(m_plot->readout().contains("7 nats"), qPrintable(m_plot->readout()));
    m_plot->setCurves({});
    m_plot->toPixel(0, 0);
    QVERIFY(m_plot->readout().isEmpty());
}

void CurvePlotTest::smoothingKeepsTheRecordedValues() {
    CurveSeries series = line("a", {0, 1, 2}, {4, 8, 1});
    series.perBatch = true;
    for (int x = 3; x < fewestSmoothed; ++x) {
        series.x.append(x);
        series.y.append(1);
    }
    m_plot->setCurves({series});
    m_plot->setSmoothing(0.5);
    QCOMPARE(m_plot->legendNames(), QStringList(series.name + ", moving average, weight 0.5"));
    QVERIFY2(m_plot->values().columns.last().endsWith("moving average, weight 0.5"),
             qPrintable(m_plot->values().columns.last()));
    QVERIFY(near(m_plot->values().rows[1].last().toDouble(), 5 / 0.75, 1e-4));
    const auto entry = m_plot->nearest(m_plot->toPixel(1, 6)).first();
    QCOMPARE(entry.y, 8.);
    QVERIFY(near(entry.shown, 5 / 0.75, 1e-12));
    QVERIFY(m_plot->range(Axis::Y).high >= 8); // the faint curve is in sight as well
    QTest::mouseMove(m_plot.get(), at(1, 6.6));
    QTRY_VERIFY(m_plot->readout().contains("recorded 8 nats"));
    QCOMPARE(m_plot->values().rows[1][1], QString("8"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setSmoothing(1));
}

/// An average over a few points would be made of its own beginning.
void CurvePlotTest::aShortSeriesIsDrawnAsRecorded() {
    CurveSeries series = line("a", {}, {});
    series.perBatch = true;
    for (int x = 0; x < fewestSmoothed - 1; ++x) {
        series.x.append(x);
        series.y.append(x % 2);
    }
    m_plot->setCurves({series});
    m_plot->setSmoothing(0.9);
    QVERIFY(!m_plot->isSmoothed());
    QCOMPARE(m_plot->legendNames(), QStringList(series.name));
    QCOMPARE(m_plot->nearest(m_plot->toPixel(7, 1)).first().shown, 1.);
    QCOMPARE(m_plot->values().columns.size(), 2);
    m_plot->append("a", {fewestSmoothed - 1.}, {1});
    QVERIFY(m_plot->isSmoothed());
    QCOMPARE(m_plot->legendNames(), QStringList(series.name + ", moving average, weight 0.9"));
}

void CurvePlotTest::theLegendSaysWhatTheBandIs() {
    CurveGroup group{"g", "mtsa", {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}, {{0, 1}, {5, 6}}}, Spread::Interval95};
    group.ofSeeds = true;
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa: mean ± 95 % of 3 seeds"));
    // By hand: the standard deviation of 1, 3, 5 is 2; t of 2 degrees of freedom 4.302653; 4.302653 · 2 / √3.
    const ValueTable table = m_plot->values();
    QCOMPARE(table.columns.mid(1, 3),
             QStringList({"mtsa mean", "mtsa mean − 95 % interval", "mtsa mean + 95 % interval"}));
    QVERIFY(near(table.rows[0][2].toDouble(), 3 - 4.968275, 1e-5));
    QVERIFY(near(table.rows[0][3].toDouble(), 3 + 4.968275, 1e-5));
    QVERIFY(m_plot->range(Axis::Y).low < 3 - 4.96 && m_plot->range(Axis::Y).high > 4 + 4.96); // all of it is seen
    group.spread = Spread::StandardError;
    group.members.removeLast();
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa: mean ± standard error of 2 seeds"));
    group.members.removeLast();
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa: 1 seed, no band"));
    QCOMPARE(m_plot->values().columns, QStringList({"step", "mtsa mean", "mtsa n"}));
}

/// Many digits hide what differs; a file has all of them.
void CurvePlotTest::aReadOutHasSixDigits() {
    m_plot->setCurves({line("a", {0, 1}, {0.23533333333333334, 0.5})});
    QTest::mouseMove(m_plot.get(), at(0, 0.24));
    QTRY_VERIFY2(m_plot->readout().contains("0.235333 nats"), qPrintable(m_plot->readout()));
    QCOMPARE(m_plot->values().rows[0][1], QString("0.23533333333333334"));
}

/// Runs without common points: what the mean is made of was not recorded there.
void CurvePlotTest::aMeanBetweenPointsSaysSo() {
    QVERIFY(!isReadBetween({{{0, 1, 2}, {1, 2, 3}}, {{0, 1, 2}, {2, 3, 4}}}));
    CurveGroup group{.id = "g", .name = "mtsa", .members = {{{0, 10}, {1, 2}}, {{0, 5, 10}, {2, 3, 4}}}};
    group.isRead = isReadBetween(group.members);
    group.latest = 5;
    QVERIFY(group.isRead);
    m_plot->setAxis(PlotWidget::Axis::X, "step", {}, PlotWidget::Kind::Count);
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa: mean, min to max of 2 runs, between their points on straight "
                                                "lines, from step 5, where the last begins"));
    QCOMPARE(m_plot->values().columns[1], QString("mtsa mean, between their points on straight lines"));
}

/// Evaluations are few and each is what it is; a mean of smoothed curves is no mean of what was measured.
void CurvePlotTest::evaluationsMeansAndBandsAreNeverSmoothed() {
    m_plot->setCurves({line("a", {0, 1, 2}, {4, 8, 1})}, {{"g", "mtsa", {0}, {{{0, 1}, {1, 9}}, {{0, 1}, {3, 5}}}}});
    m_plot->setSmoothing(0.6);
    for (const CurvePlot::Hover& entry : m_plot->nearest(m_plot->toPixel(1, 6)))
        QCOMPARE(entry.shown, entry.id == "a" ? 8. : 7.);
    QCOMPARE(m_plot->legendNames(), QStringList({line("a", {}, {}).name, "mtsa: mean, min to max of 2 runs"}));
    for (const QString& column : m_plot->values().columns)
        QVERIFY2(!column.contains("moving average"), qPrintable(column));
    QTest::mouseMove(m_plot.get(), at(1, 7));
    QTRY_VERIFY(m_plot->readout().contains("8 nats") && !m_plot->readout().contains("recorded"));
}

void CurvePlotTest::groupsCountTheirRuns() {
    m_plot->setCurves({}, {{"g", "mtsa", {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}, {{0, 1}, {5, 6}}}}});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa: mean, min to max of 3 runs"));
    QCOMPARE(m_plot->nearest(m_plot->toPixel(0, 3)).first().y, 3.);
    QVERIFY(m_plot->range(Axis::Y).low <= 1 && m_plot->range(Axis::Y).high >= 6);
    const ValueTable table = m_plot->values();
    QCOMPARE(table.columns, QStringList({"step", "mtsa mean", "mtsa min", "mtsa max", "mtsa n"}));
    QCOMPARE(table.rows[1], QStringList({"1", "4", "2", "6", "3"}));
    CurveGroup group{"g", "mtsa", {0}, {{{0}, {1}}, {{0}, {3}}}, Spread::StandardDeviation};
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->values().columns.mid(1, 3),
             QStringList({"mtsa mean", "mtsa mean − standard deviation", "mtsa mean + standard deviation"}));
}

void CurvePlotTest::aMeanThatEndsEarlySaysWhere() {
    CurveGroup group{"g", "mtsa", {0}, {{{0, 1200}, {1, 2}}, {{0, 1200}, {3, 4}}}};
    group.shortest = 1200;
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(),
             QStringList("mtsa: mean, min to max of 2 runs, up to step 1200, where the shortest ends"));
    m_plot->setAxis(Axis::X, "time of training", {}, PlotWidget::Kind::Duration);
    QCOMPARE(m_plot->legendNames(),
             QStringList("mtsa: mean, min to max of 2 runs, up to 20 min, where the shortest ends"));
}

void CurvePlotTest::labelsOfTinyTimesStayApart() {
    const auto* axis = m_plot->findChild<QCustomPlot*>()->xAxis;
    const auto labels = [&] {
        m_plot->range(Axis::X); // drawn by now
        const QFontMetrics metrics(axis->tickLabelFont());
        double end = -1e9;
        int shown = 0;
        for (qsizetype i = 0; i < axis->tickVector().size(); ++i) {
            const double tick = axis->tickVector()[i];
            if (!axis->range().contains(tick))
                continue;
            const double half = metrics.size(0, axis->tickVectorLabels()[i]).width() / 2.;
            if (axis->coordToPixel(tick) - half <= end)
                return 0; // touches the one before
            end = axis->coordToPixel(tick) + half;
            ++shown;
        }
        return shown;
    };
    m_plot->setAxis(Axis::X, "time", {}, PlotWidget::Kind::Duration);
    m_plot->setCurves({line("a", {0.00111, 0.00192}, {1, 2})});
    const int many = labels();
    QVERIFY(many >= 4);
    for (const int width : {420, 330, 260, 210}) {
        m_plot->resize(width, 300);
        QTRY_VERIFY2(labels() >= 1, qPrintable(QString::number(width)));
    }
    QVERIFY(labels() < many);
    m_plot->resize(640, 420);
    QTRY_COMPARE(labels(), many); // there is room again
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

void CurvePlotTest::exportedVectorFilesHaveNoBitmap() {
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

void CurvePlotTest::exportedPngIsLarger() {
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

void CurvePlotTest::valuesAreWide() {
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

void CurvePlotTest::valuesHaveTheBand() {
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
