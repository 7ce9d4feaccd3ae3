#include "style/appearance.h"
#include "widgets/matrix/map_samples.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace headlight;

class MapGridTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void gridIsLayersByHeads();
    void gridWrapsManyHeads();
    void gridIsChosenByClickAndKeys();
    void gridShowsOffAndAltered();
    void cellsThatTheUserChangedAreMarked();
    void gridFollowsAnOrder();
    void gridScrollsToTheCurrentMap();
    void gridTooltips();
    void notesStandBelowTheMaps();
    void aFigureSaysWhatMarksAndNumbersMean();
    void aClickOnANoteIsToldWhereItMeansSomething();
    void aRightClickChoosesNothing();
    void gridKeepsImagesOfTheOthers();
    void gridLabelsHaveRoom();
    void gridLabelsOfSeveralWordsDiffer();
    void aLongMaskIsBrokenBetweenItsTerms();
    void theOnlySharpWeightOfARowIsSeenAtAnyScale_data();
    void theOnlySharpWeightOfARowIsSeenAtAnyScale();
    void allMapsAreSeenAtOnce();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void MapGridTest::theOnlySharpWeightOfARowIsSeenAtAnyScale_data() {
    QTest::addColumn<double>("scale");
    for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0})
        QTest::addRow("%g", scale) << scale;
}

/// Also where the frame is.
void MapGridTest::theOnlySharpWeightOfARowIsSeenAtAnyScale() {
    QFETCH(double, scale);
    constexpr int columns = 120;
    for (int sharp = 0; sharp < columns; ++sharp) {
        MapThumbnail thumbnail;
        thumbnail.view.rows = 1;
        thumbnail.view.columns = columns;
        thumbnail.view.values = QList<float>(columns, 0.0f);
        thumbnail.view.values[sharp] = 1.0f;
        MapGridPainter painter;
        painter.setThumbnails({thumbnail});
        QImage image(qRound(200 * scale), qRound(200 * scale), QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        QPainter into(&image);
        painter.paint(into, {0, 0, 200, 200});
        into.end();
        const QRectF place = painter.imageRect({0, 0, 200, 200}, 0);
        const QRgb dark = ColorMap(ColorMapId::Blues, Theme::Light).at(1.0);
        int found = 0;
        const int y = qRound(place.center().y() * scale);
        for (int x = 0; x < image.width(); ++x)
            found += image.pixel(x, y) == dark;
        QVERIFY2(found > 0, qPrintable(QString::number(sharp)));
    }
}

void MapGridTest::gridIsLayersByHeads() {
    MapGrid grid;
    grid.resize(600, 600);
    grid.setThumbnails(sampleThumbnails(3, 4));
    for (int layer = 0; layer < 3; ++layer)
        for (int head = 0; head < 4; ++head) {
            const QRectF box = grid.thumbnailRect(layer * 4 + head);
            QCOMPARE(box.top(), grid.thumbnailRect(layer * 4).top());
            QCOMPARE(box.left(), grid.thumbnailRect(head).left());
        }
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < i; ++j)
            QVERIFY(!grid.thumbnailRect(i).intersects(grid.thumbnailRect(j)));
}

void MapGridTest::gridWrapsManyHeads() {
    MapGrid grid;
    grid.resize(220, 400);
    grid.setThumbnails(sampleThumbnails(1, 16));
    for (int i = 0; i < 16; ++i)
        QVERIFY(grid.thumbnailRect(i).right() <= grid.viewport()->width());
    QVERIFY(grid.thumbnailRect(15).top() > grid.thumbnailRect(0).bottom());
}

void MapGridTest::gridIsChosenByClickAndKeys() {
    MapGrid grid;
    grid.resize(500, 500);
    grid.setThumbnails(sampleThumbnails(3, 4));
    QSignalSpy chosen(&grid, &MapGrid::currentChanged);
    QSignalSpy activated(&grid, &MapGrid::activated);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.thumbnailRect(5).center().toPoint());
    QCOMPARE(grid.current(), 5);
    QTest::keyClick(&grid, Qt::Key_Down);
    QCOMPARE(grid.current(), 9);
    QTest::keyClick(&grid, Qt::Key_Down); // there is no line below
    QCOMPARE(grid.current(), 9);
    QTest::keyClick(&grid, Qt::Key_Left);
    QTest::keyClick(&grid, Qt::Key_Up);
    QCOMPARE(grid.current(), 4);
    QCOMPARE(chosen.count(), 4);
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(4)});
    grid.setCurrent(0);
    QCOMPARE(chosen.count(), 4);
    QCOMPARE(QAccessible::queryAccessibleInterface(&grid)->text(QAccessible::Value), QStringLiteral("layer 0, head 0"));
}

