// Maps whose queries are not the keys' tokens.

#include "attention/dot_product.h"
#include "nn/head_statistics_sum.h"
#include "nn/trace.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

constexpr Index width = 3;

Matrix someTokens(Index tokens, std::uint64_t seed) {
    Random random{RandomKey(seed)};
    Matrix x(width, tokens);
    for (Index i = 0; i < x.size(); ++i)
        x.data()[i] = Real(random.normal());
    return x;
}

/// The source of one head.
std::shared_ptr<const MapSource> recorded(Trace& trace, MapPart part, const Matrix& query, const Matrix& key,
                                          const AttentionLayouts& layouts, const HeadMask& mask) {
    Tape tape;
    const std::vector<HeadMask> masks = {mask};
    DotProductOptions options;
    options.masks = masks;
    recordDotProduct(trace, {Stack::Decoder, 2, part, 0}, tape.constant(query), tape.constant(key), tape.constant(key),
                     layouts, options);
    return trace.sources().back();
}

} // namespace

class CrossMapsTest : public QObject {
    Q_OBJECT
private slots:
    void rowsAreQueriesAndColumnsKeysOfTheOtherSequence() {
        const Matrix query = someTokens(3, 1), key = someTokens(5, 2);
        const Layout queries({3}), keys({5});
        Trace trace(1, 0);
        const auto source =
            recorded(trace, MapPart::Cross, query, key, {queries, keys}, HeadMask(Mask::parse("window(2)+dist(0.5)")));
        for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight}) {
            const AttentionMap map = mapOf(*source, stage, {});
            QCOMPARE(map.address.text(), std::string("dec.2.cross.0"));
            QCOMPARE(map.mask, std::string("window(2)+dist(0.5)"));
            QCOMPARE(map.querySequence, 1);
            QCOMPARE(map.keySequence, 0);
            QCOMPARE(map.queries, Index(3));
            QCOMPARE(map.keys, Index(5));
            for (Index j = 0; j < 3; ++j) {
                double sum = 0;
                const auto score = [&](Index i) { return double(key.col(i).dot(query.col(j))) / std::sqrt(3.0); };
                const auto masked = [&](Index i) { return score(i) - 0.5 * std::abs(double(i - j)); };
                for (Index i = 0; i < 5; ++i)
                    sum += std::abs(i - j) <= 2 ? std::exp(masked(i)) : 0;
                for (Index i = 0; i < 5; ++i) {
                    const bool seen = std::abs(i - j) <= 2;
                    QCOMPARE(map.isVisible(j, i), seen);
                    const double expected = stage == MapStage::Score    ? score(i)
                                            : stage == MapStage::Weight ? (seen ? std::exp(masked(i)) / sum : 0)
                                            : seen                      ? masked(i)
                                                   : double(-std::numeric_limits<float>::infinity());
                    QVERIFY(double(map.at(j, i)) == expected || std::abs(double(map.at(j, i)) - expected) <= 1e-5);
                }
            }
            QCOMPARE(rowOf(*source, stage, {}, 1), std::vector<float>(map.values.begin() + 5, map.values.begin() + 10));
        }
    }

    void queriesBehindTheLastKeySeeWhatTheMaskLeavesThem() {
        const Layout queries({6}), keys({2});
        Trace trace(1, 0);
        const auto source = recorded(trace, MapPart::Cross, someTokens(6, 1), someTokens(2, 2), {queries, keys},
                                     HeadMask(Mask::parse("window(2)"), {{1, 1}}));
        const AttentionMap map = mapOf(*source, MapStage::Weight, {});
        const std::vector<std::uint8_t> seen = {1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0};
        QCOMPARE(map.visible, seen);
        QCOMPARE(map.at(1, 0), 1.0f);
        QCOMPARE(map.at(5, 0), 0.0f);
        QCOMPARE(headStatistics(map).queries, Index(4)); // two see nothing
    }

    void betweenTwoTextsThereIsAnEntropyAndNoDistance() {
        const Layout queries({4}), keys({8});
        Trace trace(1, 0);
        const auto source = recorded(trace, MapPart::Cross, Matrix::Zero(width, 4), someTokens(8, 2), {queries, keys},
                                     HeadMask(Mask::all()));
        const Glance glance = glanceAt(*source, MapStage::Weight, meanOfFeatures, 100);
        QVERIFY(std::abs(*glance.statistics->entropy - std::log(8.0)) <= 1e-6);
        QVERIFY(!glance.statistics->meanDistance && !glance.statistics->selfShare);
        QVERIFY(glance.thumbnail.values == mapOf(*source, MapStage::Weight, meanOfFeatures).values);
    }

    void aThumbnailOfALargeMapJoinsItsCells() {
        const Matrix query = someTokens(9, 1), key = someTokens(24, 2);
        const Layout queries({9}), keys({24});
        Trace trace(1, 0);
        const auto source =
            recorded(trace, MapPart::Cross, query, key, {queries, keys}, HeadMask(Mask::parse("causal")));
        const AttentionMap whole = mapOf(*source, MapStage::Weight, {});
        const AttentionMap small = glanceAt(*source, MapStage::Weight, meanOfFeatures, 5).thumbnail;
        QCOMPARE(small.queries, Index(5)); // of two rows, the last of one
        QCOMPARE(small.keys, Index(5));    // of five columns, the last of four
        QCOMPARE(small.querySequence, 1);
        QCOMPARE(small.keySequence, 0);
        for (Index j = 0; j < 5; ++j)
            for (Index i = 0; i < 5; ++i) {
                float largest = 0;
                bool seen = false;
                for (Index row = 2 * j; row < std::min<Index>(9, 2 * j + 2); ++row)
                    for (Index column = 5 * i; column < std::min<Index>(24, 5 * i + 5); ++column) {
                        largest = std::max(largest, whole.at(row, column));
                        seen = seen || whole.isVisible(row, column);
                    }
                QCOMPARE(small.at(j, i), largest);
                QCOMPARE(small.isVisible(j, i), seen);
            }
    }

    void theLastTokensOfASequenceHaveTheLastRowsOfItsMap() {
        const Matrix x = someTokens(7, 1), key = someTokens(7, 2);
        const Layout all({7});
        Layout last;
        last.add(2, 0, 5);
        const HeadMask mask(Mask::parse("causal+dist(0.2)"), {{6, 2}});
        Trace trace;
        const auto whole = recorded(trace, MapPart::Self, x, key, all, mask);
        const auto rest = recorded(trace, MapPart::Self, x.rightCols(2), key, {last, all}, mask);
        for (const MapStage stage : {MapStage::Masked, MapStage::Weight}) {
            const AttentionMap expected = mapOf(*whole, stage, {}), map = mapOf(*rest, stage, {});
            QCOMPARE(map.queries, Index(2));
            QCOMPARE(map.queryOffset, Index(5));
            QVERIFY(std::equal(map.visible.begin(), map.visible.end(), expected.visible.begin() + 35));
            for (Index j = 0; j < 2; ++j)
                for (Index i = 0; i < 7; ++i)
                    QVERIFY(map.at(j, i) == expected.at(5 + j, i) ||
                            std::abs(map.at(j, i) - expected.at(5 + j, i)) <= 1e-6f);
        }
        const AttentionMap map = mapOf(*rest, MapStage::Weight, {});
        double distance = 0;
        for (Index j = 0; j < 2; ++j)
            for (Index i = 0; i <= 5 + j; ++i)
                distance += double(map.at(j, i)) * double(5 + j - i) / 2;
        for (const HeadStatistics& s :
             {headStatistics(map), *glanceAt(*rest, MapStage::Score, meanOfFeatures, 100).statistics}) {
            QVERIFY(std::abs(*s.meanDistance - distance) <= 1e-5);
            QVERIFY(std::abs(*s.selfShare - double(map.at(0, 5) + map.at(1, 6)) / 2) <= 1e-6);
        }
    }
};

QTEST_GUILESS_MAIN(CrossMapsTest)
#include "cross_maps_test.moc"
