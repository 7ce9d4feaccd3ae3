#include "plots/curve_plot.h"

#include "figure/figure_menu.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <QXmlStreamReader>
#include <cmath>
#include <qcustomplot.h>

using namespace headlight;

/// Real events on a shown plot.
class CurvePlotTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { delete m_plot; }
    void logAxisSaysWhatItLeavesOut();
    void gapsAndSinglePoints();
    void aLineComesFromAPointOfAnother();
    void labelsStandBesideTheirPoints();
    void hoverFindsTheNearestOfEverySeries();
    void hoverReadsAForetoldMark();
    void aLongNameKeepsItsEnd();
    void theReadoutGoesWhenAMenuOpens();
    void rectangleZoomAndReset();
    void wheelOverAnAxisZoomsOnlyThatAxis();
    void controlDragPans();
    void zoomSurvivesLivePoints();
    void limits();
    void clicksAndArrowsAskForTheCursor();
    void keysZoom();
    void smoothingKeepsTheRecordedValues();
    void groupsCountTheirRuns();
    void aMeanThatEndsEarlySaysWhere();
    void referenceLinesAreNamedLast();
    void theLegendNamesWhatItHasNoRoomFor();
    void aPictureHasTheWholeLegend_data();
    void aPictureHasTheWholeLegend();
    void sharedX();
    void labelsOfTinyTimesStayApart();
    void emptyPlotSaysSo();
    void themeChangeRepaints();
    void exportedVectorFilesHaveNoBitmap();
    void exportedPngIsLarger();
    void valuesAreWide();
    void valuesHaveTheBand();
    void badInputIsRefused();
    void hundredCurves();

private:
    QPoint at(double x, double y) { return m_plot->toPixel(x, y).toPoint(); }
    CurvePlot* m_plot = nullptr;
};

namespace {

using Axis = PlotWidget::Axis;

CurveSeries line(const QString& id, const QVector<double>& x, const QVector<double>& y, int index = 0) {
    return {id, "run " + id, {index}, x, y};
}

void drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
          Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(widget, button, modifiers, from);
    for (int step = 1; step <= 4; ++step) {
        const QPointF place = from + QPointF(to - from) * step / 4.;
        QMouseEvent move(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(widget, &move);
    }
    QTest::mouseRelease(widget, button, modifiers, to);
}

void turnWheel(QWidget* widget, QPointF at, int notches) {
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

/// As a file would show it, at once.
QImage imageOf(PlotWidget& plot) {
    QImage image(plot.size(), QImage::Format_RGB32);
    QPainter painter(&image);
    plot.picture().paint(painter);
    return image;
}

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

} // namespace

void CurvePlotTest::init() {
    m_plot = new CurvePlot;
    m_plot->setAxis(Axis::X, "step");
    m_plot->setAxis(Axis::Y, "loss", "nats");
    m_plot->resize(640, 420);
    m_plot->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_plot));
}

void CurvePlotTest::logAxisSaysWhatItLeavesOut() {
    m_plot->setCurves({line("a", {0, 1, 2, 3}, {1, 0, -2, 4}), line("b", {0, 1, 2, 3}, {1, 2, std::nan(""), 4}, 1)});
    QCOMPARE(m_plot->remark(), QString());
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY2(m_plot->remark().startsWith("2 points"), qPrintable(m_plot->remark()));
    m_plot->setLogarithmic(Axis::X, true); // step 0 of both goes too
    QVERIFY2(m_plot->remark().startsWith("4 points"), qPrintable(m_plot->remark()));
    QVERIFY(m_plot->range(Axis::X).low > 0);
    QVERIFY(m_plot->range(Axis::Y).low > 0);
    m_plot->setCurves({line("a", {0, 1}, {-1, 1})});
    m_plot->setLogarithmic(Axis::X, false);
    QVERIFY(m_plot->remark().startsWith("1 point at"));
}