void MapGridTest::gridShowsOffAndAltered() {
    MapGrid grid;
    grid.resize(500, 300);
    auto list = sampleThumbnails(1, 3);
    grid.setThumbnails(list);
    const QImage plain = grid.grab().toImage();
    list[1].off = true;
    grid.setThumbnail(1, list[1]);
    list[2].altered = true;
    grid.setThumbnail(2, list[2]);
    const QImage marked = grid.grab().toImage();
    const auto part = [&](const QImage& image, int index) { return image.copy(grid.thumbnailRect(index).toRect()); };
    QCOMPARE(part(marked, 0), part(plain, 0));
    QVERIFY(part(marked, 1) != part(plain, 1));
    const QPoint corner = grid.thumbnailRect(2).topRight().toPoint() + QPoint(-3, 3);
    QCOMPARE(marked.pixelColor(corner), color(ColorRole::Altered, Theme::Light));
    QVERIFY(plain.pixelColor(corner) != color(ColorRole::Altered, Theme::Light));
}

void MapGridTest::cellsThatTheUserChangedAreMarked() {
    MapGrid grid;
    grid.resize(500, 300);
    auto list = sampleThumbnails(1, 2);
    grid.setThumbnails(list);
    const QImage plain = grid.grab().toImage();
    MatrixView& view = list[1].view;
    view.hatches.fill(CellHatch::None, view.rows * view.columns);
    view.hatches[view.columns + 2] = CellHatch::Forbidden;
    grid.setThumbnail(1, list[1]);
    const QImage marked = grid.grab().toImage();
    const QRectF image = grid.thumbnailRect(1);
    const QSizeF size(image.width() / view.columns, image.height() / view.rows);
    const auto differs = [&](int row, int column) {
        const QRect cell = QRectF(image.topLeft() + QPointF(column * size.width(), row * size.height()), size).toRect();
        return marked.copy(cell) != plain.copy(cell);
    };
    QVERIFY(differs(1, 2) && !differs(view.rows - 1, 0));
    QVERIFY(grid.painter().hasLegend()); // of a figure
}

void MapGridTest::gridFollowsAnOrder() {
    MapGrid grid;
    grid.resize(600, 300);
    grid.setThumbnails(sampleThumbnails(2, 2));
    grid.setOrder({3, 0, 2, 1});
    QVERIFY(grid.thumbnailRect(3).left() < grid.thumbnailRect(0).left());
    QVERIFY(grid.thumbnailRect(2).left() < grid.thumbnailRect(1).left());
    QCOMPARE(grid.thumbnailRect(3).top(), grid.thumbnailRect(1).top());
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, grid.setOrder({0, 0}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, grid.setOrder({9}));
    grid.setOrder({});
    QVERIFY(grid.thumbnailRect(2).top() > grid.thumbnailRect(0).top());
}

void MapGridTest::gridScrollsToTheCurrentMap() {
    MapGrid grid;
    grid.resize(400, 200);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    grid.setThumbnails(sampleThumbnails(12, 12));
    QVERIFY(grid.verticalScrollBar()->maximum() > 0);
    grid.setCurrent(143);
    QVERIFY(QRectF(grid.viewport()->rect()).contains(grid.thumbnailRect(143)));
    grid.setCurrent(0);
    QVERIFY(QRectF(grid.viewport()->rect()).contains(grid.thumbnailRect(0)));
}

void MapGridTest::gridTooltips() {
    MapGrid grid;
    grid.resize(400, 200);
    grid.setThumbnails(sampleThumbnails(1, 4));
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    const QPoint point = grid.thumbnailRect(2).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, point, grid.viewport()->mapToGlobal(point));
    QApplication::sendEvent(grid.viewport(), &help);
    QCOMPARE(QToolTip::text(), QStringLiteral("tip of 0.2"));
    QToolTip::hideText();
}

