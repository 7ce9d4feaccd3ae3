#include "widgets/matrix/heat_map_fixture.h"

#include <QAccessible>
#include <QSignalSpy>
#include <cmath>

using namespace headlight;

/// What a map does with pointer, wheel and keys.
class HeatMapTest : public QObject, HeatMapFixture {
    Q_OBJECT

private slots:
    void init() { showMap(); }
    void pointerReadsCells();
    void clickPinsAndShiftAdds();
    void clickOnLabelsPinsRowsAndColumns();
    void escapeReleasesPins();
    void wheelKeepsTheCellUnderThePointer();
    void dragPansAndDoesNotPin();
    void doubleClickFits();
    void minimapMovesTheView();
    void readableRowsAreScrolled();
    void keysMoveAndPin();
    void valueIsSpoken();
    void settersAreSilent();
    void wrongShapeLeavesTheOldView();
};

void HeatMapTest::pointerReadsCells() {
    QSignalSpy hovered(m_map.get(), &HeatMap::hovered);
    QSignalSpy left(m_map.get(), &HeatMap::left);
    QTest::mouseMove(m_map.get(), middle(*m_map, 3, 1));
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.takeFirst(), QList<QVariant>({3, 1}));
    QTest::mouseMove(m_map.get(), middle(*m_map, 3, 1) + QPoint(2, 2)); // the same cell
    QTest::mouseMove(m_map.get(), middle(*m_map, 7, 7));
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.takeFirst(), QList<QVariant>({7, 7}));
    QTest::mouseMove(m_map.get(), QPoint(2, 2));
    QTRY_COMPARE(left.count(), 1);
    QCOMPARE(m_map->hoverCell(), MapCell{});
}

void HeatMapTest::clickPinsAndShiftAdds() {
    QSignalSpy pins(m_map.get(), &HeatMap::pinsChanged);
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, middle(*m_map, 2, 5));
    QCOMPARE(m_map->pins(), (MapPins{{2}, {}}));
    QTest::mouseClick(m_map.get(), Qt::LeftButton, Qt::ShiftModifier, middle(*m_map, 4, 0));
    QCOMPARE(m_map->pins(), (MapPins{{2, 4}, {}}));
    QTest::mouseClick(m_map.get(), Qt::LeftButton, Qt::ShiftModifier, middle(*m_map, 2, 1));
    QCOMPARE(m_map->pins(), (MapPins{{4}, {}}));
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, middle(*m_map, 6, 6));
    QCOMPARE(m_map->pins(), (MapPins{{6}, {}}));
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, middle(*m_map, 6, 3));
    QVERIFY(m_map->pins().isEmpty());
    QCOMPARE(pins.count(), 5);
}

void HeatMapTest::clickOnLabelsPinsRowsAndColumns() {
    const HeatMapGeometry where = m_map->mapGeometry();
    const auto columns = m_map->painter().columnLabels(where);
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, columns[3].box.center().toPoint());
    QCOMPARE(m_map->pins(), (MapPins{{}, {columns[3].index}}));
    const auto rows = m_map->painter().rowLabels(where);
    QTest::mouseClick(m_map.get(), Qt::LeftButton, Qt::ShiftModifier, rows[1].box.center().toPoint());
    QCOMPARE(m_map->pins(), (MapPins{{rows[1].index}, {columns[3].index}}));
}

void HeatMapTest::escapeReleasesPins() {
    m_map->setPins({{1}, {2}});
    QSignalSpy pins(m_map.get(), &HeatMap::pinsChanged);
    QTest::keyClick(m_map.get(), Qt::Key_Escape);
    QCOMPARE(pins.count(), 1);
    QVERIFY(m_map->pins().isEmpty());
}

void HeatMapTest::wheelKeepsTheCellUnderThePointer() {
    for (const MapCell cell : {MapCell{2, 6}, MapCell{0, 0}, MapCell{7, 3}}) {
        m_map->resetZoom();
        const QPointF point = middle(*m_map, cell.row, cell.column);
        for (int i = 0; i < 6; ++i)
            wheel(*m_map, point, 1);
        QVERIFY(m_map->viewport().zoom > 1.5);
        QCOMPARE(m_map->mapGeometry().cellAt(point).value_or(MapCell{}), cell);
        wheel(*m_map, point, -30);
        QCOMPARE(m_map->viewport().zoom, 1.0);
    }
}

void HeatMapTest::dragPansAndDoesNotPin() {
    m_map->setViewport({3.0, 2.0, 2.0});
    const HeatMapGeometry before = m_map->mapGeometry();
    const QPoint from = before.plot.center().toPoint();
    QTest::mousePress(m_map.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_map.get(), from + QPoint(-15, -15));
    QTest::mouseMove(m_map.get(), from + QPoint(-30, -20));
    QTest::mouseRelease(m_map.get(), Qt::LeftButton, {}, from + QPoint(-30, -20));
    const HeatMapGeometry after = m_map->mapGeometry();
    QVERIFY(std::abs((after.viewport.column - before.viewport.column) * after.cell - 30) < 1.0);
    QVERIFY(std::abs((after.viewport.row - before.viewport.row) * after.cell - 20) < 1.0);
    QVERIFY(m_map->pins().isEmpty());
}

