#include "viewmodels/run_colors.h"

#include <QtTest>
#include <numeric>

using namespace headlight;

/// Which colour a run has where nobody chose one, and where somebody did.
class ColorRunsTest : public QObject {
    Q_OBJECT

private slots:
    /// The palette has a dozen; what comes after is told apart by its place, which plots draw dashed or hatched.
    void everyRunBeyondTheTwelfthHasAPlaceOfItsOwn() {
        QList<RunEntry> runs = entries(30);
        colorRuns(runs, {});
        QCOMPARE(places(runs), numbers(30));
    }

    void aColourByHandChangesPlacesBeyondTheTwelfthToo() {
        QList<RunEntry> runs = entries(30);
        colorRuns(runs, {{25, "2"}});
        QList<int> expected = numbers(30);
        expected.swapItemsAt(2, 24); // run 3 takes what run 25 left, no third run changes
        QCOMPARE(places(runs), expected);
        colorRuns(runs, {{3, "20"}});
        expected = numbers(30);
        expected.swapItemsAt(2, 20);
        QCOMPARE(places(runs), expected);
    }

    void aColourThatIsNoneOfThePaletteTakesNobodysPlace() {
        QList<RunEntry> runs = entries(14);
        colorRuns(runs, {{14, "#1872a6"}});
        QCOMPARE(runs[13].ownColor, QString("#1872a6"));
        QCOMPARE(places(runs), numbers(14));
    }

private:
    static QList<RunEntry> entries(int count) {
        QList<RunEntry> runs(count);
        for (int r = 0; r < count; ++r)
            runs[r].id = r + 1;
        return runs;
    }
    static QList<int> numbers(int count) {
        QList<int> list(count);
        std::iota(list.begin(), list.end(), 0);
        return list;
    }
    static QList<int> places(const QList<RunEntry>& runs) {
        QList<int> list;
        for (const RunEntry& run : runs)
            list.append(run.color);
        return list;
    }
};

QTEST_GUILESS_MAIN(ColorRunsTest)
#include "color_runs_test.moc"