void MapGridTest::notesStandBelowTheMaps() {
    MapGrid grid;
    grid.resize(600, 600);
    grid.setThumbnails(sampleThumbnails(2, 2));
    const double below = grid.thumbnailRect(2).top() - grid.thumbnailRect(0).bottom();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, grid.setNotes({{"+1"}}));
    grid.setNotes({{"+0.12345678901234", 1, "", {"+0.12", "+.1"}}, {"−0.25", -0.5, "", {"−.25", "−.2"}}, {}, {}});
    const QRectF area(0, 0, grid.painter().naturalSize().width(), 400);
    QCOMPARE(grid.painter().shownNote(area, 0), QStringLiteral("+0.12")); // fewer digits, not half a number
    QCOMPARE(grid.painter().shownNote(area, 1), QStringLiteral("−.25"));  // and all of them so
    grid.setNotes({{"+0.5", 1, "the first"}, {"−0.25", -0.5}, {"…"}, {}});
    QVERIFY(grid.thumbnailRect(2).top() - grid.thumbnailRect(0).bottom() > below + 8);
    grid.setCurrent(0);
    QVERIFY(grid.spokenValue().endsWith("+0.5"));
    // The bar of what is above zero is to the right of the middle, of what is below to the left.
    const QImage image = grid.viewport()->grab().toImage();
    const auto isBar = [&](int index, double side) {
        const QRectF box = grid.thumbnailRect(index);
        const QRgb seen = image.pixel(int(box.center().x() + side * box.width() / 8), int(box.bottom()) + 5);
        return seen != color(ColorRole::Window, Theme::Light).rgb();
    };
    QVERIFY(isBar(0, 1) && !isBar(0, -1));
    QVERIFY(isBar(1, -1) && !isBar(1, 1));
    QVERIFY(!isBar(2, 1) && !isBar(2, -1));
    grid.setThumbnails(sampleThumbnails(2, 2)); // the same maps anew
    QCOMPARE(grid.painter().notes().size(), 4);
    grid.setThumbnails(sampleThumbnails(1, 2));
    QVERIFY(grid.painter().notes().isEmpty());
}

void MapGridTest::aFigureSaysWhatMarksAndNumbersMean() {
    QList<MapThumbnail> thumbnails = sampleThumbnails(1, 3);
    MapGridPainter painter;
    painter.setStyle({FigurePart::ColorBar | FigurePart::Legend, 2, {}, true});
    painter.setThumbnails(thumbnails);
    QVERIFY(!painter.hasLegend());
    const double plain = painter.heightFor(400);
    thumbnails[1].altered = true;
    painter.setThumbnails(thumbnails);
    const double altered = painter.heightFor(400);
    QVERIFY(painter.hasLegend() && altered > plain + 8);
    painter.setNotes({{"+1"}, {"−1"}, {}}, "Below each map: what changes.");
    const double both = painter.heightFor(400);
    painter.setStyle({FigurePart::ColorBar, 2, {}, true});
    QVERIFY(both > painter.heightFor(400) + 16);
}

void MapGridTest::aClickOnANoteIsToldWhereItMeansSomething() {
    MapGrid grid;
    grid.resize(600, 300);
    grid.setThumbnails(sampleThumbnails(1, 3));
    grid.setNotes({{"+1"}, {"−1"}, {}});
    QVERIFY(grid.noteRect(2).isEmpty());
    QSignalSpy clicked(&grid, &MapGrid::noteClicked);
    const auto click = [&](const QPointF& place) {
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, place.toPoint());
    };
    click(grid.noteRect(1).center());
    QVERIFY(clicked.isEmpty() && grid.current() == 1);
    grid.setNotesClickable(true);
    click(grid.thumbnailRect(0).center());
    QVERIFY(clicked.isEmpty());
    click(grid.noteRect(1).center());
    QCOMPARE(clicked, QList<QList<QVariant>>({{1}}));
    QCOMPARE(grid.current(), 1);
}

void MapGridTest::aRightClickChoosesNothing() {
    MapGrid grid;
    grid.resize(600, 300);
    grid.setThumbnails(sampleThumbnails(1, 3));
    grid.setCurrent(0);
    QSignalSpy chosen(&grid, &MapGrid::currentChanged);
    QTest::mouseClick(grid.viewport(), Qt::RightButton, {}, grid.thumbnailRect(2).center().toPoint());
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(grid.current(), 0);
    QCOMPARE(grid.underMenu(), 2); // what its entries are of
    QTest::keyClick(&grid, Qt::Key_Menu);
    QCOMPARE(grid.underMenu(), 0);
}

void MapGridTest::gridKeepsImagesOfTheOthers() {
    MapGrid grid;
    grid.resize(400, 200);
    auto list = sampleThumbnails(1, 2);
    grid.setThumbnails(list);
    const QImage before = grid.grab().toImage();
    list[1].view = sampleMap(6, 6, 1.0f);
    grid.setThumbnail(1, list[1]);
    const QImage after = grid.grab().toImage();
    const QPoint first = grid.thumbnailRect(0).center().toPoint();
    const QPoint second = grid.thumbnailRect(1).center().toPoint();
    QCOMPARE(after.pixel(first), before.pixel(first));
    QVERIFY(after.pixel(second) != before.pixel(second));
}

