#include "matrix/matrix_view.h"
#include "matrix/token_labels.h"

#include <QFontMetricsF>
#include <QTest>
#include <cmath>
#include <limits>
#include <stdexcept>

using namespace headlight;

class MatrixViewTest : public QObject {
    Q_OBJECT

private slots:
    void refusesWrongShapes();
    void rangesFollowVisibleValues();
    void oneValueIsSeen();
    void rowsAreStretchedOneByOne();
    void divergingIsCentredOnZero();
    void readOutHasTokensAndFullPrecision();
    void fourDigitsKeepTheirZeros();
    void repeatedTokensAreNumbered();
    void unseenCharactersAreShown();
    void labelsNeverTouch_data();
    void labelsNeverTouch();
    void importantLabelsComeFirst();

private:
    static MatrixView twoByThree();
};

MatrixView MatrixViewTest::twoByThree() {
    MatrixView view;
    view.rows = 2;
    view.columns = 3;
    view.values = {0.1f, 0.2f, 0.7f, 0.4f, 0.08317042f, 9.0f};
    view.masked = {0, 0, 0, 0, 0, 1};
    view.rowLabels = {"a", "quiet"};
    view.columnLabels = {"x", "did", "z"};
    return view;
}

void MatrixViewTest::refusesWrongShapes() {
    MatrixView view = twoByThree();
    view.check();
    view.values.removeLast();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, view.check());
    view = twoByThree();
    view.rowLabels << "too many";
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, view.check());
    view = twoByThree();
    view.masked = {1};
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, view.check());
}

void MatrixViewTest::rangesFollowVisibleValues() {
    const MatrixView view = twoByThree();
    const ValueRange range = view.rangeFor(RangeChoice::Map);
    QCOMPARE(static_cast<float>(range.low), 0.08317042f);
    QCOMPARE(static_cast<float>(range.high), 0.7f); // not the masked 9
    QCOMPARE(view.rangeFor(RangeChoice::Unit).high, 1.0);
}

void MatrixViewTest::oneValueIsSeen() {
    MatrixView view;
    view.rows = 1;
    view.columns = 2;
    view.values = {11.5f, 11.5f};
    view.range = view.rangeFor(RangeChoice::Map);
    QCOMPARE(view.range.low, 0.0);
    QCOMPARE(view.units(), (QList<float>{1.0f / 3, 1.0f / 3})); // seen, and not as if one of them stood out
    view.values = {0, 0};
    view.range = view.rangeFor(RangeChoice::Map);
    QCOMPARE(view.units(), (QList<float>{0, 0}));
}

void MatrixViewTest::rowsAreStretchedOneByOne() {
    MatrixView view = twoByThree();
    view.range.choice = RangeChoice::Row;
    const QList<float> units = view.units();
    QCOMPARE(units[2], 1.0f);
    QCOMPARE(units[3], 1.0f);
    QCOMPARE(units[0], 0.1f / 0.7f);
    QVERIFY(std::isnan(units[5]));
}

void MatrixViewTest::divergingIsCentredOnZero() {
    MatrixView view;
    view.rows = 1;
    view.columns = 3;
    view.values = {-0.2f, 0.0f, 0.8f};
    view.colorMap = ColorMapId::Diverging;
    view.range = view.rangeFor(RangeChoice::Map);
    QCOMPARE(view.range.low, -view.range.high);
    QCOMPARE(view.units()[1], 0.5f);
}

void MatrixViewTest::readOutHasTokensAndFullPrecision() {
    const MatrixView view = twoByThree();
    QCOMPARE(readOut(view, 1, 1), QStringLiteral("query 1 “quiet” → key 1 “did”\nweight 0.08317042"));
    QVERIFY(readOut(view, 1, 2).endsWith("not visible"));
    MatrixView estimated = view;
    estimated.errors = QList<float>(view.values.size(), 0.0021F);
    QVERIFY2(readOut(estimated, 1, 1).endsWith("weight 0.08317042 ± 0.0021, standard error"),
             qPrintable(readOut(estimated, 1, 1)));
    MatrixView repeated = view;
    repeated.columnLabels = QStringList{"the", "the", "the"};
    QVERIFY2(readOut(repeated, 1, 1).startsWith("query 1 “quiet” → key 1 “the (2)”"), // as on its axis
             qPrintable(readOut(repeated, 1, 1)));
    MatrixView oneRow = view; // of the sentence, a gate, …
    oneRow.rows = 1;
    oneRow.rowTitle.clear();
    oneRow.rowLabels = QStringList{"sentence"};
    QVERIFY2(readOut(oneRow, 0, 1).startsWith("key 1 “did”\n"), qPrintable(readOut(oneRow, 0, 1)));
    QCOMPARE(tableOf(oneRow).columns.front(), QStringLiteral("key"));
    QCOMPARE(tableOf(view).columns.front(), QStringLiteral("query\\key"));
    QCOMPARE(exactText(std::numeric_limits<float>::quiet_NaN()), QStringLiteral("not a number"));
    for (const float value : {0.1f, 1e-20f, 16777217.0f, 0.33333334f})
        QCOMPARE(exactText(value).toFloat(), value);
}

