#include "views/word_bars.h"

#include "plots/bar_plot.h"

#include <QtTest>

namespace headlight {

/// Weights of words by class as a plot.
class WordBarsTest : public QObject {
    Q_OBJECT

    static std::vector<WordShift> words() {
        WordWeights weights;
        weights.classes = 2;
        weights.weights = {{"good", {{1, 2, 3}, {4, 5, 6}}}, {"tea", {{}, {1, 1.5}}}};
        weights.weightsByText = weights.weights;
        return shiftsOf(weights, 1);
    }

private slots:
    void barsAreMediansBetweenQuartiles() {
        BarPlot plot;
        drawWordBars(plot, {"1", "2"}, true, words(), {"good", "‹tea›"});
        QCOMPARE(plot.legendNames(), (QStringList{"1", "2"}));
        const ValueTable values = plot.values();
        QCOMPARE(values.rows.size(), 2);
        QCOMPARE(values.rows[0].first(), QString("good"));
        for (const char* column : {"median", "low quartile", "high quartile"})
            QVERIFY2(values.columns.join('|').contains(column), qPrintable(values.columns.join('|')));
        QVERIFY2(values.rows[0].contains("2") && values.rows[0].contains("1.5") && values.rows[0].contains("5.5"),
                 qPrintable(values.rows[0].join('|')));
        QVERIFY2(values.rows[1].contains(""), qPrintable(values.rows[1].join('|'))); // no tea in texts of 1
    }

    void withoutWordsThereIsNothing() {
        BarPlot plot;
        drawWordBars(plot, {"1", "2"}, false, {}, {});
        QVERIFY(plot.values().rows.isEmpty());
        QVERIFY(plot.legendNames().isEmpty());
    }
};

} // namespace headlight

QTEST_MAIN(headlight::WordBarsTest)
#include "word_bars_test.moc"
