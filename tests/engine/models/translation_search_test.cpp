#include "autodiff/ops_loss.h"
#include "models/translation_search.h"
#include "translation_case.h"

using namespace headlight;
using namespace headlight::translationcase;

namespace {

std::vector<int> wordsOf(const Translation& translation) {
    std::vector<int> words;
    for (const TranslatedToken& token : translation.tokens)
        words.push_back(token.token);
    return words;
}

/// What is scored behind begin and each of these words, in one pass over all.
Matrix scoresInOnePass(const TranslationNetwork& network, const std::vector<int>& source,
                       const std::vector<int>& words) {
    TranslationBatch batch;
    network.add(batch, source, words, 0);
    Tape tape;
    Context context(tape, batch.sources);
    return network.logits(context, batch).value();
}

DecoderCache cacheOf(const TranslationNetwork& network, const std::vector<int>& source) {
    Tape tape;
    const Layout layout({Index(source.size())});
    Context context(tape, layout);
    return network.start(context, network.encode(context, source));
}

Matrix scoresOfNext(const TranslationNetwork& network, DecoderCache& cache, const std::vector<int>& words) {
    Tape tape;
    const Layout layout = cache.next(Index(words.size()) / cache.sequences());
    Context context(tape, layout);
    return network.next(context, words, cache).value();
}

} // namespace

class TranslationSearchTest : public QObject {
    Q_OBJECT
private slots:
    void plainLoopsFindTheSame_data() { addCases(); }
    void plainLoopsFindTheSame() {
        QFETCH(int, number);
        const Json& c = caseOf(number);
        const auto network = networkOf(c);
        const double close = tolerance();
        for (const Json& search : c["searches"]) {
            SearchOptions options;
            options.beams = search["beams"];
            options.lengthPenalty = search["alpha"];
            options.extraTokens = search["extra"];
            options.prefix = search["prefix"].get<std::vector<int>>();
            options.candidates = 3;
            const std::vector<Translation> found = translate(*network, search["source"], options);
            QCOMPARE(found.size(), search["found"].size());
            for (std::size_t k = 0; k < found.size(); ++k) {
                const Json& expected = search["found"][k];
                QCOMPARE(wordsOf(found[k]), expected["words"].get<std::vector<int>>());
                QCOMPARE(found[k].ended, expected["ended"].get<bool>());
                QVERIFY(std::abs(found[k].logProbability - expected["log_probability"].get<double>()) < close);
                QVERIFY(std::abs(found[k].score - expected["score"].get<double>()) < close);
                for (std::size_t t = 0; t < found[k].tokens.size(); ++t) {
                    const TranslatedToken& token = found[k].tokens[t];
                    QVERIFY(std::abs(token.logProbability - expected["log_probabilities"][t].get<double>()) < close);
                    QCOMPARE(token.candidates.size(), std::size_t(3));
                    for (std::size_t rank = 0; rank < 3; ++rank) {
                        QCOMPARE(token.candidates[rank].token, expected["candidates"][t][rank].get<int>());
                        QVERIFY(std::abs(token.candidates[rank].probability -
                                         expected["probabilities"][t][rank].get<double>()) < close);
                    }
                }
            }
        }
    }

    void theCacheGivesWhatOnePassGives_data() {
        QTest::addColumn<QString>("attention");
        QTest::addColumn<Positions>("positions");
        QTest::newRow("plain") << "plain" << Positions::Sinusoidal;
        QTest::newRow("scaled positions") << "plain" << Positions::Scaled;
        QTest::newRow("learned positions") << "plain" << Positions::Learned;
        QTest::newRow("relative vectors") << "rel-pos" << Positions::None;
        QTest::newRow("MTSA") << "mtsa-nmt" << Positions::Sinusoidal;
    }
    void theCacheGivesWhatOnePassGives() {
        QFETCH(QString, attention);
        QFETCH(Positions, positions);
        TransformerOptions stack = smallStack();
        stack.attention = attention.toStdString();
        stack.positions = positions;
        stack.maxLength = 4;
        stack.maxDistance = 2;
        const auto network = randomNetwork(smallOptions(stack));
        const std::vector<int> source = {3, 8, 4, 4, 5, 6, 7}, one = {6, 5, 4, 7, 8}, other = {6, 3, 7, 7, 0};
        const Matrix first = scoresInOnePass(*network, source, one), second = scoresInOnePass(*network, source, other);
        DecoderCache cache = cacheOf(*network, source);
        const double close = tolerance(); // products of other shapes add up in another order
        QVERIFY(apart(scoresOfNext(*network, cache, {1, 6}), first.leftCols(2)) < close); // begin, what both begin with
        QVERIFY(apart(second.leftCols(2), first.leftCols(2)) < close);
        cache.choose({0, 0}); // then they part
        Matrix next = scoresOfNext(*network, cache, {one[1], other[1]});
        QVERIFY(apart(next.col(0), first.col(2)) < close && apart(next.col(1), second.col(2)) < close);
        cache.choose({1, 0});                                                       // and change places
        next = scoresOfNext(*network, cache, {other[2], other[3], one[2], one[3]}); // two of each at once
        QVERIFY(apart(next.leftCols(2), second.middleCols(3, 2)) < close);
        QVERIFY(apart(next.rightCols(2), first.middleCols(3, 2)) < close);
        cache.choose({1});
        QVERIFY(apart(scoresOfNext(*network, cache, {one[4]}), first.col(5)) < close);
        QCOMPARE(cache.length(), Index(6));
        QCOMPARE(cache.sequences(), Index(1));
    }

