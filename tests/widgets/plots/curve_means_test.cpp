#include "widgets/plots/curve_plot_fixture.h"

using namespace headlight;

class CurveMeansTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void aMeanBetweenPointsSaysSo();
    void smoothingKeepsTheRecordedValues();
    void whatIsTrueOfAllLinesIsSaidOnce();
    void evaluationsMeansAndBandsAreNeverSmoothed();
    void groupsCountTheirRuns();
    void aShortSeriesIsDrawnAsRecorded();
    void theLegendSaysWhatTheBandIs();
    void aMeanThatEndsEarlySaysWhere();
};

/// Runs without common points: what the mean is made of was not recorded there.
void CurveMeansTest::aMeanBetweenPointsSaysSo() {
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

void CurveMeansTest::smoothingKeepsTheRecordedValues() {
    CurveSeries series = line("a", {0, 1, 2}, {4, 8, 1});
    series.perBatch = true;
    for (int x = 3; x < fewestSmoothed; ++x) {
        series.x.append(x);
        series.y.append(1);
    }
    m_plot->setCurves({series});
    m_plot->setSmoothing(0.5);
    QCOMPARE(m_plot->legendNames(), QStringList(series.name));
    QCOMPARE(m_plot->remark(), QString("Lines: moving average, weight 0.5"));
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

/// Six long names with the same ending would be cut.
void CurveMeansTest::whatIsTrueOfAllLinesIsSaidOnce() {
    QList<CurveSeries> all;
    for (const char* id : {"a", "b"}) {
        CurveSeries series = line(id, {}, {});
        series.perBatch = true;
        for (int x = 0; x < fewestSmoothed; ++x) {
            series.x.append(x);
            series.y.append(x % 2);
        }
        all.append(series);
    }
    CurveSeries published = line("published", {0, 1}, {4, 4});
    published.look.dashed = true;
    m_plot->setSmoothing(0.6);
    m_plot->setCurves({all[0], all[1], published});
    QCOMPARE(m_plot->legendNames(), QStringList({all[0].name, all[1].name, published.name}));
    QCOMPARE(m_plot->remark(), QString("Lines: moving average, weight 0.6"));
    m_plot->setCurves({all[0], line("b", {0, 1}, {4, 4})}); // one of them is as it was recorded
    QCOMPARE(m_plot->legendNames().front(), all[0].name + ", averaged");
    QCOMPARE(m_plot->remark(), QString("Averaged: moving average, weight 0.6"));
}

/// Evaluations are few and each is what it is; a mean of smoothed curves is no mean of what was measured.
void CurveMeansTest::evaluationsMeansAndBandsAreNeverSmoothed() {
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

void CurveMeansTest::groupsCountTheirRuns() {
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

/// An average over a few points would be made of its own beginning.
void CurveMeansTest::aShortSeriesIsDrawnAsRecorded() {
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
    QCOMPARE(m_plot->legendNames(), QStringList(series.name));
    QCOMPARE(m_plot->remark(), QString("Lines: moving average, weight 0.9"));
}

void CurveMeansTest::theLegendSaysWhatTheBandIs() {
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

void CurveMeansTest::aMeanThatEndsEarlySaysWhere() {
    CurveGroup group{"g", "mtsa", {0}, {{{0, 1200}, {1, 2}}, {{0, 1200}, {3, 4}}}};
    group.shortest = 1200;
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(),
             QStringList("mtsa: mean, min to max of 2 runs, up to step 1200, where the shortest ends"));
    m_plot->setAxis(Axis::X, "time of training", {}, PlotWidget::Kind::Duration);
    QCOMPARE(m_plot->legendNames(),
             QStringList("mtsa: mean, min to max of 2 runs, up to 20 min, where the shortest ends"));
}

QTEST_MAIN(CurveMeansTest)
#include "curve_means_test.moc"
