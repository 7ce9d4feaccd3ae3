// Parts of a map over two texts that are one sequence.

#include "head_address.h"
#include "models/published/published_model.h"
#include "models/recording.h"
#include "nn/head_statistics_sum.h"
#include "nn/map_source.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

constexpr Index firstTokens = 71, secondTokens = 52, tokens = firstTokens + secondTokens; // more than a tile of queries

Sequence twoTexts() {
    Sequence sequence;
    for (Index k = 0; k < tokens; ++k) {
        Token& token = sequence.tokens.emplace_back();
        token.input = k < firstTokens ? 0 : 1;
        token.end = 1;
    }
    return sequence;
}

std::shared_ptr<MapSource> sourceOf(const MapAddress& address, Index queries, Index keys, Index features) {
    auto source = std::make_shared<MapSource>();
    source->address = address;
    source->queries = queries;
    source->keys = keys;
    source->features = features;
    source->scores = [=](Index query, Index count, Matrix& scores) {
        for (Index j = 0; j < count; ++j)
            for (Index i = 0; i < features * keys; ++i)
                scores(i, j) = Real(3 * std::sin(double(i * 7 + (query + j) * 13)));
    };
    return source;
}

Recording recordingOf(const std::vector<std::shared_ptr<MapSource>>& sources) {
    std::vector<Recording::Head> heads;
    for (const auto& source : sources)
        heads.push_back({source->address, 0, [source](const Check&) { return source; }});
    return Recording({twoTexts()}, heads, {});
}

/// The numbers of the whole map that are between the texts.
template <class Number>
std::vector<Number> blockOf(const std::vector<Number>& whole, const TextPair& pair, Index each) {
    const auto begin = [](int text) { return text == 0 ? Index(0) : firstTokens; };
    const auto end = [](int text) { return text == 0 ? firstTokens : tokens; };
    std::vector<Number> block;
    for (Index q = begin(pair.queries); q < end(pair.queries); ++q)
        block.insert(block.end(), whole.begin() + (q * tokens + begin(pair.keys)) * each,
                     whole.begin() + (q * tokens + end(pair.keys)) * each);
    return block;
}

} // namespace

class TextPartsTest : public QObject {
    Q_OBJECT
private slots:
    void aPartIsABlockOfTheWholeMapToTheBit() {
        const auto source = sourceOf(at(0, 0), tokens, tokens, 3);
        source->mask = HeadMask(Mask::parse("causal+dist(0.01)"), {{100, 2}});
        for (Index k = 0; k < tokens * tokens; ++k)
            source->standardErrors.push_back(float(k));
        const Recording recording = recordingOf({source});
        for (const MapStage stage : {MapStage::Score, MapStage::Masked, MapStage::Weight})
            for (const FeatureChoice& features :
                 {FeatureChoice{}, meanOfFeatures, FeatureChoice{FeatureChoice::Kind::One, 2}})
                for (const TextPair& pair : textPairs(twoTexts())) {
                    const AttentionMap whole = recording.map({at(0, 0), 0, stage, features});
                    const MapRequest request{at(0, 0), 0, stage, features, pair};
                    const AttentionMap part = recording.map(request);
                    QVERIFY(part.between == pair && !whole.between);
                    QCOMPARE(part.firstQuery, pair.queries == 0 ? Index(0) : firstTokens);
                    QCOMPARE(part.firstKey, pair.keys == 0 ? Index(0) : firstTokens);
                    QCOMPARE(part.queries, pair.queries == 0 ? firstTokens : secondTokens);
                    QCOMPARE(part.keys, pair.keys == 0 ? firstTokens : secondTokens);
                    QVERIFY(part.values == blockOf(whole.values, pair, whole.features));
                    QVERIFY(part.visible == blockOf(whole.visible, pair, 1));
                    QVERIFY(part.standardErrors == blockOf(whole.standardErrors, pair, 1));
                    const Index row = part.queries - 2, width = part.keys * part.features;
                    QVERIFY(recording.row(request, row) ==
                            std::vector(part.values.begin() + row * width, part.values.begin() + (row + 1) * width));
                }
    }

    void theThumbnailOfAPartIsThatOfItsMap() {
        const Recording recording = recordingOf({sourceOf(at(0, 0), tokens, tokens, 1)});
        for (const TextPair& pair : textPairs(twoTexts())) {
            const MapRequest request{at(0, 0), 0, MapStage::Weight, meanOfFeatures, pair};
            const AttentionMap map = recording.map(request);
            QVERIFY(recording.glance(request, 128).thumbnail.values == map.values);
            const AttentionMap small = recording.glance(request, 10).thumbnail;
            QVERIFY(small.between == pair && small.queries <= 10 && small.keys <= 10);
            const auto largest = [](const AttentionMap& of) {
                return *std::max_element(of.values.begin(), of.values.end());
            };
            QCOMPARE(largest(small), largest(map));
        }
    }

