#include "data/length_filter.h"

#include <QtTest>

using namespace headlight;

namespace {

/// A text, or two, of so many tokens.
Example example(int tokens, int second = 0) {
    Example example;
    example.texts.emplace_back(std::size_t(tokens), "a");
    if (second > 0)
        example.texts.emplace_back(std::size_t(second), "b");
    return example;
}

} // namespace

class LengthFilterTest : public QObject {
    Q_OBJECT
private slots:
    void leavesOutWhatIsLonger() {
        std::vector<Example> examples;
        for (int tokens = 100; tokens > 0; --tokens)
            examples.push_back(example(tokens));
        QCOMPARE(leaveOutLongest(examples, 97), 97);
        QCOMPARE(examples.size(), std::size_t(97));
        QCOMPARE(examples.front().texts[0].size(), std::size_t(97)); // in their order
        QCOMPARE(examples.back().texts[0].size(), std::size_t(1));
    }

    /// One percentile of all sentences, and a pair stays when both are within it.
    void aPairGoesWithEitherOfItsSentences() {
        std::vector<Example> pairs = {example(2, 2), example(9, 2), example(2, 8), example(3, 3), example(7, 7)};
        QCOMPARE(leaveOutLongest(pairs, 80), 7); // of 2 2 2 2 3 3 7 7 8 9
        QCOMPARE(pairs.size(), std::size_t(3));
        QCOMPARE(pairs.back().texts[0].size(), std::size_t(7));
    }

    void allStayWhereAllAreAsLong() {
        std::vector<Example> same(20, example(5)), none;
        leaveOutLongest(same, 50);
        QCOMPARE(same.size(), std::size_t(20));
        QCOMPARE(leaveOutLongest(same, 100), 5);
        QCOMPARE(leaveOutLongest(none, 97), 0);
    }
};

QTEST_GUILESS_MAIN(LengthFilterTest)
#include "length_filter_test.moc"
