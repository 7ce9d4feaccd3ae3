#include "analysis/combined_map.h"

#include "core/error.h"
#include "head_address.h"
#include "message_of.h"
#include "nn/map_source.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

using Kind = HeadCombination::Kind;
using Numbers = Eigen::MatrixXd;

constexpr Index tokens = 150; // more than two bands of queries

std::shared_ptr<MapSource> sourceOf(const MapAddress& address, Index features = 1, const char* mask = nullptr) {
    auto source = std::make_shared<MapSource>();
    source->address = address;
    source->queries = hasQueries(address.part) ? tokens : 1;
    source->keys = tokens;
    source->features = features;
    if (mask)
        source->mask = HeadMask(Mask::parse(mask));
    const double turn = 7 + address.head + 3 * address.layer;
    source->scores = [=, keys = source->keys](Index query, Index count, Matrix& scores) {
        for (Index j = 0; j < count; ++j)
            for (Index i = 0; i < features * keys; ++i)
                scores(i, j) = Real(3 * std::sin(double(i) * turn + double(query + j) * 13));
    };
    return source;
}

Recording recordingOf(const std::vector<std::shared_ptr<MapSource>>& sources) {
    Sequence sequence;
    for (Index k = 0; k < tokens; ++k) {
        Token& token = sequence.tokens.emplace_back();
        token.input = k < 80 ? 0 : 1;
        token.end = 1; // typed
    }
    std::vector<Recording::Head> heads;
    for (const auto& source : sources)
        heads.push_back({source->address, 0, [source](const Check&) { return source; }});
    return Recording({sequence}, heads, {});
}

/// Two layers of two heads: with several features, and with masks of which one leaves the first query without a key.
Recording twoLayers() {
    return recordingOf({sourceOf(at(0, 0), 3), sourceOf(at(0, 1), 1, "fw"), sourceOf(at(1, 0), 1, "causal"),
                        sourceOf(at(1, 1)), sourceOf(at(0, 0, MapPart::Gate)), sourceOf(at(0, 0, MapPart::Pooling))});
}

const std::vector<MapAddress> allFour = {at(0, 0), at(0, 1), at(1, 0), at(1, 1)};

Numbers weightsOf(const Recording& recording, const MapAddress& head) {
    const AttentionMap map = recording.map({head});
    Numbers weights(map.queries, map.keys);
    for (Index q = 0; q < map.queries; ++q)
        for (Index k = 0; k < map.keys; ++k)
            weights(q, k) = double(map.at(q, k));
    return weights;
}

bool agree(const AttentionMap& map, const Numbers& expected) {
    for (Index q = 0; q < map.queries; ++q)
        for (Index k = 0; k < map.keys; ++k)
            if (std::abs(double(map.at(q, k)) - expected(q, k)) > 1e-6)
                return false;
    return map.queries == expected.rows() && map.keys == expected.cols();
}

/// Of one layer, ½ A + ½ I with rows that sum to 1, cell by cell.
Numbers stepOf(const Numbers& a, const Numbers& b) {
    Numbers step = (a + b) / 4 + Numbers::Identity(tokens, tokens) / 2;
    for (Index q = 0; q < tokens; ++q) {
        double sum = 0;
        for (Index k = 0; k < tokens; ++k)
            sum += step(q, k);
        step.row(q) /= sum;
    }
    return step;
}

} // namespace

class CombinedMapTest : public QObject {
    Q_OBJECT
private slots:
    void meanAndMaximumAreThoseOfEachCell() {
        const Recording recording = twoLayers();
        const std::vector<MapAddress> heads = {at(0, 0), at(0, 1), at(1, 0)};
        const Numbers a = weightsOf(recording, heads[0]), b = weightsOf(recording, heads[1]),
                      c = weightsOf(recording, heads[2]);
        const AttentionMap mean = combinedMap(recording, {Kind::Mean, heads}, 0);
        QVERIFY(agree(mean, (a + b + c) / 3));
        QVERIFY(agree(combinedMap(recording, {Kind::Maximum, heads}, 0), a.cwiseMax(b).cwiseMax(c)));
        QVERIFY(mean.isVisible(0, 9)); // by the one that hides nothing
        QCOMPARE(mean.mechanismFeatures, Index(3));
        QVERIFY(!combinedMap(recording, {Kind::Mean, {at(0, 1), at(1, 0)}}, 0).isVisible(0, 9));
    }

    void oneHeadAloneIsItsMapToTheBit() {
        const Recording recording = twoLayers();
        QVERIFY(combinedMap(recording, {Kind::Mean, {at(0, 0)}}, 0).values == recording.map({at(0, 0)}).values);
    }

    void aRolloutIsTheProductOfItsLayers() {
        const Recording recording = twoLayers();
        const Numbers first = stepOf(weightsOf(recording, at(0, 0)), weightsOf(recording, at(0, 1))),
                      second = stepOf(weightsOf(recording, at(1, 0)), weightsOf(recording, at(1, 1)));
        const AttentionMap rollout = combinedMap(recording, {Kind::Rollout, allFour}, 0);
        Numbers expected = Numbers::Zero(tokens, tokens);
        for (Index q = 0; q < tokens; ++q)
            for (Index k = 0; k < tokens; ++k)
                for (Index through = 0; through < tokens; ++through)
                    expected(q, k) += second(q, through) * first(through, k);
        QVERIFY(agree(rollout, expected));
        // Layer 0's forward mask alone: the first query sees nothing and keeps what it has.
        const AttentionMap alone = combinedMap(recording, {Kind::Rollout, {at(0, 1)}}, 0);
        QVERIFY(alone.at(0, 0) == 1 && alone.at(0, 1) == 0 && !alone.isVisible(0, 1));
        QVERIFY(std::abs(alone.at(1, 1) - 0.5f) < 1e-6f && std::abs(alone.at(1, 0) - 0.5f) < 1e-6f);
    }