void HeatMapTest::doubleClickFits() {
    m_map->setViewport({3.0, 2.0, 2.0});
    m_map->setPins({{1}, {}});
    const QPoint point = m_map->mapGeometry().plot.center().toPoint();
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, point);
    QTest::mouseDClick(m_map.get(), Qt::LeftButton, {}, point);
    QCOMPARE(m_map->viewport(), MapViewport{});
    QCOMPARE(m_map->pins(), (MapPins{{1}, {}}));
}

void HeatMapTest::readableRowsAreScrolled() {
    m_map->setReadableRows(true);
    QCOMPARE(m_map->mapGeometry().part().height(), 8.0); // they have room
    m_map->setView(square(200));
    const int line = m_map->fontMetrics().height();
    QVERIFY(m_map->mapGeometry().rowHeight >= line);
    QVERIFY(m_map->mapGeometry().part().height() < 30);
    QVERIFY(m_map->painter().minimapRect(m_map->mapGeometry()).isEmpty());
    wheel(*m_map, middle(*m_map, 2, 5), -2);
    QCOMPARE(m_map->viewport().zoom, 1.0);
    QCOMPARE(m_map->viewport().row, 6.0);
    m_map->resetZoom();
    QCOMPARE(m_map->viewport().row, 6.0);
    m_map->showCell({150, -1});
    const QRectF part = m_map->mapGeometry().part();
    QVERIFY(part.top() <= 150 && std::abs(part.bottom() - 151) < 1e-6);
    m_map->showCell({149, -1}); // is seen already
    QCOMPARE(m_map->mapGeometry().part(), part);
    wheel(*m_map, middle(*m_map, 150, 5), -1000);
    QVERIFY(std::abs(m_map->mapGeometry().part().bottom() - 200) < 1e-6);
}

void HeatMapTest::minimapMovesTheView() {
    QVERIFY(m_map->painter().minimapRect(m_map->mapGeometry()).isEmpty());
    m_map->setViewport({4.0, 0.0, 0.0});
    const QRectF minimap = m_map->painter().minimapRect(m_map->mapGeometry());
    QVERIFY(!minimap.isEmpty());
    QTest::mouseClick(m_map.get(), Qt::LeftButton, {}, (minimap.bottomRight() - QPointF(2, 2)).toPoint());
    const QRectF part = m_map->mapGeometry().part();
    QVERIFY(std::abs(part.right() - 8.0) < 0.01);
    QVERIFY(std::abs(part.bottom() - 8.0) < 0.01);
    QVERIFY(m_map->pins().isEmpty());
}

void HeatMapTest::keysMoveAndPin() {
    QSignalSpy hovered(m_map.get(), &HeatMap::hovered);
    m_map->setFocus();
    QTest::keyClick(m_map.get(), Qt::Key_Right); // enters the map
    QCOMPARE(m_map->focusCell(), (MapCell{0, 0}));
    QTest::keyClick(m_map.get(), Qt::Key_Right);
    QTest::keyClick(m_map.get(), Qt::Key_Down);
    QTest::keyClick(m_map.get(), Qt::Key_Down);
    QTest::keyClick(m_map.get(), Qt::Key_Left);
    QTest::keyClick(m_map.get(), Qt::Key_Left); // stays at the edge
    QCOMPARE(m_map->focusCell(), (MapCell{2, 0}));
    QCOMPARE(hovered.last(), QList<QVariant>({2, 0}));
    QTest::keyClick(m_map.get(), Qt::Key_Return);
    QCOMPARE(m_map->pins(), (MapPins{{2}, {}}));
    QTest::keyClick(m_map.get(), Qt::Key_End);
    QCOMPARE(m_map->focusCell(), (MapCell{2, 7}));
    QSignalSpy activated(m_map.get(), &HeatMap::cellActivated);
    QTest::keyClick(m_map.get(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(activated.takeFirst(), QList<QVariant>({2, 7}));

    m_map->setViewport({4.0, 0.0, 0.0});
    QTest::keyClick(m_map.get(), Qt::Key_Down);
    QVERIFY(m_map->mapGeometry().plot.contains(m_map->mapGeometry().cellRect(3, 7).center()));
}

void HeatMapTest::valueIsSpoken() {
    QVERIFY(!m_map->accessibleName().isEmpty());
    m_map->setFocus();
    QTest::keyClick(m_map.get(), Qt::Key_Down);
    QTest::keyClick(m_map.get(), Qt::Key_Right);
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(m_map.get());
    QVERIFY(spoken);
    QCOMPARE(spoken->text(QAccessible::Value), QStringLiteral("query 0 “t0” → key 1 “t1”, weight 0.1"));
    m_map->setReadOut([](int row, int column) { return QStringLiteral("%1 to %2").arg(row).arg(column); });
    QCOMPARE(spoken->text(QAccessible::Value), QStringLiteral("0 to 1"));
}

void HeatMapTest::settersAreSilent() {
    QSignalSpy hovered(m_map.get(), &HeatMap::hovered);
    QSignalSpy pins(m_map.get(), &HeatMap::pinsChanged);
    const QImage plain = m_map->grab().toImage();
    m_map->setHover(3, -1);
    m_map->setPins({{}, {5}});
    QVERIFY(m_map->grab().toImage() != plain);
    QCOMPARE(hovered.count() + pins.count(), 0);
}

void HeatMapTest::wrongShapeLeavesTheOldView() {
    MatrixView wrong = square(3);
    wrong.values.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_map->setView(wrong));
    QCOMPARE(m_map->view().rows, 8);
    m_map->grab();
}

QTEST_MAIN(HeatMapTest)
#include "heat_map_test.moc"