void CurvePlotTest::gapsAndSinglePoints() {
    const auto colored = [&] {
        const QImage image = renderPicture(m_plot->picture(), 1);
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
    CurveSeries foretold = line("foretold", {30, 40}, {30, 40}, 1);
    foretold.points = true;
    const auto onTheWay = [&] { // pixels of its colour between the last point of the one and the first of the other
        m_plot->setCurves({line("measured", {10, 20}, {10, 20}), foretold});
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
    foretold.from = QPointF(20, 20);
    QVERIFY(onTheWay() > 0);
    QCOMPARE(m_plot->values().rows[1], QStringList({"20", "20", ""})); // which stays a value of the other
    m_plot->setLogarithmic(Axis::X, true);
    foretold.from = QPointF(0, 20);
    QCOMPARE(onTheWay(), 0); // nowhere on this axis
}

void CurvePlotTest::labelsStandBesideTheirPoints() {
    CurveSeries foretold = line("foretold", {1, 2, 3}, {1, 2, 3});
    foretold.points = true;
    foretold.labels = {"would need 1 GB", "", "would need 3 GB"};
    const auto drawing = [&] {
        m_plot->setCurves({foretold});
        QTemporaryDir folder;
        const QString path = folder.filePath("x.svg");
        QFile file(path);
        return exportPicture(m_plot->picture(), path).isEmpty() && file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll())
                   : QString();
    };
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    foretold.y[0] = foretold.y[2];
    foretold.x[0] = foretold.x[1] = foretold.x[2]; // there both have a side each
    QVERIFY(drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    foretold.y[0] = -1;
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY(!drawing().contains("would need 1 GB") && drawing().contains("would need 3 GB"));
    foretold.labels.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setCurves({foretold}));
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

    QTest::mouseMove(m_plot, at(5.4, 8.2));
    QTRY_VERIFY(m_plot->readout().contains("run near"));
    const QString text = m_plot->readout();
    QVERIFY(text.indexOf("run near") < text.indexOf("run middle"));
    QVERIFY(text.indexOf("run middle") < text.indexOf("run far"));
    QVERIFY(text.contains("8 nats"));
    QVERIFY(m_plot->accessibleDescription().contains("run near 8 nats"));
    QTest::mouseMove(m_plot, QPoint(2, 2));
    QTRY_COMPARE(m_plot->readout(), QString());
}

void CurvePlotTest::hoverReadsAForetoldMark() {
    CurveSeries measured = line("a", {16, 64, 256}, {1, 2, 4}), foretold = line("foretold", {512, 1024}, {8, 16});
    measured.points = foretold.points = foretold.look.dashed = true;
    CurveSeries published = line("published", {16, 1024}, {8.1, 8.1});
    published.look.dashed = true;
    m_plot->setCurves({measured, foretold, published});
    const auto entries = m_plot->nearest(m_plot->toPixel(512, 8));
    QCOMPARE(entries[0].id, QString("foretold"));
    QCOMPARE(entries[0].x, 512.);
    m_plot->hover(m_plot->toPixel(512, 8));
    QVERIFY2(m_plot->readout().contains("run foretold") && m_plot->readout().contains("8 nats"),
             qPrintable(m_plot->readout()));
    QVERIFY(!m_plot->readout().contains("run a"));
    QCOMPARE(m_plot->nearest(m_plot->toPixel(40, 8)).first().id,
             QString("a")); // a line without marks is near everywhere
}

void CurvePlotTest::aLongNameKeepsItsEnd() {
    CurveSeries long_ = line("a", {0, 1}, {0, 1});
    long_.name = QStringLiteral("mtsa:heads=2:preset=paper:") + QString(200, 'x') + QStringLiteral(", fused n^2");
    m_plot->setCurves({long_});
    m_plot->hover(m_plot->toPixel(1, 1));
    const QString text = m_plot->readout();
    QVERIFY2(text.contains("mtsa:heads") && text.contains(u'…') && text.contains(", fused n^2"), qPrintable(text));
    QVERIFY(!text.contains(QString(100, 'x')));
}

void CurvePlotTest::theReadoutGoesWhenAMenuOpens() {
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    for (const QEvent::Type type : {QEvent::ContextMenu, QEvent::WindowDeactivate}) {
        m_plot->hover(m_plot->toPixel(1, 1));
        QVERIFY(!m_plot->readout().isEmpty());
        if (type == QEvent::ContextMenu) {
            m_plot->setContextMenuPolicy(Qt::NoContextMenu); // its menu would wait for an answer
            QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(5, 5), m_plot->mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(m_plot, &event);
        } else {
            QEvent event(type);
            QApplication::sendEvent(m_plot, &event);
        }
        QCOMPARE(m_plot->readout(), QString());
    }
}

void CurvePlotTest::rectangleZoomAndReset() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const auto before = m_plot->range(Axis::X);
    drag(m_plot, at(20, 0.8), at(60, 0.4));
    QVERIFY(m_plot->isZoomed());
    QVERIFY(near(m_plot->range(Axis::X).low, 20, 0.5) && near(m_plot->range(Axis::X).high, 60, 0.5));
    QVERIFY(near(m_plot->range(Axis::Y).low, 0.4, 0.01) && near(m_plot->range(Axis::Y).high, 0.8, 0.01));
    // A flat rectangle zooms along x only.
    const auto y = m_plot->range(Axis::Y);
    drag(m_plot, at(30, 0.6), at(40, 0.6));
    QVERIFY(near(m_plot->range(Axis::X).low, 30, 0.5));
    QCOMPARE(m_plot->range(Axis::Y).low, y.low);
    QTest::mouseDClick(m_plot, Qt::LeftButton, {}, at(35, 0.6));
    QVERIFY(!m_plot->isZoomed());
    QCOMPARE(m_plot->range(Axis::X).low, before.low);
    QCOMPARE(m_plot->range(Axis::X).high, before.high);
}