void MatrixViewTest::fourDigitsKeepTheirZeros() {
    QCOMPARE(fourDigits(0.133), QStringLiteral("0.1330"));
    QCOMPARE(fourDigits(0.08317042), QStringLiteral("0.08317"));
    QCOMPARE(fourDigits(0.00349), QStringLiteral("0.003490"));
    QCOMPARE(fourDigits(9.99996), QStringLiteral("10.00"));
    QCOMPARE(fourDigits(1), QStringLiteral("1.000"));
    QCOMPARE(fourDigits(1234.4), QStringLiteral("1234"));
    QCOMPARE(fourDigits(-0.5), QStringLiteral("−0.5000"));
    QCOMPARE(fourDigits(2.5e-5), QStringLiteral("2.500e−05"));
    QCOMPARE(fourDigits(0), QStringLiteral("0"));
    QCOMPARE(fourDigits(-std::numeric_limits<double>::infinity()), QStringLiteral("−∞"));
}

void MatrixViewTest::repeatedTokensAreNumbered() {
    QCOMPARE(axisLabels({"the", "cat", "the", "the"}), QStringList({"the", "cat", "the (2)", "the (3)"}));
    const QString struck = struckThrough("cat"); // left out, and the first of them all the same
    QVERIFY(struck != "cat");
    QCOMPARE(axisLabels({struck, "cat"}), QStringList({struck, "cat (2)"}));
    QCOMPARE(axisLabel({struck, "cat"}, 1), QString("cat (2)"));
}

void MatrixViewTest::unseenCharactersAreShown() {
    for (const QString& token : {QString(), QString(" "), QString("\n"), QString("\t")})
        QVERIFY(!visibleToken(token).trimmed().isEmpty());
    QCOMPARE(visibleToken(" two words "), QString::fromUtf8("␣two words␣"));
}

void MatrixViewTest::labelsNeverTouch_data() {
    QTest::addColumn<double>("cell");
    QTest::addColumn<bool>("vertical");
    QTest::addColumn<bool>("turned");
    for (const double cell : {0.3, 1.0, 2.5, 7.0, 13.0, 16.4, 30.0, 90.0}) {
        QTest::addRow("rows, cells of %g", cell) << cell << true << false;
        QTest::addRow("turned columns, cells of %g", cell) << cell << false << true;
        QTest::addRow("level columns, cells of %g", cell) << cell << false << false;
    }
}

void MatrixViewTest::labelsNeverTouch() {
    QFETCH(double, cell);
    QFETCH(bool, vertical);
    QFETCH(bool, turned);
    QStringList labels;
    for (int i = 0; i < 300; ++i)
        labels << QStringLiteral("token%1").arg(i * i % 1013);
    LabelAxis axis;
    axis.vertical = vertical;
    axis.origin = -37.0;
    axis.cell = cell;
    axis.visibleTo = 500.0;
    axis.edge = 100.0;
    axis.depth = 60.0;
    axis.direction = turned ? LabelDirection::Turned : LabelDirection::Level;
    const auto placed = placeLabels(labels, axis, {}, {57, 58, 60});
    QVERIFY(!placed.isEmpty());
    for (qsizetype i = 0; i < placed.size(); ++i) {
        QVERIFY(!placed[i].text.isEmpty());
        for (qsizetype j = 0; j < i; ++j) {
            const QRectF shared = placed[i].box.intersected(placed[j].box);
            QVERIFY2(shared.width() < 0.01 || shared.height() < 0.01,
                     qPrintable(QString("%1 and %2").arg(placed[i].index).arg(placed[j].index)));
        }
    }
}

void MatrixViewTest::importantLabelsComeFirst() {
    QStringList labels;
    for (int i = 0; i < 400; ++i)
        labels << QString::number(i);
    LabelAxis axis;
    axis.cell = 1.0;
    axis.visibleTo = 400.0;
    axis.edge = 50.0;
    axis.depth = 40.0;
    const auto has = [&](const QList<int>& important) {
        for (const PlacedLabel& label : placeLabels(labels, axis, {}, important))
            if (label.index == 203)
                return true;
        return false;
    };
    QVERIFY(!has({}));
    QVERIFY(has({203}));
}

QTEST_MAIN(MatrixViewTest)
#include "matrix_view_test.moc"