    void tokensThatAreNotTheNextAreRefused() {
        const auto network = randomNetwork(smallOptions());
        DecoderCache cache = cacheOf(*network, {3, 4});
        scoresOfNext(*network, cache, {1});
        Tape tape;
        const std::vector<int> words = {3};
        const Layout again({1});
        Context context(tape, again);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, network->next(context, words, cache));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, cache.choose({1}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, cache.choose({}));
    }

    void aPrefixIsKeptAndOneAsLongAsTheLimitIsAllThereIs() {
        const auto network = randomNetwork(smallOptions());
        SearchOptions options;
        options.extraTokens = 1;
        options.prefix = {5, 3, 4};
        const std::vector<Translation> found = translate(*network, {4, 6}, options);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(wordsOf(found[0]), options.prefix);
        QVERIFY(!found[0].ended);
        const Matrix p = softmax(scoresInOnePass(*network, {4, 6}, options.prefix));
        double logProbability = 0;
        for (Index k = 0; k < 3; ++k)
            logProbability += std::log(double(p(options.prefix[std::size_t(k)], k)));
        QVERIFY(std::abs(found[0].logProbability - logProbability) < tolerance());
        options.extraTokens = 3;
        for (const Translation& translation : translate(*network, {4, 6}, options))
            QVERIFY(std::equal(options.prefix.begin(), options.prefix.end(), wordsOf(translation).begin()));
    }

    /// All words are equally likely: those of the smaller ids come first, and again the same.
    void equallyLikelyWordsAreTakenById() {
        TranslationOptions network = smallOptions();
        network.begin = network.end = 8;
        TranslationNetwork blind(network, 1);
        blind.parameters().find("embedding.weight")->value.setZero();
        SearchOptions options;
        options.beams = 3;
        options.extraTokens = 1;
        options.candidates = 20;
        const std::vector<Translation> found = translate(blind, {4}, options);
        QCOMPARE(found.size(), std::size_t(3));
        for (int k = 0; k < 3; ++k) {
            QCOMPARE(wordsOf(found[std::size_t(k)]), (std::vector<int>{0, k}));
            QCOMPARE(found[std::size_t(k)].tokens[0].candidates.size(), std::size_t(9));
            QVERIFY(std::abs(found[std::size_t(k)].logProbability + 2 * std::log(9.0)) < 1e-6);
        }
    }

    /// With more beams than words, every word that goes on is kept.
    void moreBeamsThanWords() {
        const auto network = randomNetwork(smallOptions());
        SearchOptions options;
        options.beams = 20;
        options.extraTokens = 0;
        const std::vector<Translation> found = translate(*network, {4}, options);
        QCOMPARE(found.size(), std::size_t(9));
        QVERIFY(found[0].ended);
        double sum = 0;
        for (const Translation& translation : found)
            sum += std::exp(translation.logProbability);
        QVERIFY(std::abs(sum - 1) < 1e-5);
    }

    void whereTheEndIsTheOnlyWord() {
        TranslationOptions options = smallOptions();
        options.sourceWords = options.targetWords = 1;
        options.begin = options.end = 0;
        const std::vector<Translation> found = translate(*randomNetwork(options), {0, 0}, {});
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].ended);
        QCOMPARE(wordsOf(found[0]), std::vector<int>{0});
        QVERIFY(std::abs(found[0].score) < 1e-6);
    }

    void itCanBeLeft() {
        const auto network = randomNetwork(smallOptions());
        QVERIFY_THROWS_EXCEPTION(Error, translate(*network, {3}, {}, [] { throw Error("enough"); }));
    }

    void wrongOptionsAreRefused() {
        const auto network = randomNetwork(smallOptions());
        const auto refused = [&](const SearchOptions& options, const std::vector<int>& source = {3}) {
            try {
                translate(*network, source, options);
            } catch (const std::invalid_argument&) {
                return true;
            }
            return false;
        };
        QVERIFY(!refused({}));
        QVERIFY(refused({.beams = 0}));
        QVERIFY(refused({.lengthPenalty = -1}));
        QVERIFY(refused({.extraTokens = -1}));
        QVERIFY(refused({.candidates = -1}));
        QVERIFY(refused({.prefix = {3, 2, 4}}));
        QVERIFY(refused({.prefix = {9}}));
        QVERIFY(refused({}, {}));
        QVERIFY(refused({}, {9}));
    }
};

QTEST_GUILESS_MAIN(TranslationSearchTest)
#include "translation_search_test.moc"
