#include "tasks/viterbi.h"
#include "words_of.h"

#include "text/unicode.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

using namespace headlight;

using Names = std::vector<std::string>;
using Numbers = std::vector<int>;

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Transitions as tasks/crf.h has them, or none.
double sumOf(const Matrix& scores, const Numbers& tags, const Matrix& transitions = {}) {
    double sum = 0;
    for (std::size_t t = 0; t < tags.size(); ++t)
        sum += double(scores(tags[t], Index(t)));
    if (transitions.size() == 0)
        return sum;
    Index last = scores.rows();
    for (const int tag : tags) {
        sum += double(transitions(tag, last));
        last = tag;
    }
    return sum + double(transitions(scores.rows(), last));
}

/// A sequence is allowed when it is well-formed; of BIO and BIOES the spans' definition says so.
bool isAllowed(const Names& names, const Numbers& tags, TagScheme scheme) {
    Names sequence;
    for (const int tag : tags)
        sequence.push_back(names[std::size_t(tag)]);
    const bool hasRules = scheme == TagScheme::Bio || scheme == TagScheme::Bioes;
    return !hasRules || illFormedTags(sequence, scheme).empty();
}

/// Of all sequences; NaN where none is allowed.
double bestByTryingAll(const Matrix& scores, const Names& names, TagScheme scheme, const Matrix& transitions = {}) {
    double best = std::nan("");
    Numbers tags(std::size_t(scores.cols()), 0);
    for (bool more = true; more;) {
        if (isAllowed(names, tags, scheme) && !(sumOf(scores, tags, transitions) <= best))
            best = sumOf(scores, tags, transitions);
        more = false;
        for (int& tag : tags) {
            tag = (tag + 1) % int(names.size());
            if (tag > 0) {
                more = true;
                break;
            }
        }
    }
    return best;
}

} // namespace

