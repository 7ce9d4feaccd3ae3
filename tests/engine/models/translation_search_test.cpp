#include "autodiff/ops_loss.h"
#include "message_of.h"
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
Matrix scoresInOnePass(const TranslationNetwork& network, const std::vector<int>& source, const std::vector<int>& words,
                       const Intervention& changes = {}) {
    TranslationBatch batch;
    network.add(batch, source, words, 0);
    Tape tape;
    Context context(tape, batch.sources);
    context.setIntervention(changes, 0);
    const Var encoded = network.encode(context, batch.source);
    const LayoutScope targets(context, batch.targets);
    context.setIntervention(changes, 1);
    return network.decode(context, encoded, batch.sources, batch.read).value();
}

DecoderCache cacheOf(const TranslationNetwork& network, const std::vector<int>& source,
                     const Intervention& changes = {}) {
    Tape tape;
    const Layout layout({Index(source.size())});
    Context context(tape, layout);
    context.setIntervention(changes, 0);
    return network.start(context, network.encode(context, source));
}

Matrix scoresOfNext(const TranslationNetwork& network, DecoderCache& cache, const std::vector<int>& words,
                    const Intervention& changes = {}) {
    Tape tape;
    const Layout layout = cache.next(Index(words.size()) / cache.sequences());
    Context context(tape, layout);
    context.setIntervention(changes, 1);
    return network.next(context, words, cache).value();
}

Intervention changeOf(const char* head, HeadChange change) {
    Intervention changes;
    changes[*MapAddress::parse(head)] = std::move(change);
    return changes;
}

} // namespace

