#include "widgets/plots/curve_plot_fixture.h"

#include <QApplication>
#include <QSignalSpy>

using namespace headlight;

class CurveReadoutTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void hoverFindsTheNearestOfEverySeries();
    void hoverReadsAForetoldMark();
    void theReadoutGoesWhenAMenuOpens();
    void clicksAndArrowsAskForTheCursor();
    void aReadOutHasFourDigits();
    void anEpochIsReadToAHundredth();
};

void CurveReadoutTest::hoverFindsTheNearestOfEverySeries() {
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

void CurveReadoutTest::hoverReadsAForetoldMark() {
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

void CurveReadoutTest::theReadoutGoesWhenAMenuOpens() {
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

void CurveReadoutTest::clicksAndArrowsAskForTheCursor() {
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

/// Many digits hide what differs; a file has all of them.
void CurveReadoutTest::aReadOutHasFourDigits() {
    m_plot->setCurves({line("a", {0, 1}, {0.23533333333333334, 0.5})});
    QTest::mouseMove(m_plot.get(), at(0, 0.24));
    QTRY_VERIFY2(m_plot->readout().contains("0.2353 nats"), qPrintable(m_plot->readout()));
    QCOMPARE(m_plot->values().rows[0][1], QString("0.23533333333333334"));
    m_plot->setCurves({line("a", {0, 1}, {1.62, 1.645})}); // zeros too, as of one quantity
    m_plot->hover(at(0, 1.62));
    QTRY_VERIFY2(m_plot->readout().contains("1.620 nats"), qPrintable(m_plot->readout()));
}

void CurveReadoutTest::anEpochIsReadToAHundredth() {
    m_plot->setAxis(PlotWidget::Axis::X, "epoch", {}, PlotWidget::Kind::Epoch);
    m_plot->setCurves({line("a", {0.008, 1.008, 2}, {1, 2, 3})});
    m_plot->hover(m_plot->toPixel(1.008, 2));
    QVERIFY2(m_plot->readout().contains("<b>1.01</b>"), qPrintable(m_plot->readout()));
    m_plot->hover(m_plot->toPixel(2, 3));
    QVERIFY2(m_plot->readout().contains("epoch <b>2</b>"), qPrintable(m_plot->readout()));
}

QTEST_MAIN(CurveReadoutTest)
#include "curve_readout_test.moc"
