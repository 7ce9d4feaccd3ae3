#include "plots/axis_limits.h"

#include "widgets/plots/curve_plot_fixture.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

using namespace headlight;

namespace {

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

} // namespace

class PlotNavigationTest : public QObject, CurvePlotFixture {
    Q_OBJECT

private slots:
    void init() { showPlot(); }
    void cleanup() { m_plot.reset(); }
    void rectangleZoomAndReset();
    void wheelOverAnAxisZoomsOnlyThatAxis();
    void controlDragPans();
    void noNameOfALimitIsCut();
    void zoomSurvivesLivePoints();
    void limits();
    void limitsAreTyped();
    void limitsBelongToWhatTheAxisShows();
    void placesAreReadAsPeopleWriteThem();
    void keysZoom();
    void sharedX();
};

void PlotNavigationTest::rectangleZoomAndReset() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const auto before = m_plot->range(Axis::X);
    drag(m_plot.get(), at(20, 0.8), at(60, 0.4));
    QVERIFY(m_plot->isZoomed());
    QVERIFY(near(m_plot->range(Axis::X).low, 20, 0.5) && near(m_plot->range(Axis::X).high, 60, 0.5));
    QVERIFY(near(m_plot->range(Axis::Y).low, 0.4, 0.01) && near(m_plot->range(Axis::Y).high, 0.8, 0.01));
    // A flat rectangle zooms along x only.
    const auto y = m_plot->range(Axis::Y);
    drag(m_plot.get(), at(30, 0.6), at(40, 0.6));
    QVERIFY(near(m_plot->range(Axis::X).low, 30, 0.5));
    QCOMPARE(m_plot->range(Axis::Y).low, y.low);
    QTest::mouseDClick(m_plot.get(), Qt::LeftButton, {}, at(35, 0.6));
    QVERIFY(!m_plot->isZoomed());
    QCOMPARE(m_plot->range(Axis::X).low, before.low);
    QCOMPARE(m_plot->range(Axis::X).high, before.high);
}

void PlotNavigationTest::wheelOverAnAxisZoomsOnlyThatAxis() {
    CurveSeries predicted = line("a", {0, 100}, {0, 1});
    predicted.look.dashed = true;
    m_plot->setCurves({predicted}, {{"g", "group", {1}, {{{0, 100}, {0, 1}}, {{0, 100}, {0.5, 2}}}}});
    const QRectF axes = m_plot->axesRect();
    const auto width = [&](Axis axis) { return m_plot->range(axis).high - m_plot->range(axis).low; };
    const double x = width(Axis::X);
    const double y = width(Axis::Y);
    turnWheel(m_plot.get(), {axes.center().x(), axes.bottom() + 10}, 1);
    QVERIFY(width(Axis::X) < x);
    QCOMPARE(width(Axis::Y), y);
    turnWheel(m_plot.get(), {axes.left() - 10, axes.center().y()}, 1);
    QVERIFY(width(Axis::Y) < y);
    m_plot->resetZoom();
    const QPointF fixed = m_plot->toData(axes.center() + QPointF(50, 30));
    turnWheel(m_plot.get(), axes.center() + QPointF(50, 30), 3);
    const QPointF after = m_plot->toData(axes.center() + QPointF(50, 30));
    // Longer tick labels may move the axes by some pixels.
    QVERIFY(near(after.x(), fixed.x(), 0.02 * x) && near(after.y(), fixed.y(), 0.02 * y));
    QVERIFY(width(Axis::X) < 0.6 * x && width(Axis::Y) < 0.6 * y);
    for (int i = 0; i < 300; ++i)
        turnWheel(m_plot.get(), axes.center(), 3); // deeper than doubles go: stays sane, and quick
    QVERIFY(width(Axis::X) > 0);
}

/// The letter of a key is drawn by itself, without kerning.
void PlotNavigationTest::noNameOfALimitIsCut() {
    AxisLimitsDialog dialog(*m_plot, Axis::Y);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    int names = 0;
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        if (!label->buddy())
            continue;
        double width = 0;
        const QString letters = label->text().remove(u'&');
        for (const QChar letter : letters)
            width += QFontMetricsF(label->font()).horizontalAdvance(letter);
        QVERIFY2(label->width() >= width - 0.01, qPrintable(label->text()));
        ++names;
    }
    QCOMPARE(names, 2);
}

void PlotNavigationTest::controlDragPans() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const auto before = m_plot->range(Axis::X);
    drag(m_plot.get(), at(50, 0.5), at(60, 0.5), Qt::LeftButton, Qt::ControlModifier);
    QVERIFY(near(m_plot->range(Axis::X).low, before.low - 10, 0.5));
    drag(m_plot.get(), at(50, 0.5), at(40, 0.5), Qt::MiddleButton);
    QVERIFY(near(m_plot->range(Axis::X).low, before.low, 0.5));
}

