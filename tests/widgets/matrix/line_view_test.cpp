#include "matrix/line_view.h"
#include "style/appearance.h"
#include "widgets/matrix/map_samples.h"

#include <QAccessible>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <limits>

using namespace headlight;

class LineViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void linesOfLongTextsAreLimited();
    void linesFollowTokens();
    void linesPinAndScroll();
    void aFigureWithoutMarksHasAllLines();
    void linesShowTheTokenThatAnotherViewPointsAt();
    void aShorterSideStaysBesideWhatIsSeen_data();
    void aShorterSideStaysBesideWhatIsSeen();
    void ofManyKeysTheStrongestAreDrawnHoweverWeak();
    void faintLinesAloneAreSeen();
    void linesTakeOddShapes();
    void aThresholdHidesWhatIsBelowAndSaysHowMany();
    void theStrongestOfEachQueryAreAsManyAsAsked();
    void ofTooManyLinesTheThresholdRises();
    void whatIsHiddenIsWhollyReadInANarrowView();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void LineViewTest::linesOfLongTextsAreLimited() {
    LineViewPainter painter;
    painter.setView(sampleMap(10, 10));
    QCOMPARE(painter.lineCount(), 100);
    QVERIFY(painter.note().isEmpty());
    painter.setView(sampleMap(512, 512));
    QVERIFY(painter.lineCount() <= 2500);
    QVERIFY(painter.lineCount() >= 512);
    QVERIFY(painter.note().contains("4 strongest"));
}

void LineViewTest::aFigureWithoutMarksHasAllLines() {
    LineViewPainter painter;
    painter.setView(sampleMap(6, 6));
    const auto drawn = [&](FigureParts parts) {
        FigureStyle style;
        style.parts = parts;
        painter.setStyle(style);
        QImage image(300, 300, QImage::Format_RGB32);
        QPainter onto(&image);
        painter.paint(onto, image.rect());
        return image;
    };
    const QImage all = drawn(FigurePart::Labels);
    painter.setPins({{2}, {}});
    QCOMPARE(drawn(FigurePart::Labels), all);
    QVERIFY(drawn(FigurePart::Labels | FigurePart::Marks) != all); // those of the pinned token, as on the screen
    painter.setChoice({LineChoice::Kind::Strongest, 0, 2});
    drawn(FigurePart::Labels);
    QVERIFY2(painter.note().startsWith("the 2 strongest keys of each query"), qPrintable(painter.note()));
}