void CurvePlotTest::wheelOverAnAxisZoomsOnlyThatAxis() {
    CurveSeries predicted = line("a", {0, 100}, {0, 1});
    predicted.look.dashed = true;
    m_plot->setCurves({predicted}, {{"g", "group", {1}, {{{0, 100}, {0, 1}}, {{0, 100}, {0.5, 2}}}}});
    const QRectF axes = m_plot->axesRect();
    const auto width = [&](Axis axis) { return m_plot->range(axis).high - m_plot->range(axis).low; };
    const double x = width(Axis::X);
    const double y = width(Axis::Y);
    turnWheel(m_plot, {axes.center().x(), axes.bottom() + 10}, 1);
    QVERIFY(width(Axis::X) < x);
    QCOMPARE(width(Axis::Y), y);
    turnWheel(m_plot, {axes.left() - 10, axes.center().y()}, 1);
    QVERIFY(width(Axis::Y) < y);
    m_plot->resetZoom();
    const QPointF fixed = m_plot->toData(axes.center() + QPointF(50, 30));
    turnWheel(m_plot, axes.center() + QPointF(50, 30), 3);
    const QPointF after = m_plot->toData(axes.center() + QPointF(50, 30));
    // Longer tick labels may move the axes by some pixels.
    QVERIFY(near(after.x(), fixed.x(), 0.02 * x) && near(after.y(), fixed.y(), 0.02 * y));
    QVERIFY(width(Axis::X) < 0.6 * x && width(Axis::Y) < 0.6 * y);
    for (int i = 0; i < 300; ++i)
        turnWheel(m_plot, axes.center(), 3); // deeper than doubles go: stays sane, and quick
    QVERIFY(width(Axis::X) > 0);
}

void CurvePlotTest::controlDragPans() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const auto before = m_plot->range(Axis::X);
    drag(m_plot, at(50, 0.5), at(60, 0.5), Qt::LeftButton, Qt::ControlModifier);
    QVERIFY(near(m_plot->range(Axis::X).low, before.low - 10, 0.5));
    drag(m_plot, at(50, 0.5), at(40, 0.5), Qt::MiddleButton);
    QVERIFY(near(m_plot->range(Axis::X).low, before.low, 0.5));
}

void CurvePlotTest::zoomSurvivesLivePoints() {
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    m_plot->append("a", {2, 3}, {2, 3});
    QTRY_VERIFY(m_plot->range(Axis::X).high >= 3);
    m_plot->setRange(Axis::X, 0, 2);
    m_plot->append("a", {4}, {9});
    QTest::qWait(40);
    QCOMPARE(m_plot->range(Axis::X).high, 2.);
    m_plot->resetZoom();
    QVERIFY(m_plot->range(Axis::X).high >= 4);
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->append("b", {1}, {1}));
}

void CurvePlotTest::limits() {
    m_plot->setCurves({line("a", {0, 100}, {0.2, 0.9})});
    m_plot->setLimits(Axis::Y, 0, 1);
    m_plot->toPixel(0, 0);
    QCOMPARE(m_plot->range(Axis::Y).low, 0.);
    QCOMPARE(m_plot->range(Axis::Y).high, 1.);
    m_plot->setLimits(Axis::Y, {}, 0.5);
    m_plot->toPixel(0, 0);
    QVERIFY(m_plot->range(Axis::Y).low < 0.2);
    QCOMPARE(m_plot->range(Axis::Y).high, 0.5);
    m_plot->setLimits(Axis::Y, 5, {}); // beyond all data: still an axis
    m_plot->toPixel(0, 0);
    QVERIFY(m_plot->range(Axis::Y).high > 5);
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setLimits(Axis::Y, 2, 1));
    m_plot->setLogarithmic(Axis::Y, true);
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setLimits(Axis::Y, 0, 1));
}