class ViterbiTest : public QObject {
    Q_OBJECT

private slots:
    /// With transitions, too, and the rules hold whatever these say.
    void theBestSequenceOfAConditionalRandomField_data() { theBestSequenceIsThatOfTryingAll_data(); }
    void theBestSequenceOfAConditionalRandomField() {
        QFETCH(QString, tags);
        QFETCH(TagScheme, scheme);
        const Names names = wordsOf(tags.toStdString());
        const TagRules rules(names, scheme);
        const Index count = Index(names.size());
        std::mt19937 random(11);
        std::normal_distribution<double> normal;
        const auto draw = [&](Index rows, Index columns) {
            return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return Real(normal(random)); }));
        };
        for (Index length = 1; length <= 5; ++length)
            for (int repeat = 0; repeat < 20; ++repeat) {
                const Matrix scores = draw(count, length), transitions = draw(count + 1, count + 1);
                const Numbers found = bestTags(scores, transitions, rules);
                QCOMPARE(Index(found.size()), length);
                QVERIFY(isAllowed(names, found, scheme));
                QVERIFY(std::abs(sumOf(scores, found, transitions) -
                                 bestByTryingAll(scores, names, scheme, transitions)) < 1e-9);
                QCOMPARE(bestTags(scores, Matrix::Zero(count + 1, count + 1), rules), bestTags(scores, rules));
            }
    }

    void theBestSequenceIsThatOfTryingAll_data() {
        QTest::addColumn<QString>("tags");
        QTest::addColumn<TagScheme>("scheme");
        QTest::newRow("BIO") << "O B-X I-X B-Y I-Y" << TagScheme::Bio;
        QTest::newRow("BIO in another order") << "I-Y I-X B-X O B-Y" << TagScheme::Bio;
        QTest::newRow("no labels") << "B I O" << TagScheme::Bio;
        QTest::newRow("an I without its B") << "O B-X I-X I-Y" << TagScheme::Bio;
        QTest::newRow("BIOES") << "O B-X I-X E-X S-X S-Y" << TagScheme::Bioes;
        QTest::newRow("IOB1") << "O B-X I-X I-Y" << TagScheme::Iob1;
        QTest::newRow("plain") << "NN VB B-X I-X" << TagScheme::Plain;
    }
    void theBestSequenceIsThatOfTryingAll() {
        QFETCH(QString, tags);
        QFETCH(TagScheme, scheme);
        const Names names = wordsOf(tags.toStdString());
        const TagRules rules(names, scheme);
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        for (Index length = 1; length <= 5; ++length)
            for (int repeat = 0; repeat < 40; ++repeat) {
                // Every second time few different numbers, so that many sums are equal.
                const Matrix scores = Matrix::NullaryExpr(Index(names.size()), length, [&] {
                    return Real(repeat % 2 ? std::round(normal(random)) : normal(random));
                });
                const Numbers found = bestTags(scores, rules);
                QCOMPARE(Index(found.size()), length);
                QVERIFY(isAllowed(names, found, scheme));
                QVERIFY(std::abs(sumOf(scores, found) - bestByTryingAll(scores, names, scheme)) < 1e-9);
            }
    }

    void aLongSentenceKeepsTheRules() {
        const Names names = wordsOf("O B-X I-X B-Y I-Y B-Z I-Z");
        std::srand(3);
        const Matrix scores = Matrix::Random(7, 5000);
        const Numbers found = bestTags(scores, TagRules(names, TagScheme::Bio));
        QVERIFY(isAllowed(names, found, TagScheme::Bio));
        // Where the best tags of all tokens keep the rules, they are the answer.
        Matrix clear = Matrix::Zero(7, 4);
        clear(1, 0) = clear(2, 1) = clear(0, 2) = clear(5, 3) = 1;
        QCOMPARE(bestTags(clear, TagRules(names, TagScheme::Bio)), (Numbers{1, 2, 0, 5}));
    }

    void aSentenceOfABatchIsABlockOfItsScores() {
        std::srand(4);
        const Matrix batch = Matrix::Random(3, 10);
        const TagRules rules({"O", "B-X", "I-X"}, TagScheme::Bio);
        const Matrix alone = batch.middleCols(4, 5);
        QCOMPARE(bestTags(batch.middleCols(4, 5), rules), bestTags(alone, rules));
        QCOMPARE(bestTags(batch.middleCols(4, 0), rules), Numbers());
    }

    void ofEqualSumsTheLastTagsAreTheFirst() {
        const Matrix scores = Matrix::Zero(3, 3);
        QCOMPARE(bestTags(scores, TagRules({"B-X", "I-X", "O"}, TagScheme::Bio)), (Numbers{0, 0, 0}));
        QCOMPARE(bestTags(scores, TagRules({"I-X", "O", "B-X"}, TagScheme::Bio)), (Numbers{2, 0, 0}));
    }

    void scoresThatAreNoNumbersAreNotChosen() {
        const TagRules rules({"O", "B-X", "I-X"}, TagScheme::Bio);
        Matrix scores = Matrix::Zero(3, 2);
        scores(0, 0) = scores(0, 1) = std::numeric_limits<Real>::quiet_NaN();
        scores(1, 1) = -infinity;
        QCOMPARE(bestTags(scores, rules), (Numbers{1, 2}));
        scores.setConstant(std::numeric_limits<Real>::quiet_NaN());
        QCOMPARE(bestTags(scores, rules), (Numbers{0, 0}));
    }

    void whereNothingIsAllowedEachTokenGetsItsBest() {
        const TagRules rules({"B-X", "E-X"}, TagScheme::Bioes); // a single token has no tag
        Matrix scores = Matrix::Zero(2, 1);
        scores(1, 0) = 1;
        QCOMPARE(bestTags(scores, rules), (Numbers{1}));
        QCOMPARE(bestTags(Matrix::Zero(2, 2), rules), (Numbers{0, 1}));
    }

    void otherRowsThanTagsAreAMistake() {
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, bestTags(Matrix::Zero(2, 1), TagRules({"O"}, TagScheme::Bio)));
    }
};

QTEST_GUILESS_MAIN(ViterbiTest)
#include "viterbi_test.moc"
