#include "matrix/bar_list.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"
#include "matrix/token_strip.h"
#include "style/appearance.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

using namespace headlight;

namespace {

MatrixView map(int rows, int columns, float value = 0.5f) {
    MatrixView view;
    view.rows = rows;
    view.columns = columns;
    view.values.fill(value, static_cast<qsizetype>(rows) * columns);
    for (int i = 0; i < rows; ++i)
        view.rowLabels << QStringLiteral("q%1").arg(i);
    for (int i = 0; i < columns; ++i)
        view.columnLabels << QStringLiteral("k%1").arg(i);
    return view;
}

QList<MapThumbnail> thumbnails(int layers, int heads) {
    QList<MapThumbnail> list;
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            list.append({map(6, 6), layer, head, QStringLiteral("%1.%2").arg(layer).arg(head),
                         QStringLiteral("tip of %1.%2").arg(layer).arg(head), false, false});
    return list;
}

/// How often a widget is painted.
class PaintCounter : public QObject {
public:
    explicit PaintCounter(QWidget* watched) { watched->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class MapViewsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void gridIsLayersByHeads();
    void gridWrapsManyHeads();
    void gridIsChosenByClickAndKeys();
    void gridShowsOffAndAltered();
    void gridFollowsAnOrder();
    void gridScrollsToTheCurrentMap();
    void gridTooltips();
    void gridKeepsImagesOfTheOthers();
    void gridLabelsHaveRoom();
    void gridLabelsOfSeveralWordsDiffer();
    void aLongMaskIsBrokenBetweenItsTerms();

    void ringsAppearAndGoWithTheFocus();

    void linesOfLongTextsAreLimited();
    void linesFollowTokens();
    void linesPinAndScroll();
    void linesShowTheTokenThatAnotherViewPointsAt();
    void aShorterSideStaysBesideWhatIsSeen_data();
    void aShorterSideStaysBesideWhatIsSeen();
    void ofManyKeysTheStrongestAreDrawnHoweverWeak();
    void faintLinesAloneAreSeen();
    void linesTakeOddShapes();

    void stripWrapsAndPins();
    void stripShowsMaskedTokens();
    void stripRefusesWrongLengths();

    void barsGrowWithValues();
    void barsSayTheirValue();
    void barsLeaveLongLabelsRoom();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void MapViewsTest::gridIsLayersByHeads() {
    MapGrid grid;
    grid.resize(600, 600);
    grid.setThumbnails(thumbnails(3, 4));
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

void MapViewsTest::gridWrapsManyHeads() {
    MapGrid grid;
    grid.resize(220, 400);
    grid.setThumbnails(thumbnails(1, 16));
    for (int i = 0; i < 16; ++i)
        QVERIFY(grid.thumbnailRect(i).right() <= grid.viewport()->width());
    QVERIFY(grid.thumbnailRect(15).top() > grid.thumbnailRect(0).bottom());
}

void MapViewsTest::gridIsChosenByClickAndKeys() {
    MapGrid grid;
    grid.resize(500, 500);
    grid.setThumbnails(thumbnails(3, 4));
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

void MapViewsTest::gridShowsOffAndAltered() {
    MapGrid grid;
    grid.resize(500, 300);
    auto list = thumbnails(1, 3);
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

void MapViewsTest::gridFollowsAnOrder() {
    MapGrid grid;
    grid.resize(600, 300);
    grid.setThumbnails(thumbnails(2, 2));
    grid.setOrder({3, 0, 2, 1});
    QVERIFY(grid.thumbnailRect(3).left() < grid.thumbnailRect(0).left());
    QVERIFY(grid.thumbnailRect(2).left() < grid.thumbnailRect(1).left());
    QCOMPARE(grid.thumbnailRect(3).top(), grid.thumbnailRect(1).top());
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, grid.setOrder({0, 0}));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, grid.setOrder({9}));
    grid.setOrder({});
    QVERIFY(grid.thumbnailRect(2).top() > grid.thumbnailRect(0).top());
}

void MapViewsTest::gridScrollsToTheCurrentMap() {
    MapGrid grid;
    grid.resize(400, 200);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    grid.setThumbnails(thumbnails(12, 12));
    QVERIFY(grid.verticalScrollBar()->maximum() > 0);
    grid.setCurrent(143);
    QVERIFY(QRectF(grid.viewport()->rect()).contains(grid.thumbnailRect(143)));
    grid.setCurrent(0);
    QVERIFY(QRectF(grid.viewport()->rect()).contains(grid.thumbnailRect(0)));
}

void MapViewsTest::gridTooltips() {
    MapGrid grid;
    grid.resize(400, 200);
    grid.setThumbnails(thumbnails(1, 4));
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    const QPoint point = grid.thumbnailRect(2).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, point, grid.viewport()->mapToGlobal(point));
    QApplication::sendEvent(grid.viewport(), &help);
    QCOMPARE(QToolTip::text(), QStringLiteral("tip of 0.2"));
    QToolTip::hideText();
}

void MapViewsTest::gridKeepsImagesOfTheOthers() {
    MapGrid grid;
    grid.resize(400, 200);
    auto list = thumbnails(1, 2);
    grid.setThumbnails(list);
    const QImage before = grid.grab().toImage();
    list[1].view = map(6, 6, 1.0f);
    grid.setThumbnail(1, list[1]);
    const QImage after = grid.grab().toImage();
    const QPoint first = grid.thumbnailRect(0).center().toPoint();
    const QPoint second = grid.thumbnailRect(1).center().toPoint();
    QCOMPARE(after.pixel(first), before.pixel(first));
    QVERIFY(after.pixel(second) != before.pixel(second));
}

void MapViewsTest::gridLabelsHaveRoom() {
    auto list = thumbnails(1, 5);
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

void MapViewsTest::gridLabelsOfSeveralWordsDiffer() {
    const QStringList labels{"0.2 forward blocks", "0.3 backward blocks", "0.4 forward block gate",
                             "0.5 backward block gate"};
    auto list = thumbnails(1, 4);
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

void MapViewsTest::aLongMaskIsBrokenBetweenItsTerms() {
    auto list = thumbnails(1, 4);
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

void MapViewsTest::ringsAppearAndGoWithTheFocus() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* other = new QLineEdit;
    auto* grid = new MapGrid;
    auto* lines = new LineView;
    grid->setThumbnails(thumbnails(1, 2));
    lines->setView(map(3, 3));
    const QList<QAbstractScrollArea*> views{grid, lines};
    layout->addWidget(other);
    for (QAbstractScrollArea* view : views)
        layout->addWidget(view);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QAbstractScrollArea* view : views) {
        const PaintCounter paints(view->viewport());
        other->setFocus();
        QTest::qWait(50); // what is still to be painted
        const int without = paints.count;
        view->setFocus();
        QTRY_VERIFY(paints.count > without);
        QTest::qWait(50);
        const int with = paints.count;
        other->setFocus();
        QTRY_VERIFY(paints.count > with);
    }
}

void MapViewsTest::linesOfLongTextsAreLimited() {
    LineViewPainter painter;
    painter.setView(map(10, 10));
    QCOMPARE(painter.lineCount(), 100);
    QVERIFY(painter.note().isEmpty());
    painter.setView(map(512, 512));
    QVERIFY(painter.lineCount() <= 2500);
    QVERIFY(painter.lineCount() >= 512);
    QVERIFY(painter.note().contains("4 strongest"));
}

void MapViewsTest::linesFollowTokens() {
    LineView lines;
    lines.resize(400, 300);
    lines.setView(map(6, 6));
    QSignalSpy hovered(&lines, &LineView::hovered);
    lines.show();
    QVERIFY(QTest::qWaitForWindowExposed(&lines));
    const QRectF area = lines.viewport()->rect();
    const QImage all = lines.grab().toImage();
    QTest::mouseMove(lines.viewport(), lines.painter().labelRect(area, true, 2).center().toPoint());
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.takeFirst(), QList<QVariant>({2, -1}));
    QVERIFY(lines.grab().toImage() != all);
    QTest::mouseMove(lines.viewport(), lines.painter().labelRect(area, false, 4).center().toPoint());
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.takeFirst(), QList<QVariant>({-1, 4}));
    QTest::keyClick(&lines, Qt::Key_Left);
    QTest::keyClick(&lines, Qt::Key_Up);
    QCOMPARE(lines.painter().hover(), (MapCell{3, -1}));
    QCOMPARE(QAccessible::queryAccessibleInterface(&lines)->text(QAccessible::Value), QStringLiteral("query 3 “q3”"));
}

void MapViewsTest::linesPinAndScroll() {
    LineView lines;
    lines.resize(300, 200);
    lines.setView(map(80, 80));
    lines.show();
    QVERIFY(QTest::qWaitForWindowExposed(&lines));
    QVERIFY(lines.verticalScrollBar()->maximum() > 0);
    QSignalSpy pins(&lines, &LineView::pinsChanged);
    const QRectF area = lines.viewport()->rect();
    const QPoint first = lines.painter().labelRect(area, true, 1).center().toPoint();
    QTest::mouseClick(lines.viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(lines.painter().pins(), (MapPins{{1}, {}}));
    QTest::mouseClick(lines.viewport(), Qt::LeftButton, Qt::ShiftModifier,
                      lines.painter().labelRect(area, false, 3).center().toPoint());
    QCOMPARE(lines.painter().pins(), (MapPins{{1}, {3}}));
    QTest::keyClick(&lines, Qt::Key_Escape);
    QVERIFY(lines.painter().pins().isEmpty());
    QCOMPARE(pins.count(), 3);
    lines.verticalScrollBar()->setValue(lines.verticalScrollBar()->maximum());
    const QRectF last = lines.painter().labelRect(area, true, 79);
    QVERIFY(last.bottom() <= lines.painter().tokenArea(area).bottom() + 1.5);
}

/// Another view may point at any of them.
void MapViewsTest::linesShowTheTokenThatAnotherViewPointsAt() {
    LineView lines;
    lines.resize(300, 200);
    lines.setView(map(80, 80));
    lines.show();
    QVERIFY(QTest::qWaitForWindowExposed(&lines));
    const QRectF rect = lines.viewport()->rect(), area = lines.painter().tokenArea(rect);
    const auto isSeen = [&](bool query, int token) {
        const QRectF label = lines.painter().labelRect(rect, query, token);
        return label.top() >= area.top() - 1.5 && label.bottom() <= area.bottom() + 1.5;
    };
    for (const MapCell& cell : {MapCell{70, -1}, MapCell{3, 60}, MapCell{-1, 79}, MapCell{-1, 0}}) {
        lines.setHover(cell.row, cell.column);
        QVERIFY2(isSeen(cell.row >= 0, cell.row >= 0 ? cell.row : cell.column),
                 qPrintable(QStringLiteral("%1 %2").arg(cell.row).arg(cell.column)));
    }
    const int there = lines.verticalScrollBar()->value();
    lines.setHover(-1, -1); // it stays where it is
    lines.setHover(2, -1);
    QCOMPARE(lines.verticalScrollBar()->value(), there);
    lines.setHover(200, -1); // of another map
}

void MapViewsTest::aShorterSideStaysBesideWhatIsSeen_data() {
    QTest::addColumn<int>("rows");
    QTest::newRow("of one") << 1;
    QTest::newRow("of a few") << 5;
    QTest::newRow("that scrolls too") << 40;
}

void MapViewsTest::aShorterSideStaysBesideWhatIsSeen() {
    QFETCH(int, rows);
    LineView lines;
    lines.resize(300, 200);
    lines.setView(map(rows, 400)); // a long text's source to token
    lines.show();
    QVERIFY(QTest::qWaitForWindowExposed(&lines));
    const QRectF rect = lines.viewport()->rect(), area = lines.painter().tokenArea(rect);
    QScrollBar* bar = lines.verticalScrollBar();
    QVERIFY(bar->maximum() > 1000);
    const auto isSeen = [&](int row) {
        const QRectF label = lines.painter().labelRect(rect, true, row);
        return label.top() >= area.top() - 1.5 && label.bottom() <= area.bottom() + 1.5;
    };
    QVERIFY(isSeen(0));
    bar->setValue(bar->maximum());
    QVERIFY(isSeen(rows - 1));
    lines.setHover(0, -1);
    QTest::keyClick(&lines, Qt::Key_Up); // to the first one, where it is
    QVERIFY(isSeen(0));
    for (int row = 0; row < rows; ++row) {
        QCOMPARE(lines.painter().hover(), (MapCell{row, -1}));
        QVERIFY2(isSeen(row), qPrintable(QString::number(row)));
        QTest::keyClick(&lines, Qt::Key_Down);
    }
}

void MapViewsTest::ofManyKeysTheStrongestAreDrawnHoweverWeak() {
    MatrixView view;
    view.rows = view.columns = 600;
    view.values.fill(0.001f, qsizetype(view.rows) * view.columns);
    LineView lines;
    lines.resize(300, 200);
    lines.setView(view);
    QCOMPARE(lines.painter().note(), QString("the 3 strongest keys of each query"));
    QCOMPARE(lines.painter().lineCount(), 3 * view.rows);
    view.masked.fill(1, view.values.size());
    lines.setView(view);
    QCOMPARE(lines.painter().lineCount(), 0);
}

void MapViewsTest::faintLinesAloneAreSeen() {
    MatrixView view;
    view.rows = 1; // the sentence that looks at its tokens
    view.columns = 512;
    for (int column = 0; column < view.columns; ++column)
        view.values << 0.001f + 1e-5f * static_cast<float>(column);
    LineViewPainter painter;
    painter.setView(view);
    QCOMPARE(painter.lineCount(), 24);
    QCOMPARE(painter.note(), QString("the 24 strongest keys of each query"));
    const QRectF rect(0, 0, 300, 12000);
    const auto linesSeen = [&] {
        QImage image(rect.size().toSize(), QImage::Format_RGB32);
        QPainter target(&image);
        painter.paint(target, rect);
        const QRectF area = painter.tokenArea(rect);
        int seen = 0; // beside the keys, where the lines end far from each other
        for (int y = int(area.top()); y < int(area.bottom()); ++y)
            seen += image.pixel(int(painter.labelRect(rect, false, 0).left()) - 12, y) !=
                    color(ColorRole::Surface, painter.theme()).rgb();
        return seen;
    };
    QVERIFY2(linesSeen() >= 24, qPrintable(QString::number(linesSeen())));
    painter.setHover({-1, 3}); // one that is not among the strongest
    QVERIFY(linesSeen() > 0);
    view.values[5] = 0.5f;
    painter.setHover({});
    painter.setView(view);
    QCOMPARE(painter.lineCount(), 1);
    QVERIFY(painter.note().isEmpty());
}

void MapViewsTest::linesTakeOddShapes() {
    LineView lines;
    for (const auto& [rows, columns] :
         std::initializer_list<std::pair<int, int>>{{0, 0}, {1, 1}, {1, 40}, {40, 1}, {3, 5}}) {
        MatrixView view = map(rows, columns, std::numeric_limits<float>::quiet_NaN());
        lines.setView(view);
        lines.resize(200, 120);
        lines.grab();
        for (const auto key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Return, Qt::Key_Escape})
            QTest::keyClick(&lines, key);
        lines.grab();
    }
}

void MapViewsTest::stripWrapsAndPins() {
    TokenStripView view;
    for (int i = 0; i < 30; ++i) {
        view.tokens << QStringLiteral("token%1").arg(i);
        view.values << static_cast<float>(i) / 29.0f;
    }
    TokenStrip strip;
    strip.setView(view);
    QVERIFY(strip.heightForWidth(250) > strip.heightForWidth(1200));
    strip.resize(300, strip.heightForWidth(300));
    const QRectF area = strip.rect();
    for (int i = 0; i < 30; ++i) {
        QVERIFY(area.contains(strip.painter().boxRect(area, i)));
        for (int j = 0; j < i; ++j)
            QVERIFY(!strip.painter().boxRect(area, i).intersects(strip.painter().boxRect(area, j)));
    }
    const QImage image = strip.grab().toImage();
    const QPoint inside = strip.painter().boxRect(area, 29).bottomLeft().toPoint() + QPoint(5, -3);
    QCOMPARE(image.pixel(inside), ColorMap(ColorMapId::Blues, Theme::Light).at(1.0));

    QSignalSpy pins(&strip, &TokenStrip::pinsChanged);
    const auto click = [&](int index, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(&strip, Qt::LeftButton, modifiers, strip.painter().boxRect(area, index).center().toPoint());
    };
    click(3, {});
    click(7, Qt::ShiftModifier);
    QCOMPARE(strip.painter().pins(), QList<int>({3, 7}));
    QTest::keyClick(&strip, Qt::Key_Escape);
    QVERIFY(strip.painter().pins().isEmpty());
    QCOMPARE(pins.count(), 3);

    QSignalSpy hovered(&strip, &TokenStrip::hovered);
    QTest::keyClick(&strip, Qt::Key_Right);
    QTest::keyClick(&strip, Qt::Key_Right);
    QCOMPARE(hovered.last(), QList<QVariant>{QVariant(1)});
    QCOMPARE(strip.toolTip(), QStringLiteral("token 1 “token1” weight 0.03448276"));
}

void MapViewsTest::stripShowsMaskedTokens() {
    TokenStripView view;
    view.tokens = {"a", ""};
    view.values = {0.4f, 0.2f};
    view.masked = {0, 1};
    TokenStripPainter painter;
    painter.setView(view);
    QCOMPARE(painter.valueText(0), QStringLiteral("0.4000"));
    QCOMPARE(painter.valueText(1), QStringLiteral("masked"));
    QVERIFY(painter.readOut(1).endsWith("not visible"));
    TokenStrip empty;
    empty.setView({});
    empty.resize(100, 60);
    empty.grab();
    QVERIFY(empty.heightForWidth(1) >= 0);
}

void MapViewsTest::stripRefusesWrongLengths() {
    TokenStripView view;
    view.tokens = {"a", "b"};
    view.values = {0.4f};
    TokenStrip strip;
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, strip.setView(view));
}

void MapViewsTest::barsGrowWithValues() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true},
                  {"entity", 0.25, std::nan(""), false},
                  {"impossible", 1.5, std::nan(""), false},
                  {"broken", std::nan(""), std::nan(""), false}});
    list.resize(400, list.sizeHint().height());
    const QRectF area = list.rect();
    const auto width = [&](int index) { return list.painter().barRect(area, index).width(); };
    QVERIFY(std::abs(width(0) - 3 * width(1)) < 0.01);
    QVERIFY(std::abs(width(2) - 4 * width(1)) < 0.01);
    QCOMPARE(width(3), 0.0);
    const QImage image = list.grab().toImage();
    QCOMPARE(image.pixelColor(list.painter().barRect(area, 0).center().toPoint()),
             color(ColorRole::Accent, Theme::Light));
    QVERIFY(area.contains(list.painter().rowRect(area, 3)));
}