void CurvePlotTest::clicksAndArrowsAskForTheCursor() {
    m_plot->setCurves({line("a", {0, 10, 20}, {0, 1, 0})});
    QSignalSpy asked(m_plot, &CurvePlot::cursorRequested);
    QSignalSpy series(m_plot, &CurvePlot::seriesClicked);
    QTest::mouseClick(m_plot, Qt::LeftButton, {}, at(10, 1));
    QCOMPARE(asked.size(), 1);
    QVERIFY(near(asked[0][0].toDouble(), 10, 0.1));
    QCOMPARE(series.size(), 1);
    QCOMPARE(series[0][0].toString(), QString("a"));
    QTest::mouseClick(m_plot, Qt::LeftButton, {}, at(3, 0.9));
    QCOMPARE(asked.size(), 2);
    QCOMPARE(series.size(), 1);

    m_plot->setCursor(10);
    QTest::keyClick(m_plot, Qt::Key_Right);
    QCOMPARE(*m_plot->cursor(), 20.);
    QTest::keyClick(m_plot, Qt::Key_Right);
    QCOMPARE(*m_plot->cursor(), 20.);
    QTest::keyClick(m_plot, Qt::Key_Left);
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

void CurvePlotTest::keysZoom() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const double before = m_plot->range(Axis::X).high;
    m_plot->toPixel(0, 0);
    QTest::keyClick(m_plot, Qt::Key_Plus);
    QVERIFY(m_plot->isZoomed());
    const double zoomed = m_plot->range(Axis::X).high;
    QTest::keyClick(m_plot, Qt::Key_Minus);
    QVERIFY(m_plot->range(Axis::X).high > zoomed);
    QTest::keyClick(m_plot, Qt::Key_0);
    QVERIFY(!m_plot->isZoomed());
    Q_UNUSED(before);
}

void CurvePlotTest::smoothingKeepsTheRecordedValues() {
    m_plot->setCurves({line("a", {0, 1, 2}, {4, 8, 1})});
    m_plot->setSmoothing(0.5);
    const auto entry = m_plot->nearest(m_plot->toPixel(1, 6)).first();
    QCOMPARE(entry.y, 8.);
    QVERIFY(near(entry.shown, 5 / 0.75, 1e-12));
    QVERIFY(m_plot->range(Axis::Y).high >= 8); // the faint curve is in sight as well
    QTest::mouseMove(m_plot, at(1, 6.6));
    QTRY_VERIFY(m_plot->readout().contains("recorded 8 nats"));
    QCOMPARE(m_plot->values().rows[1][1], QString("8"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_plot->setSmoothing(1));
}

void CurvePlotTest::groupsCountTheirRuns() {
    m_plot->setCurves({}, {{"g", "mtsa", {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}, {{0, 1}, {5, 6}}}}});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa  n=3"));
    QCOMPARE(m_plot->nearest(m_plot->toPixel(0, 3)).first().y, 3.);
    QVERIFY(m_plot->range(Axis::Y).low <= 1 && m_plot->range(Axis::Y).high >= 6);
    const ValueTable table = m_plot->values();
    QCOMPARE(table.columns, QStringList({"step", "mtsa mean", "mtsa low", "mtsa high", "mtsa n"}));
    QCOMPARE(table.rows[1], QStringList({"1", "4", "2", "6", "3"}));
}