    void statisticsAreOfThePart() {
        const Recording recording = recordingOf({sourceOf(at(0, 0), tokens, tokens, 1)});
        for (const TextPair& pair : textPairs(twoTexts())) {
            const MapRequest request{at(0, 0), 0, MapStage::Weight, meanOfFeatures, pair};
            const AttentionMap map = recording.map(request);
            double entropy = 0, distance = 0, self = 0;
            for (Index q = 0; q < map.queries; ++q) {
                double sum = 0;
                for (Index k = 0; k < map.keys; ++k)
                    sum += double(map.at(q, k));
                QVERIFY(sum > 0 && sum < 1); // the rest went to the other text
                for (Index k = 0; k < map.keys; ++k) {
                    const double p = double(map.at(q, k)) / sum;
                    entropy -= p > 0 ? p * std::log(p) / double(map.queries) : 0;
                    const Index away = std::abs(map.firstKey + k - map.firstQuery - q);
                    distance += p * double(away) / double(map.queries);
                    self += away == 0 ? p / double(map.queries) : 0;
                }
            }
            for (const HeadStatistics& s : {headStatistics(map), *recording.glance(request, 10).statistics}) {
                QCOMPARE(s.queries, map.queries);
                QVERIFY(std::abs(*s.entropy - entropy) < 1e-9 && std::abs(*s.meanDistance - distance) < 1e-9);
                QCOMPARE(bool(s.selfShare), pair.queries == pair.keys); // no token is in the other text
                QVERIFY(std::abs(s.selfShare.value_or(0) - self) < 1e-9);
            }
        }
    }

    void anAxisThatIsNotTheTokensIsWhole() {
        const MapAddress pooling = at(0, 0, MapPart::Pooling), blocks = at(0, 0, MapPart::Blocks);
        const auto named = sourceOf(blocks, 2, 2, 1);
        named->queryNames = named->keyNames = {"0 … 61", "62 … 122"};
        const Recording recording = recordingOf({sourceOf(pooling, 1, tokens, 1), named});
        const AttentionMap row = recording.map({pooling, 0, MapStage::Weight, meanOfFeatures, TextPair{0, 1}});
        QVERIFY(row.queries == 1 && row.keys == secondTokens && row.firstKey == firstTokens && row.between);
        const AttentionMap all = recording.map({blocks, 0, MapStage::Weight, meanOfFeatures, TextPair{0, 1}});
        QVERIFY(all.queries == 2 && all.keys == 2 && !all.between);
    }

    void aTextThatIsNotThereIsRefused() {
        const Recording recording = recordingOf({sourceOf(at(0, 0), tokens, tokens, 1)});
        for (const TextPair& pair : {TextPair{0, 2}, TextPair{-1, 0}}) {
            const MapRequest request{at(0, 0), 0, MapStage::Weight, meanOfFeatures, pair};
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, recording.map(request));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, recording.glance(request, 10));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, recording.row(request, 0));
        }
        const auto model = openPublished(std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests/golden/bert/masked");
        const auto one = model->run(model->read({"the old dog"}), {}, {});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                 one->map({at(0, 0), 0, MapStage::Weight, meanOfFeatures, TextPair{0, 0}}));
    }

    void textsOfAModelThatJoinsThemHaveParts() {
        const auto model = openPublished(std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests/golden/bert/masked");
        const auto recording = model->run(model->read({"the old dog", "it was small"}), {}, {});
        const Sequence& sequence = recording->sequences().front();
        const std::vector<JoinedText> texts = joinedTexts(sequence);
        QCOMPARE(texts.size(), std::size_t(2));
        QCOMPARE(sequence.tokens[std::size_t(texts[0].end - 1)].text, std::string("[SEP]"));
        QCOMPARE(sequence.tokens.back().text, std::string("[SEP]"));
        QCOMPARE(texts[1].end, Index(sequence.tokens.size()));
        const AttentionMap across = recording->map({at(1, 0), 0, MapStage::Weight, meanOfFeatures, TextPair{1, 0}});
        QVERIFY(across.queries == texts[1].size() && across.keys == texts[0].size());
    }
};

QTEST_GUILESS_MAIN(TextPartsTest)
#include "text_parts_test.moc"
