#include "models/displayed_recording.h"

#include "analysis/combined_map.h"
#include "head_address.h"
#include "nn/map_source.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

// [CLS] un ##known dog [SEP] two ##s [SEP], of two texts.
constexpr Index tokens = 8;
const std::vector<TokenGroup> words = {{0, 1}, {1, 3}, {3, 4}, {4, 5}, {5, 7}, {7, 8}};
const std::vector<TokenGroup> typedWords = {{1, 3}, {3, 4}, {5, 7}};

Sequence pieces() {
    Sequence sequence;
    const std::vector<std::pair<const char*, int>> texts = {{"[CLS]", -1}, {"un", 0},  {"##known", 0}, {"dog", 1},
                                                            {"[SEP]", -1}, {"two", 0}, {"##s", 0},     {"[SEP]", -1}};
    for (const auto& [text, word] : texts) {
        Token& token = sequence.tokens.emplace_back();
        token.text = text;
        token.word = word;
        token.special = word < 0;
        token.end = word < 0 ? 0 : 1;
        token.input = sequence.tokens.size() > 5;
    }
    return sequence;
}

std::shared_ptr<MapSource> sourceOf(const MapAddress& address, Index features = 1, const char* mask = nullptr) {
    auto source = std::make_shared<MapSource>();
    source->address = address;
    source->queries = hasQueries(address.part) ? tokens : 1;
    source->keys = tokens;
    source->features = features;
    if (mask)
        source->mask = HeadMask(Mask::parse(mask));
    source->scores = [=, keys = source->keys](Index query, Index count, Matrix& scores) {
        for (Index j = 0; j < count; ++j)
            for (Index i = 0; i < features * keys; ++i)
                scores(i, j) = Real(2 * std::sin(double(i * 7 + (query + j) * 13 + address.layer)));
    };
    return source;
}

std::shared_ptr<const Recording> recordingOf(const std::vector<std::shared_ptr<MapSource>>& sources,
                                             Answer answer = {}) {
    std::vector<Recording::Head> heads;
    for (const auto& source : sources)
        heads.push_back({source->address, 0, [source](const Check&) { return source; }});
    return std::make_shared<const Recording>(std::vector<Sequence>{pieces()}, heads, std::move(answer));
}

/// By the rule: sums over keys, means over the queries that see anything.
double merged(const AttentionMap& map, const TokenGroup& queries, const TokenGroup& keys, Index feature = 0) {
    double sum = 0;
    Index seeing = 0;
    for (Index q = queries.begin; q < queries.end; ++q) {
        bool sees = false;
        for (Index k = 0; k < map.keys; ++k)
            sees = sees || map.isVisible(q, k);
        seeing += sees;
        for (Index k = keys.begin; k < keys.end; ++k)
            sum += double(map.at(q, k, feature));
    }
    return sum / double(std::max<Index>(1, seeing));
}

bool areClose(double a, double b) {
    return std::abs(a - b) < 1e-6;
}

const TokenDisplay inWords{PieceDisplay::Words, MarkDisplay::Shown};
const TokenDisplay withoutMarks{PieceDisplay::Raw, MarkDisplay::Hidden};
const TokenDisplay renormalised{PieceDisplay::Words, MarkDisplay::Renormalised};

} // namespace

/// Maps of words, and maps without the model's own marks.
class DisplayedRecordingTest : public QObject {
    Q_OBJECT

private slots:
    void weightsToAWordAreSummedAndThoseFromItAreTheMean() {
        for (const char* mask : {"all", "causal", "fw", "causal+window(2)", "fw+dist(0.1)"}) {
            const auto read = recordingOf({sourceOf(at(0, 1), 3, mask)});
            const auto shown = displayedAs(read, inWords);
            const AttentionMap own = read->map({at(0, 1), 0, MapStage::Weight, {}});
            const AttentionMap map = shown->map({at(0, 1), 0, MapStage::Weight, {}});
            QCOMPARE(map.queries, Index(words.size()));
            QCOMPARE(map.keys, Index(words.size()));
            QCOMPARE(map.mask, own.mask);
            QVERIFY(!map.hasStages());
            for (Index q = 0; q < map.queries; ++q) {
                for (Index feature = 0; feature < 3; ++feature) {
                    double sum = 0;
                    for (Index k = 0; k < map.keys; ++k) {
                        QVERIFY(areClose(double(map.at(q, k, feature)),
                                         merged(own, words[std::size_t(q)], words[std::size_t(k)], feature)));
                        sum += double(map.at(q, k, feature));
                    }
                    QVERIFY2(areClose(sum, 1) || (sum == 0 && !map.isVisible(q, q)), mask);
                }
                for (Index k = 0; k < map.keys; ++k) {
                    bool isSeen = false;
                    for (Index a = words[std::size_t(q)].begin; a < words[std::size_t(q)].end; ++a)
                        for (Index b = words[std::size_t(k)].begin; b < words[std::size_t(k)].end; ++b)
                            isSeen = isSeen || own.isVisible(a, b);
                    QCOMPARE(map.isVisible(q, k), isSeen);
                }
            }
        }
    }