void MapGridTest::gridLabelsHaveRoom() {
    auto list = sampleThumbnails(1, 5);
    for (MapThumbnail& thumbnail : list)
        thumbnail.label += QStringLiteral(" fw+fa(1)");
    MapGridPainter painter;
    painter.setThumbnails(list);
    for (const int width : {200, 300, 500}) {
        const QRectF area(0, 0, width, painter.heightFor(width));
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(painter.labelText(area, i).replace(QLatin1Char('\n'), QLatin1Char(' ')), list[i].label);
            QVERIFY(area.contains(painter.boxRect(area, i)));
            QVERIFY(painter.imageRect(area, i).height() > 0);
        }
    }
}

void MapGridTest::gridLabelsOfSeveralWordsDiffer() {
    const QStringList labels{"0.2 forward blocks", "0.3 backward blocks", "0.4 forward block gate",
                             "0.5 backward block gate"};
    auto list = sampleThumbnails(1, 4);
    for (int i = 0; i < 4; ++i)
        list[i].label = labels[i];
    MapGridPainter painter;
    painter.setThumbnails(list);
    for (const int width : {220, 320, 500}) {
        const QRectF area(0, 0, width, painter.heightFor(width));
        for (int i = 0; i < 4; ++i)
            QCOMPARE(painter.labelText(area, i).replace(QLatin1Char('\n'), QLatin1Char(' ')), labels[i]);
    }
    const QRectF narrow(0, 0, 60, painter.heightFor(60));
    const QString cut = painter.labelText(narrow, 3);
    QVERIFY2(cut.startsWith("0.5") && cut.endsWith("gate"), qPrintable(cut));
}

void MapGridTest::aLongMaskIsBrokenBetweenItsTerms() {
    auto list = sampleThumbnails(1, 4);
    for (MapThumbnail& thumbnail : list)
        thumbnail.label += QStringLiteral(" fw+window(3)+dist(0.5)");
    MapGridPainter painter;
    painter.setThumbnails(list);
    const QRectF area(0, 0, 260, painter.heightFor(260));
    QStringList lines = painter.labelText(area, 2).split(QLatin1Char('\n'));
    QVERIFY(lines.size() > 2);
    QCOMPARE(lines.join(QString()).remove(QLatin1Char(' ')), QString("0.2fw+window(3)+dist(0.5)")); // nothing is cut
    for (const QString& line : lines.mid(0, lines.size() - 1))
        QVERIFY2(line.endsWith(QLatin1Char('+')) || line == "0.2", qPrintable(line));
}

void MapGridTest::allMapsAreSeenAtOnce() {
    QList<MapThumbnail> thumbnails;
    for (int i = 0; i < 600; ++i) {
        MapThumbnail thumbnail;
        thumbnail.view.rows = thumbnail.view.columns = 2;
        thumbnail.view.values = {1.0f, 0.0f, 0.5f, 0.5f};
        thumbnail.layer = i < 400 ? 0 : 1; // as two clusters
        thumbnail.label = QString::number(i);
        thumbnails << thumbnail;
    }
    MapGrid grid;
    grid.resize(300, 340);
    grid.setThumbnails(thumbnails);
    grid.show();
    QVERIFY(grid.verticalScrollBar()->maximum() > 0);
    grid.setDense(true);
    QCOMPARE(grid.verticalScrollBar()->maximum(), 0);
    QRectF before;
    for (int i = 0; i < 600; ++i) {
        const QRectF place = grid.thumbnailRect(i);
        QVERIFY(place.width() >= 4 && QRectF(grid.viewport()->rect()).contains(place));
        QVERIFY(!place.intersects(before));
        before = place;
        QCOMPARE(grid.painter().indexAt(grid.viewport()->rect(), place.center()), i);
    }
    QVERIFY(grid.thumbnailRect(399).top() < grid.thumbnailRect(400).top());
    grid.resize(700, 700); // more room makes them larger
    QVERIFY(grid.thumbnailRect(0).width() > before.width());
    QCOMPARE(grid.verticalScrollBar()->maximum(), 0);

    MapGridPainter figure = grid.painter();
    FigureStyle style;
    style.isFigure = true;
    figure.setStyle(style);
    QVERIFY2(figure.heightFor(320) < 400, qPrintable(QString::number(figure.heightFor(320))));
    grid.setDense(false);
    QVERIFY(grid.verticalScrollBar()->maximum() > 0);
}

QTEST_MAIN(MapGridTest)
#include "map_grid_test.moc"