Q_DECLARE_METATYPE(headlight::Intervention)

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

    /// Sources of several lengths, some of which end before others do.
    void sourcesTogetherAreAsEachByItself_data() {
        QTest::addColumn<int>("beams");
        QTest::addColumn<std::vector<int>>("prefix");
        QTest::newRow("greedy") << 1 << std::vector<int>();
        QTest::newRow("beams") << 3 << std::vector<int>();
        QTest::newRow("prefix") << 2 << std::vector<int>{4, 7};
        QTest::newRow("prefix beyond some limits") << 2 << std::vector<int>{4, 7, 5};
    }
    void sourcesTogetherAreAsEachByItself() {
        QFETCH(int, beams);
        QFETCH(std::vector<int>, prefix);
        const std::vector<std::vector<int>> sources = {{3, 8, 4, 4, 5, 6, 7}, {6}, {5, 4, 7, 8}, {6}, {7, 7, 3, 5}};
        for (const char* attention : {"plain", "rel-pos", "csan"}) {
            TransformerOptions stack = smallStack();
            stack.attention = attention;
            const auto network = randomNetwork(smallOptions(stack));
            SearchOptions options;
            options.beams = beams;
            options.extraTokens = 2;
            options.prefix = prefix;
            options.candidates = 2;
            std::vector<std::vector<int>> many;
            for (int k = 0; k < 14; ++k) // more than one group
                many.insert(many.end(), sources.begin(), sources.end());
            std::vector<Translation> together(many.size());
            ThreadPool pool(2);
            translateAll(*network, many, options, pool, [&](std::size_t first, const std::vector<Translation>& best) {
                std::copy(best.begin(), best.end(), together.begin() + std::ptrdiff_t(first));
            });
            for (std::size_t s = 0; s < many.size(); ++s) {
                const Translation alone = translate(*network, many[s], options).front();
                QCOMPARE(wordsOf(together[s]), wordsOf(alone));
                QCOMPARE(together[s].ended, alone.ended);
                QVERIFY(std::abs(together[s].score - alone.score) < tolerance());
                QCOMPARE(together[s].tokens.back().candidates.size(), std::size_t(2));
            }
        }
        ThreadPool pool(1);
        const auto nothing = [](std::size_t, const std::vector<Translation>&) {};
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, translateAll(*randomNetwork(smallOptions(smallStack())),
                                                                     {{3}, {}}, SearchOptions(), pool, nothing));
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

    void theCacheGivesWhatOnePassGivesWithChanges_data() {
        QTest::addColumn<Intervention>("changes");
        const auto row = [](const char* name, const char* head, const HeadChange& change) {
            QTest::newRow(name) << changeOf(head, change);
        };
        row("encoder off", "0.1", {.scale = 0});
        row("encoder mask", "1.0", {.mask = "bw"});
        row("own off", "dec.1.0", {.scale = 0});
        row("own mask", "dec.0.1", {.mask = "window(1)"});
        row("own mask, all", "dec.0.1", {.mask = "offdiag"});
        row("own cells", "dec.1.1", {.forbidden = {{4, 1, 1}, {3, 3, 1}}, .forced = {{5, 2, 0.6, 1}}});
        row("cross scaled", "dec.0.cross.1", {.scale = -2});
        row("cross mask", "dec.1.cross.0", {.mask = "window(1)+dist(0.5)"});
        row("cross cells", "dec.0.cross.0", {.forbidden = {{1, 5, 1}}, .forced = {{0, 6, 1, 1}, {4, 0, 0.7, 1}}});
    }
    void theCacheGivesWhatOnePassGivesWithChanges() {
        QFETCH(Intervention, changes);
        for (const char* attention : {"plain", "rel-pos"}) {
            TransformerOptions stack = smallStack();
            stack.attention = attention;
            stack.maxDistance = 2;
            const auto network = randomNetwork(smallOptions(stack));
            const std::vector<int> source = {3, 8, 4, 4, 5, 6, 7}, words = {6, 5, 4, 7, 8}, read = {1, 6, 5, 4, 7, 8};
            const Matrix whole = scoresInOnePass(*network, source, words, changes);
            QVERIFY(apart(whole, scoresInOnePass(*network, source, words)) > 1e-3); // it does something
            DecoderCache cache = cacheOf(*network, source, changes);
            QVERIFY(apart(scoresOfNext(*network, cache, {1, 6}, changes), whole.leftCols(2)) < tolerance());
            cache.choose({0, 0}); // of both the same
            for (Index t = 2; t < 6; ++t) {
                const int word = read[std::size_t(t)];
                const Matrix next = scoresOfNext(*network, cache, {word, word}, changes);
                QVERIFY(apart(next.col(0), whole.col(t)) < tolerance() && apart(next.col(1), next.col(0)) == 0);
            }
        }
    }

    /// Word by word there is no later token, so none can be seen in the whole pass.
    void noChangeShowsALaterToken() {
        const auto network = randomNetwork(smallOptions());
        const std::vector<int> source = {3, 8, 4}, words = {6, 5, 4, 7};
        const Matrix plain = scoresInOnePass(*network, source, words);
        const Intervention seesAll = changeOf("dec.0.0", {.mask = "all"}),
                           later = changeOf("dec.1.1", {.forced = {{1, 3, 1, 1}}});
        QCOMPARE(apart(scoresInOnePass(*network, source, words, seesAll), plain), 0.0);
        QCOMPARE(apart(scoresInOnePass(*network, source, words, later), plain), 0.0);
        const Intervention both = changeOf("dec.1.1", {.forced = {{3, 1, 1, 1}, {3, 4, 1, 1}}}),
                           one = changeOf("dec.1.1", {.forced = {{3, 1, 1, 1}}});
        QCOMPARE(apart(scoresInOnePass(*network, source, words, both), scoresInOnePass(*network, source, words, one)),
                 0.0);
    }

    /// A head that is off is one whose part of the output map is 0.
    void aHeadThatIsOffGivesNothing_data() {
        QTest::addColumn<QString>("head");
        QTest::addColumn<QString>("output");
        QTest::newRow("own") << "dec.1.1"
                             << "decoder.layer1.attention.output.weight";
        QTest::newRow("cross") << "dec.0.cross.1"
                               << "decoder.layer0.cross_attention.output.weight";
    }
    void aHeadThatIsOffGivesNothing() {
        QFETCH(QString, head);
        QFETCH(QString, output);
        const auto network = randomNetwork(smallOptions());
        const std::vector<int> source = {3, 8, 4}, words = {6, 5, 4};
        const Matrix off = scoresInOnePass(*network, source, words, changeOf(head.toStdString().c_str(), {.scale = 0}));
        Matrix& weight = network->parameters().find(output.toStdString())->value;
        weight.rightCols(weight.cols() / 2).setZero();
        QVERIFY(apart(scoresInOnePass(*network, source, words), off) < tolerance());
    }

    /// The search goes by what the changed network says.
    void changesReachTheSearch() {
        const auto network = randomNetwork(smallOptions());
        const std::vector<int> source = {3, 8, 4, 5};
        const Intervention changes = changeOf("dec.0.cross.0", {.scale = 3, .forced = {{1, 2, 1, 1}}});
        SearchOptions options;
        options.beams = 1;
        options.extraTokens = 2;
        const Translation found = translate(*network, source, options, {}, changes).front();
        std::vector<int> words = wordsOf(found);
        if (found.ended)
            words.pop_back();
        const Matrix p = softmax(scoresInOnePass(*network, source, words, changes));
        for (std::size_t t = 0; t < found.tokens.size(); ++t) {
            Index best = 0;
            p.col(Index(t)).maxCoeff(&best);
            QCOMPARE(found.tokens[t].token, int(best));
            QVERIFY(std::abs(found.tokens[t].logProbability - std::log(double(p(best, Index(t))))) < tolerance());
        }
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

    void scoresThatAreNoNumbersAreNoTranslation() {
        const auto network = randomNetwork(smallOptions());
        network->parameters().find("embedding.weight")->value.setConstant(std::numeric_limits<Real>::max());
        QVERIFY(messageOf([&] { translate(*network, {3, 4}, {}); }).contains("not finite"));
    }

    void noTranslationIsLongerThanLearnedPositions() {
        TransformerOptions stack = smallStack();
        stack.positions = Positions::Learned;
        stack.maxLength = 4;
        const auto network = randomNetwork(smallOptions(stack));
        SearchOptions options;
        options.beams = 9;
        for (const Translation& translation : translate(*network, {3, 4}, options))
            QVERIFY(translation.tokens.size() <= 3); // and the begin
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