void CurvePlotTest::aMeanThatEndsEarlySaysWhere() {
    CurveGroup group{"g", "mtsa", {0}, {{{0, 1200}, {1, 2}}, {{0, 1200}, {3, 4}}}};
    group.shortest = 1200;
    m_plot->setCurves({}, {group});
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa  n=2, up to step 1200, where the shortest ends"));
    m_plot->setAxis(Axis::X, "time of training", {}, PlotWidget::Kind::Duration);
    QCOMPARE(m_plot->legendNames(), QStringList("mtsa  n=2, up to 20 min, where the shortest ends"));
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

void CurvePlotTest::referenceLinesAreNamedLast() {
    CurveSeries published = line("published", {0, 1}, {4, 4});
    published.look.dashed = true;
    m_plot->setCurves({published, line("a", {0, 1}, {1, 2})},
                      {{"g", "mtsa", {0}, {{{0, 1}, {1, 2}}, {{0, 1}, {3, 4}}}}});
    QCOMPARE(m_plot->legendNames(), QStringList({"run a", "mtsa  n=2", "run published"}));
    CurveSeries foretold = line("foretold", {1, 2}, {2, 3});
    foretold.look.dashed = foretold.points = true;
    m_plot->setCurves({published, line("a", {0, 1}, {1, 2}), foretold, line("b", {0, 1}, {2, 3}, 1)});
    QCOMPARE(m_plot->legendNames(), QStringList({"run a", "run foretold", "run b", "run published"}));
}

void CurvePlotTest::theLegendNamesWhatItHasNoRoomFor() {
    QList<CurveSeries> all;
    for (int i = 0; i < 50; ++i)
        all.append(line(QStringLiteral("of a long name %1").arg(i), {0, 1}, {0, 1}, i));
    m_plot->setCurves(all);
    m_plot->axesRect();
    const auto tipAt = [&](const QPoint& at) {
        QHelpEvent event(QEvent::ToolTip, at, m_plot->mapToGlobal(at));
        QApplication::sendEvent(m_plot, &event);
        return QToolTip::text();
    };
    QCOMPARE(tipAt(m_plot->axesRect().center().toPoint()), QString());
    const QString text = tipAt({20, 10});
    QVERIFY2(text.contains("run of a long name 39\nand 10 more"), qPrintable(text));
}

/// However many lines it takes, also where it stands beside the plot on the screen.
void CurvePlotTest::aPictureHasTheWholeLegend_data() {
    QTest::addColumn<bool>("beside");
    QTest::newRow("above the plot") << false;
    QTest::newRow("beside the plot") << true;
}

void CurvePlotTest::aPictureHasTheWholeLegend() {
    QFETCH(bool, beside);
    m_plot->setLegendBeside(beside);
    QList<CurveSeries> all;
    for (int i = 0; i < 64; ++i)
        all.append(line(QStringLiteral("of a long name %1").arg(i), {0, 1}, {0, 1}, i));
    m_plot->setCurves(all);
    m_plot->setCaption("Measured: batch 16, 300 features, 2 threads, on a machine whose name is as long as its age, "
                       "Headlight 1.0");
    const QRectF onScreen = m_plot->axesRect();
    QVERIFY(onScreen.top() < m_plot->height() / 10. == beside);
    const Picture picture = m_plot->picture();
    QVERIFY(picture.size.height() > m_plot->height());
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

void CurvePlotTest::sharedX() {
    CurvePlot other;
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    other.setCurves({line("a", {0, 50}, {0, 1})});
    m_plot->setRange(Axis::X, 10, 20);
    m_plot->shareX(&other);
    QCOMPARE(other.range(Axis::X).low, 10.);
    other.setRange(Axis::X, 12, 15);
    QCOMPARE(m_plot->range(Axis::X).high, 15.);
    m_plot->resetZoom();
    QVERIFY(!other.isZoomed());
}

void CurvePlotTest::emptyPlotSaysSo() {
    m_plot->setEmptyText("Choose runs on the left to compare them here.");
    const QImage before = m_plot->grab().toImage();
    m_plot->setCurves({});
    QTest::qWait(40);
    const QImage empty = m_plot->grab().toImage();
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    QTest::qWait(40);
    QVERIFY(m_plot->grab().toImage() != empty);
}

void CurvePlotTest::themeChangeRepaints() {
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    m_plot->setPalette(paletteOf(Theme::Light));
    QTest::qWait(40);
    QCOMPARE(m_plot->grab().toImage().pixelColor(3, 3), color(ColorRole::Surface, Theme::Light));
    m_plot->setPalette(paletteOf(Theme::Dark));
    QTest::qWait(40);
    QCOMPARE(m_plot->grab().toImage().pixelColor(3, 3), color(ColorRole::Surface, Theme::Dark));
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
    for (const char* word : {"loss (nats)", "step", "run a", "group  n=2"})
        QVERIFY2(words.contains(word), word);
}

void CurvePlotTest::exportedPngIsLarger() {
    QTemporaryDir folder;
    m_plot->setCurves({line("a", {0, 1}, {0, 1})});
    QCOMPARE(m_plot->menu()->exportTo(folder.filePath("x.png"), 4), QString());
    QCOMPARE(QImage(folder.filePath("x.png")).size(), m_plot->size() * 4);
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
    QCOMPARE(m_plot->values().columns, QStringList({"step", "run a wall time (Unix seconds)", "run a",
                                                    "run b wall time (Unix seconds)", "run b"}));
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