void PlotNavigationTest::zoomSurvivesLivePoints() {
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

void PlotNavigationTest::limits() {
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

/// By double click on the axis, as a user types them.
void PlotNavigationTest::limitsAreTyped() {
    m_plot->setCurves({line("a", {0, 100}, {0.2, 0.9})});
    QSignalSpy changed(m_plot.get(), &PlotWidget::limitsChanged);
    const auto dialog = [&] { return m_plot->findChild<QDialog*>("limits"); };
    const QRectF axes = m_plot->axesRect();
    QTest::mouseDClick(m_plot.get(), Qt::LeftButton, {}, QPoint(int(axes.left()) - 8, int(axes.center().y())));
    QVERIFY(dialog());
    QVERIFY2(dialog()->windowTitle().contains("loss"), qPrintable(dialog()->windowTitle()));
    auto* from = dialog()->findChild<QLineEdit*>("limits.from");
    auto* to = dialog()->findChild<QLineEdit*>("limits.to");
    auto* problem = dialog()->findChild<QLabel*>("limits.problem");
    from->setText("one");
    QTest::keyClick(dialog(), Qt::Key_Return);
    QVERIFY2(problem->text().contains("“one”"), qPrintable(problem->text()));
    QTRY_VERIFY2(problem->height() >= problem->heightForWidth(problem->width()), "a line is cut");
    from->setText("2");
    to->setText("1");
    QTest::keyClick(dialog(), Qt::Key_Return);
    QVERIFY2(problem->text().contains("below"), qPrintable(problem->text()));
    QVERIFY(changed.isEmpty());
    from->setText("−1");
    to->setText("1e1");
    QTest::keyClick(dialog(), Qt::Key_Return);
    QTRY_VERIFY(!dialog());
    QCOMPARE(m_plot->range(Axis::Y).low, -1.);
    QCOMPARE(m_plot->range(Axis::Y).high, 10.);
    QCOMPARE(changed.size(), 1);
    m_plot->setRange(Axis::Y, 2, 3); // a zoom ends at what was typed
    QTest::mouseDClick(m_plot.get(), Qt::LeftButton, {}, axes.center().toPoint());
    QCOMPARE(m_plot->range(Axis::Y).high, 10.);
    auto* automatic = m_plot->findChild<QToolButton*>("limitsAutomatic.button");
    QVERIFY(automatic->isVisible());
    QTest::mouseClick(automatic, Qt::LeftButton);
    QVERIFY(m_plot->range(Axis::Y).high < 1);
    QTRY_VERIFY(!automatic->isVisible());
}

/// A loss that was cut off at 3 says nothing of an accuracy.
void PlotNavigationTest::limitsBelongToWhatTheAxisShows() {
    m_plot->setCurves({line("a", {0, 100}, {0.2, 0.9})});
    m_plot->setLimits(Axis::Y, 0, 3);
    m_plot->setAxis(Axis::Y, "accuracy", "%");
    QVERIFY(m_plot->range(Axis::Y).high < 1);
    m_plot->setLimits(Axis::Y, {}, 5);
    m_plot->setAxis(Axis::Y, "loss", "nats", PlotWidget::Kind::Number, "moving average");
    QCOMPARE(m_plot->range(Axis::Y).high, 3.);
    CurvePlot other;
    other.setTypedLimits(m_plot->typedLimits());
    other.setAxis(Axis::Y, "accuracy");
    other.setCurves({line("a", {0, 100}, {0.2, 0.9})});
    QCOMPARE(other.range(Axis::Y).high, 5.);
    other.setTypedLimits({{"y accuracy", QStringList{"9", "1"}}, {"y", 3}, {"x step", "nan"}});
    QVERIFY(other.range(Axis::Y).high < 1);
    QVERIFY(other.typedLimits().isEmpty());
}

void PlotNavigationTest::placesAreReadAsPeopleWriteThem() {
    using Kind = PlotWidget::Kind;
    QCOMPARE(parsedPlace(" 1,000 ", Kind::Number), std::optional(1000.));
    QCOMPARE(parsedPlace("−1e-3", Kind::Number), std::optional(-0.001));
    QCOMPARE(parsedPlace("90", Kind::Duration), std::optional(90.));
    QCOMPARE(parsedPlace("1 h 30 min", Kind::Duration), std::optional(5400.));
    QCOMPARE(parsedPlace("2.5min", Kind::Duration), std::optional(150.));
    for (const char* wrong : {"", "0,5", "1 h x", "inf", "nan", "12 s 3"})
        QVERIFY2(!parsedPlace(wrong, Kind::Duration), wrong);
    const auto day = parsedPlace("2024-05-31", Kind::Date), noon = parsedPlace("2024-05-31 12:00", Kind::Date);
    QCOMPARE(*noon - *day, 12 * 3600.);
    QCOMPARE(parsedPlace(typedPlace(*noon, Kind::Date), Kind::Date), noon);
    QVERIFY(!parsedPlace("2024-13-31", Kind::Date));
}

void PlotNavigationTest::keysZoom() {
    m_plot->setCurves({line("a", {0, 100}, {0, 1})});
    const double before = m_plot->range(Axis::X).high;
    m_plot->toPixel(0, 0);
    QTest::keyClick(m_plot.get(), Qt::Key_Plus);
    QVERIFY(m_plot->isZoomed());
    const double zoomed = m_plot->range(Axis::X).high;
    QTest::keyClick(m_plot.get(), Qt::Key_Minus);
    QVERIFY(m_plot->range(Axis::X).high > zoomed);
    QTest::keyClick(m_plot.get(), Qt::Key_0);
    QVERIFY(!m_plot->isZoomed());
    Q_UNUSED(before);
}

void PlotNavigationTest::sharedX() {
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

QTEST_MAIN(PlotNavigationTest)
#include "plot_navigation_test.moc"