void LineViewTest::linesFollowTokens() {
    LineView lines;
    lines.resize(400, 300);
    lines.setView(sampleMap(6, 6));
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

void LineViewTest::linesPinAndScroll() {
    LineView lines;
    lines.resize(300, 200);
    lines.setView(sampleMap(80, 80));
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
void LineViewTest::linesShowTheTokenThatAnotherViewPointsAt() {
    LineView lines;
    lines.resize(300, 200);
    lines.setView(sampleMap(80, 80));
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

void LineViewTest::aShorterSideStaysBesideWhatIsSeen_data() {
    QTest::addColumn<int>("rows");
    QTest::newRow("of one") << 1;
    QTest::newRow("of a few") << 5;
    QTest::newRow("that scrolls too") << 40;
}

void LineViewTest::aShorterSideStaysBesideWhatIsSeen() {
    QFETCH(int, rows);
    LineView lines;
    lines.resize(300, 200);
    lines.setView(sampleMap(rows, 400)); // a long text's source to token
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

void LineViewTest::ofManyKeysTheStrongestAreDrawnHoweverWeak() {
    MatrixView view;
    view.rows = view.columns = 600;
    view.values.fill(0.001f, qsizetype(view.rows) * view.columns);
    LineView lines;
    lines.resize(300, 200);
    lines.setView(view);
    QCOMPARE(lines.painter().note(), QString("the 3 strongest keys of each query, 358,200 weaker lines hidden"));
    QCOMPARE(lines.painter().lineCount(), 3 * view.rows);
    view.masked.fill(1, view.values.size());
    lines.setView(view);
    QCOMPARE(lines.painter().lineCount(), 0);
}

void LineViewTest::faintLinesAloneAreSeen() {
    MatrixView view;
    view.rows = 1; // the sentence that looks at its tokens
    view.columns = 512;
    for (int column = 0; column < view.columns; ++column)
        view.values << 0.001f + 1e-5f * static_cast<float>(column);
    LineViewPainter painter;
    painter.setView(view);
    QCOMPARE(painter.lineCount(), 24);
    QCOMPARE(painter.note(), QString("the 24 strongest keys of each query, 488 weaker lines hidden"));
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
    QCOMPARE(painter.note(), QString("511 faint lines hidden"));
}

/// Weights 0.00, 0.01 … 0.99 of ten queries and keys.
static MatrixView hundredWeights() {
    MatrixView view = sampleMap(10, 10);
    for (int i = 0; i < 100; ++i)
        view.values[i] = float(i) / 100;
    return view;
}

void LineViewTest::aThresholdHidesWhatIsBelowAndSaysHowMany() {
    LineViewPainter painter;
    painter.setView(hundredWeights());
    painter.setChoice({LineChoice::Kind::Threshold, 0.4, 3});
    QCOMPARE(painter.lineCount(), 60);
    QCOMPARE(painter.note(), QString("40 lines below 0.4 hidden"));
    painter.setHover({4, -1}); // its own: 0.40 … 0.49
    QCOMPARE(painter.note(), QString());
    painter.setHover({3, -1}); // none is above
    QCOMPARE(painter.note(), QString("10 lines below 0.4 hidden"));
    painter.setHover({});
    painter.setPins({{3}, {0}}); // the line between them is one
    QCOMPARE(painter.note(), QString("13 lines below 0.4 hidden"));
    painter.setPins({});
    MatrixView view = hundredWeights();
    view.masked.fill(0, 100);
    view.masked[0] = view.masked[99] = 1; // what a query can't see has no line to hide
    painter.setView(view);
    QCOMPARE(painter.note(), QString("39 lines below 0.4 hidden"));
    QCOMPARE(painter.lineCount(), 59);
    painter.setChoice({LineChoice::Kind::Threshold, 0.0, 3});
    QCOMPARE(painter.note(), QString());
    view = hundredWeights();
    view.colorMap = ColorMapId::Diverging;
    view.values[0] = -0.9f; // a score far from zero is no weak one
    view.range = view.rangeFor(RangeChoice::Map);
    painter.setChoice({LineChoice::Kind::Threshold, 0.4, 3});
    painter.setView(view);
    QCOMPARE(painter.lineCount(), 61);
}

void LineViewTest::theStrongestOfEachQueryAreAsManyAsAsked() {
    LineViewPainter painter;
    painter.setView(hundredWeights());
    painter.setChoice({LineChoice::Kind::Strongest, 0.05, 2});
    QCOMPARE(painter.lineCount(), 20);
    QCOMPARE(painter.note(), QString("the 2 strongest keys of each query, 80 weaker lines hidden"));
    painter.setChoice({LineChoice::Kind::Strongest, 0.05, 1});
    QCOMPARE(painter.note(), QString("the strongest key of each query, 90 weaker lines hidden"));
    painter.setPins({{2}, {}});
    QCOMPARE(painter.note(), QString("9 weaker lines of the chosen tokens hidden"));
    painter.setPins({});
    painter.setChoice({LineChoice::Kind::Strongest, 0.05, 10});
    QVERIFY(painter.note().isEmpty() || painter.lineCount() < 100);
}

/// More lines than can be told apart are never drawn; the value from which on they are is said.
void LineViewTest::ofTooManyLinesTheThresholdRises() {
    MatrixView view = sampleMap(400, 400);
    for (qsizetype i = 0; i < view.values.size(); ++i)
        view.values[i] = float(i + 1) / float(view.values.size());
    LineViewPainter painter;
    painter.setView(view);
    painter.setChoice({LineChoice::Kind::Threshold, 0.0, 3});
    QCOMPARE(painter.lineCount(), 20'000);
    QCOMPARE(painter.note(), QString("140,000 lines below 0.875 hidden"));
}

void LineViewTest::whatIsHiddenIsWhollyReadInANarrowView() {
    LineViewPainter painter;
    painter.setView(sampleMap(600, 600));
    const double narrow = painter.tokenArea(QRectF(0, 0, 200, 400)).height();
    QVERIFY(narrow < painter.tokenArea(QRectF(0, 0, 900, 400)).height()); // on two lines
}

void LineViewTest::linesTakeOddShapes() {
    LineView lines;
    for (const auto& [rows, columns] :
         std::initializer_list<std::pair<int, int>>{{0, 0}, {1, 1}, {1, 40}, {40, 1}, {3, 5}}) {
        MatrixView view = sampleMap(rows, columns, std::numeric_limits<float>::quiet_NaN());
        lines.setView(view);
        lines.resize(200, 120);
        lines.grab();
        for (const auto key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Return, Qt::Key_Escape})
            QTest::keyClick(&lines, key);
        lines.grab();
    }
}

QTEST_MAIN(LineViewTest)
#include "line_view_test.moc"