    void wordsHaveNoScores() {
        const auto source = sourceOf(at(0, 0));
        source->parts[MapStage::Content] = source->scores;
        const auto read = recordingOf({source});
        const auto shown = displayedAs(read, inWords);
        QVERIFY(shown->stages(at(0, 0), 0) == std::vector{MapStage::Weight});
        for (const MapStage stage : {MapStage::Content, MapStage::Score, MapStage::Masked})
            QVERIFY(shown->map({at(0, 0), 0, stage}).stage == MapStage::Weight);
        const auto pretty = displayedAs(read, {PieceDisplay::Pretty, MarkDisplay::Shown});
        QVERIFY(pretty->stages(at(0, 0), 0) == read->stages(at(0, 0), 0));
    }

    void aCellThatAUserForcesIsSeenInItsWord() {
        const auto source = sourceOf(at(0, 0));
        source->mask = HeadMask(Mask::parse("causal"), {}, {{1, 6, 0.25}});
        const AttentionMap map = displayedAs(recordingOf({source}), inWords)->map({at(0, 0)});
        QVERIFY(map.isVisible(1, 4));
        QVERIFY(!map.isVisible(1, 5));
        QVERIFY(areClose(double(map.at(1, 4)), 0.125)); // of the two pieces one has it
    }

    void whatIsHiddenIsMissingUnlessTheRestIsRenormalised() {
        const auto read = recordingOf({sourceOf(at(0, 1))});
        const AttentionMap own = read->map({at(0, 1)});
        const auto hidden = displayedAs(read, withoutMarks);
        QCOMPARE(hidden->sequences().front().tokens.size(), std::size_t(5));
        const AttentionMap map = hidden->map({at(0, 1)});
        const std::vector<Index> typed = {1, 2, 3, 5, 6};
        for (Index q = 0; q < 5; ++q)
            for (Index k = 0; k < 5; ++k)
                QCOMPARE(map.at(q, k), own.at(typed[std::size_t(q)], typed[std::size_t(k)])); // to the bit
        const AttentionMap shares = displayedAs(read, renormalised)->map({at(0, 1)});
        QCOMPARE(shares.queries, Index(typedWords.size()));
        for (Index q = 0; q < shares.queries; ++q) {
            double all = 0, sum = 0;
            for (const TokenGroup& word : typedWords)
                all += merged(own, typedWords[std::size_t(q)], word);
            for (Index k = 0; k < shares.keys; ++k) {
                QVERIFY(areClose(double(shares.at(q, k)),
                                 merged(own, typedWords[std::size_t(q)], typedWords[std::size_t(k)]) / all));
                sum += double(shares.at(q, k));
            }
            QVERIFY(areClose(sum, 1));
        }
    }

    void partsThumbnailsAndStatisticsAreOfTheWords() {
        const auto shown =
            displayedAs(recordingOf({sourceOf(at(0, 0)), sourceOf(at(0, 0, MapPart::Pooling))}), inWords);
        const AttentionMap whole = shown->map({at(0, 0)});
        const AttentionMap part = shown->map({at(0, 0), 0, MapStage::Weight, meanOfFeatures, TextPair{0, 1}});
        QCOMPARE(part.queries, Index(4));
        QCOMPARE(part.keys, Index(2));
        QCOMPARE(part.firstKey, Index(4));
        QCOMPARE(part.at(1, 1), whole.at(1, 5));
        const Glance glance = shown->glance({at(0, 0)}, 128);
        QCOMPARE(glance.thumbnail.values, whole.values);
        QCOMPARE(glance.statistics->queries, Index(6));
        const AttentionMap pooling = shown->map({at(0, 0, MapPart::Pooling)});
        QCOMPARE(pooling.queries, Index(1));
        QCOMPARE(pooling.keys, Index(6));
        QCOMPARE(shown->row({at(0, 0)}, 4), std::vector<float>(whole.values.begin() + 24, whole.values.begin() + 30));
    }