    void aPartIsABlockOfTheWhole() {
        const Recording recording = twoLayers();
        for (const Kind kind : {Kind::Mean, Kind::Rollout}) {
            const AttentionMap whole = combinedMap(recording, {kind, allFour}, 0),
                               part = combinedMap(recording, {kind, allFour}, 0, TextPair{1, 0});
            QVERIFY(part.queries == 70 && part.keys == 80 && part.firstQuery == 80 && part.firstKey == 0);
            QVERIFY(part.between == (TextPair{1, 0}) && part.queryOffset == 80);
            for (const Index q : {0, 33, 69})
                for (const Index k : {0, 79})
                    QVERIFY(part.at(q, k) == whole.at(80 + q, k));
        }
    }

    void itIsNamedByWhatItIs() {
        const Recording recording = twoLayers();
        const auto text = [&](Kind kind, const std::vector<MapAddress>& heads) {
            return combinedMap(recording, {kind, heads}, 0).combination;
        };
        QCOMPARE(text(Kind::Mean, {at(0, 0)}), std::string("mean of head 0.0"));
        QCOMPARE(text(Kind::Mean, {at(0, 0), at(0, 1), at(1, 1)}), std::string("mean of heads 0.0–0.1, 1.1"));
        QCOMPARE(text(Kind::Maximum, allFour), std::string("maximum of heads 0, 1 of layers 0, 1"));
        QCOMPARE(text(Kind::Rollout, allFour), std::string("rollout of layers 0, 1"));
        QCOMPARE(text(Kind::Rollout, {at(0, 0), at(1, 1)}), std::string("rollout of layers 0, 1, heads 0.0, 1.1"));
        std::vector<MapAddress> many;
        for (int layer = 0; layer < 12; ++layer)
            for (int head = 0; head < 12; ++head)
                many.push_back(at(layer, head));
        const auto of = [&](Kind kind, const std::vector<MapAddress>& heads) {
            return HeadCombination{kind, heads}.text(many);
        };
        QCOMPARE(of(Kind::Mean, many), std::string("mean of heads 0–11 of layers 0–11"));
        QCOMPARE(of(Kind::Rollout, many), std::string("rollout of layers 0–11"));
        QCOMPARE(of(Kind::Mean, {at(0, 0), at(0, 2), at(0, 3)}), std::string("mean of heads 0.0, 0.2–0.3"));
        for (const Kind kind : {Kind::Mean, Kind::Maximum, Kind::Rollout})
            QVERIFY(combinationNamed(nameOf(kind)) == kind);
        QVERIFY(!combinationNamed("sum"));
    }

    void whatIsNoAttentionOfTheseTokensIsRefused() {
        const Recording recording =
            recordingOf({sourceOf(at(0, 0)), sourceOf(at(1, 0)), sourceOf(at(2, 0)), sourceOf(at(0, 0, MapPart::Gate)),
                         sourceOf(at(0, 0, MapPart::Pooling)), sourceOf(at(0, 0, MapPart::Sensitivity))});
        const auto problem = [&](Kind kind, const std::vector<MapAddress>& heads) {
            return QString::fromStdString(combinationProblem(recording, {kind, heads}, 0));
        };
        QVERIFY(problem(Kind::Mean, {}).contains("no head"));
        QVERIFY(problem(Kind::Mean, {at(0, 0), at(0, 9)}).contains("there is no head 0.9"));
        QVERIFY(problem(Kind::Mean, {at(0, 0), at(0, 0, MapPart::Gate)}).contains("is a gate"));
        QVERIFY(problem(Kind::Maximum, {at(0, 0, MapPart::Sensitivity)}).contains("sensitivity"));
        QVERIFY(problem(Kind::Mean, {at(0, 0), at(0, 0, MapPart::Pooling)}).contains("rows and columns"));
        QVERIFY(problem(Kind::Rollout, {at(0, 0, MapPart::Pooling)}).contains("not self attention"));
        QVERIFY(problem(Kind::Rollout, {at(0, 0), at(2, 0)}).contains("none of layer 1"));
        QVERIFY(problem(Kind::Rollout, {at(0, 0), at(1, 0)}).isEmpty());
        QVERIFY(messageOf([&] {
                    combinedMap(recording, {Kind::Mean, {at(0, 9)}}, 0);
                }).startsWith("heads can't be combined: "));
        for (const MapPart part : {MapPart::Cross, MapPart::Blocks}) {
            const Recording other = recordingOf({sourceOf(at(0, 0)), sourceOf(at(0, 0, part))});
            QVERIFY(combinationProblem(other, {Kind::Rollout, {at(0, 0)}}, 0).find("can't follow") !=
                    std::string::npos);
            QVERIFY(combinationProblem(other, {Kind::Mean, {at(0, 0)}}, 0).empty());
        }
    }

    void itIsLeftWhenItIsNotWantedAnyMore() {
        const Recording recording = twoLayers();
        QVERIFY_THROWS_EXCEPTION(Error,
                                 combinedMap(recording, {Kind::Rollout, allFour}, 0, {}, [] { throw Error("left"); }));
    }
};

QTEST_GUILESS_MAIN(CombinedMapTest)
#include "combined_map_test.moc"
