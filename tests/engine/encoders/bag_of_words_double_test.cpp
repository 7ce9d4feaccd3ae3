#include "small_encoder.h"

using namespace headlight;

/// Mean and sum of the word vectors.
class BagOfWordsDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void meanAndSum() {
        const Layout layout({1, 3});
        Matrix x(2, 4);
        x << 1, 2, 3, 4, //
            -1, 5, 0, 7;
        Matrix mean(2, 2), sum(2, 2);
        mean << 1, 3, -1, 4;
        sum << 1, 9, -1, 12;
        QVERIFY(SmallEncoder("avg", "paper").output(layout, x).isApprox(mean));
        QVERIFY(SmallEncoder("cbow", "paper").output(layout, x).isApprox(sum));
    }

    void nothingIsTrained() {
        QCOMPARE(SmallEncoder("avg", "paper").parameters.size(), std::size_t(0));
        QCOMPARE(SmallEncoder("cbow", "paper").parameters.size(), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(BagOfWordsDoubleTest)
#include "bag_of_words_double_test.moc"