void MapViewsTest::barsSayTheirValue() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true}, {"entity", 0.25, std::nan(""), false}});
    list.resize(400, 100);
    QSignalSpy hovered(&list, &BarList::hovered);
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(hovered.count(), 1);
    QCOMPARE(list.spokenValue(), QStringLiteral("location 0.75, was 0.5"));
    QSignalSpy activated(&list, &BarList::activated);
    QTest::mouseClick(&list, Qt::LeftButton, {}, list.painter().rowRect(list.rect(), 1).center().toPoint());
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(1)});
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(0)});
}

void MapViewsTest::barsLeaveLongLabelsRoom() {
    const QStringList labels{"contradiction", "entailment", "neutral"};
    BarList list;
    QList<Bar> bars;
    for (const QString& label : labels)
        bars << Bar{label, 1.0, 0.5, true};
    list.setBars(bars);
    for (const int width : {170, 200, 400}) {
        const QRectF area(0, 0, width, list.heightForWidth(width));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(list.painter().labelText(area, i), labels[i]);
            QVERIFY(area.contains(list.painter().rowRect(area, i)));
            QVERIFY(list.painter().rowRect(area, i).contains(list.painter().barRect(area, i)));
            QVERIFY2(list.painter().barRect(area, i).width() > 35, qPrintable(QString::number(width)));
        }
    }
    QVERIFY(list.heightForWidth(170) > list.heightForWidth(400)); // in lines of their own
}

QTEST_MAIN(MapViewsTest)
#include "map_views_test.moc"