    void whatIsNoAttentionIsTheMean() {
        const auto gate = sourceOf(at(0, 0, MapPart::Gate));
        const auto sensitivity = sourceOf(at(0, 0, MapPart::Sensitivity));
        for (Index cell = 0; cell < tokens * tokens; ++cell)
            sensitivity->standardErrors.push_back(float(cell));
        const auto read = recordingOf({gate, sensitivity});
        const auto shown = displayedAs(read, renormalised);
        const AttentionMap open = read->map({gate->address}), map = shown->map({gate->address});
        QVERIFY(areClose(double(map.at(0, 0)), double(open.at(0, 1) + open.at(0, 2)) / 2));
        QCOMPARE(map.at(0, 1), open.at(0, 3));
        const AttentionMap all = read->map({sensitivity->address}), change = shown->map({sensitivity->address});
        QVERIFY(areClose(double(change.at(1, 0)), double(all.at(3, 1) + all.at(3, 2)) / 2));
        QCOMPARE(change.standardErrors[3], float(3 * 8 + 1.5)); // of “dog” by “unknown”
    }

    void aRolloutGoesThroughAllTokens() {
        const auto read = recordingOf({sourceOf(at(0, 0)), sourceOf(at(1, 0))});
        const HeadCombination rollout{HeadCombination::Kind::Rollout, {at(0, 0), at(1, 0)}};
        const AttentionMap own = combinedMap(*read, rollout, 0);
        const auto shown = displayedAs(read, TokenDisplay{PieceDisplay::Words, MarkDisplay::Hidden});
        const AttentionMap map = combinedMap(*shown, rollout, 0);
        QCOMPARE(map.combination, own.combination);
        QCOMPARE(map.queries, Index(3));
        for (Index q = 0; q < 3; ++q)
            for (Index k = 0; k < 3; ++k)
                QVERIFY(areClose(double(map.at(q, k)),
                                 merged(own, typedWords[std::size_t(q)], typedWords[std::size_t(k)])));
        const AttentionMap part = combinedMap(*shown, rollout, 0, TextPair{1, 0});
        QCOMPARE(part.queries, Index(1));
        QCOMPARE(part.at(0, 1), map.at(2, 1));
    }

    void aWordHasTheLabelOfItsFirstPiece() {
        TagAnswer tags;
        tags.labels = {"O", "N"};
        for (const std::size_t best : {0, 1, 0, 1, 0, 0, 1, 0})
            tags.tokens.push_back({best, {}, true});
        tags.spans = {{1, 2, "N"}, {3, 4, "N"}, {6, 7, "N"}};
        const auto read = recordingOf({sourceOf(at(0, 0))}, tags);
        const auto shown = displayedAs(read, TokenDisplay{PieceDisplay::Words, MarkDisplay::Hidden});
        const auto& own = std::get<TagAnswer>(shown->answer());
        QCOMPARE(own.tokens.size(), std::size_t(3));
        QCOMPARE(own.tag(0), std::string("N"));
        QCOMPARE(own.tag(2), std::string("O"));
        QCOMPARE(own.spans.size(), std::size_t(2)); // the third is of a second piece
        QCOMPARE(int(own.spans[1].begin), 1);
        QCOMPARE(int(own.spans[1].end), 2);
        TokenAnswer candidates;
        candidates.places.push_back({0, 6, {}});
        const auto next = displayedAs(recordingOf({sourceOf(at(0, 0))}, candidates), inWords);
        QCOMPARE(std::get<TokenAnswer>(next->answer()).places.front().token, 4);
    }

    void whatIsLeftOutStaysInItsPlace() {
        const auto read = recordingOf({sourceOf(at(0, 0))});
        std::vector<Sequence> marked = {pieces()};
        Token extra = marked.front().tokens[3];
        extra.text = "big";
        extra.leftOut = true;
        extra.word = 1;
        marked.front().tokens[3].word = 2;
        marked.front().tokens.insert(marked.front().tokens.begin() + 3, extra);
        const auto wide = std::make_shared<const Recording>(read, marked);
        const auto shown = displayedAs(wide, inWords);
        QCOMPARE(shown->sequences().front().tokens.size(), std::size_t(7));
        QVERIFY(&shown->asRead() == wide.get());
        const AttentionMap map = shown->map({at(0, 0)}), without = displayedAs(read, inWords)->map({at(0, 0)});
        QCOMPARE(map.keys, Index(7));
        QVERIFY(!map.isVisible(0, 2) && !map.isVisible(2, 0));
        QCOMPARE(map.at(1, 3), without.at(1, 2));
    }

    void asTheModelHasThemNothingIsMade() {
        const auto read = recordingOf({sourceOf(at(0, 0))});
        QVERIFY(displayedAs(read, {}) == read);
        const auto pretty = displayedAs(read, {PieceDisplay::Pretty, MarkDisplay::Shown});
        QCOMPARE(pretty->sequences().front().tokens[2].text, std::string("·known"));
        QCOMPARE(pretty->map({at(0, 0), 0, MapStage::Score}).values, read->map({at(0, 0), 0, MapStage::Score}).values);
    }
};

QTEST_APPLESS_MAIN(DisplayedRecordingTest)
#include "displayed_recording_test.moc"
