#include "matrix/color_bar.h"

#include <QTest>
#include <numeric>

using namespace headlight;

/// Onto how many lines a colour bar and its words go.
class ColorBarTest : public QObject {
    Q_OBJECT

private slots:
    void theSamplesOfCellsStandBesideTheBarOrBelowAll() {
        const ColorBarWidths widths = bar().widths(QFont());
        QVERIFY(widths.first < widths.all && widths.cells > 0);
        QCOMPARE(widths.linesIn(widths.all), 1);
        QCOMPARE(widths.linesIn(widths.all - 1), 2);
        const double narrow = widths.first - 1;
        QCOMPARE(widths.linesIn(narrow), 2 + int(widths.wordsOfLines(narrow).size()));
    }

    void theNameOfTheValuesGoesWhereItCostsALine() {
        const ColorBar shown = bar();
        const ColorBarWidths widths = shown.widths(QFont());
        const auto sum = [](const QList<double>& words) { return std::accumulate(words.begin(), words.end(), 0.0); };
        QVERIFY(!widths.isShort(sum(widths.meaning)));
        QVERIFY(widths.isShort(sum(widths.shorter)));
        QCOMPARE(widths.wordsOfLines(sum(widths.shorter)).size(), 1);
        QVERIFY(shown.words().startsWith("weight, ") && shown.words().endsWith(shown.shorterWords()));
        ColorBar figure = shown; // which may have no title
        figure.isFigure = true;
        QCOMPARE(figure.shorterWords(), figure.words());
    }

private:
    static ColorBar bar() {
        ColorBar bar{{0, 0.3, RangeChoice::Automatic, ColorScale::Linear, 0.98}, ColorMapId::Blues, "weight", true};
        bar.use.evenRows = true;
        return bar;
    }
};

QTEST_MAIN(ColorBarTest)
#include "color_bar_test.moc"
