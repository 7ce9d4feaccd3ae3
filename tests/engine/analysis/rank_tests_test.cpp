#include "analysis/rank_tests.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace headlight;

namespace {

using Groups = std::vector<std::vector<double>>;

/// Calls visit(groups) for every way to deal the numbers to groups of these sizes.
template <class Visit>
void forDeals(const std::vector<double>& numbers, const std::vector<int>& sizes, const Visit& visit) {
    std::vector<int> owners;
    for (std::size_t group = 0; group < sizes.size(); ++group)
        owners.insert(owners.end(), std::size_t(sizes[group]), int(group));
    do {
        Groups groups(sizes.size());
        for (std::size_t k = 0; k < numbers.size(); ++k)
            groups[std::size_t(owners[k])].push_back(numbers[k]);
        visit(groups);
    } while (std::next_permutation(owners.begin(), owners.end()));
}

bool near(double value, double expected, double tolerance = 1e-9) {
    return std::abs(value - expected) < tolerance;
}

} // namespace

/// Against their definitions: over all deals of the same numbers, chance alone, their mean and variance are known.
class RankTestsTest : public QObject {
    Q_OBJECT

private slots:
    void chiSquaredHasItsTable() {
        // The 95th percentiles that every table of the distribution has.
        QVERIFY(near(chiSquaredAbove(3.841458820694124, 1), 0.05));
        QVERIFY(near(chiSquaredAbove(5.991464547107979, 2), 0.05));
        QVERIFY(near(chiSquaredAbove(7.814727903251179, 3), 0.05));
        QVERIFY(near(chiSquaredAbove(9.487729036781154, 4), 0.05));
        QVERIFY(near(chiSquaredAbove(11.070497693516351, 5), 0.05));
        QVERIFY(near(chiSquaredAbove(18.307038053275146, 10), 0.05));
        QCOMPARE(chiSquaredAbove(0, 3), 1.0);
        QCOMPARE(chiSquaredAbove(1e6, 3), 0.0);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, chiSquaredAbove(1, 0));
    }

    void ranksByHand() {
        // Ranks 1 2 3 | 4 5 6: sums 6 and 15, H = 12 / 42 (36 / 3 + 225 / 3) - 21 = 27 / 7.
        QVERIFY(near(kruskalWallis({{1, 2, 3}, {4, 5, 6}}).statistic, 27.0 / 7));
        // All 9 pairs rise; 4.5 by chance; the variance is 3 · 3 · 7 / 12.
        QVERIFY(near(jonckheere({{1, 2, 3}, {4, 5, 6}}).statistic, 4.5 / std::sqrt(5.25)));
        QVERIFY(near(jonckheere({{4, 5, 6}, {1, 2, 3}}).statistic, -4.5 / std::sqrt(5.25)));
        QVERIFY(near(jonckheere({{1, 2, 3}, {4, 5, 6}}).p, 0.0495346134356, 1e-10)); // of z = 1.963961
    }

    void chanceAloneGivesWhatTheDefinitionsSay_data() {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<QList<int>>("sizes");
        QTest::newRow("no ties") << QList<double>{1, 2, 3, 4, 5, 6, 7} << QList<int>{2, 2, 3};
        QTest::newRow("ties") << QList<double>{1, 1, 2, 2, 2, 3, 4, 4} << QList<int>{3, 2, 3};
        QTest::newRow("mostly alike") << QList<double>{5, 5, 5, 5, 5, 6} << QList<int>{1, 2, 3};
        QTest::newRow("an empty group") << QList<double>{1, 2, 2, 7, 9, 9} << QList<int>{2, 0, 4};
    }

    void chanceAloneGivesWhatTheDefinitionsSay() {
        QFETCH(QList<double>, numbers);
        QFETCH(QList<int>, sizes);
        const int filled = int(std::count_if(sizes.begin(), sizes.end(), [](int size) { return size > 0; }));
        double h = 0, z = 0, squares = 0;
        int deals = 0;
        forDeals({numbers.begin(), numbers.end()}, {sizes.begin(), sizes.end()}, [&](const Groups& groups) {
            h += kruskalWallis(groups).statistic;
            const double one = jonckheere(groups).statistic;
            z += one;
            squares += one * one;
            ++deals;
        });
        QVERIFY(deals > 5);
        QVERIFY2(near(h / deals, filled - 1), qPrintable(QString::number(h / deals))); // also with ties
        QVERIFY(near(z / deals, 0));
        QVERIFY2(near(squares / deals, 1), qPrintable(QString::number(squares / deals)));
    }

    void whatCantDifferDoesNot() {
        for (const Groups& groups : {Groups{}, Groups{{}}, Groups{{1, 2}}, Groups{{1, 2}, {}}, Groups{{3, 3}, {3}}}) {
            QCOMPARE(kruskalWallis(groups).p, 1.0);
            QCOMPARE(jonckheere(groups).statistic, 0.0);
        }
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, kruskalWallis({{1}, {std::nan("")}}));
    }
};

QTEST_APPLESS_MAIN(RankTestsTest)
#include "rank_tests_test.moc"
