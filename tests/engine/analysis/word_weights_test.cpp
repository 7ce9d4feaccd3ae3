#include "analysis/word_weights.h"
#include "engine/models/tiny_model.h"
#include "models/sentence_model.h"

#include <cmath>

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

SentenceModel model() {
    return SentenceModel(std::shared_ptr<const TaskNetwork>(tiny("mtsa")));
}

std::vector<MapAddress> poolingOf(const Model& model) {
    std::vector<MapAddress> heads;
    for (const HeadInfo& head : model.heads())
        if (head.address.part == MapPart::Pooling)
            heads.push_back(head.address);
    return heads;
}

const std::vector<ClassText> corpus = {
    {"the old bridge near the river", 0}, {"who sees it", 1}, {"the river sees the bridge", 1}, {"the old river", 2}};

} // namespace

/// Attention to words over a whole corpus, by class.
class WordWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void areThoseOfEachTextsMap() {
        const SentenceModel sample = model();
        const auto heads = poolingOf(sample);
        QVERIFY(!heads.empty());
        const WordWeights found = wordWeights(sample, corpus, 3, heads);
        QCOMPARE(found.texts, corpus.size());
        const auto& river = found.weights.at("river");
        QCOMPARE(river.size(), std::size_t(3));
        const auto recording = sample.run(sample.read({corpus[3].text}), {}, {});
        double mean = 0;
        for (const MapAddress& head : heads)
            mean += double(recording->map({head}).at(0, 2)) / double(heads.size());
        QCOMPARE(river[2].size(), std::size_t(1));
        QVERIFY(std::abs(river[2][0] - 3 * mean) < 1e-6);
        const std::vector<double>& the = found.weights.at("the")[0];
        QCOMPARE(the.size(), std::size_t(2)); // it is there twice
        QCOMPARE(found.weightsByText.at("the")[0].size(), std::size_t(1));
        QVERIFY(std::abs(found.weightsByText.at("the")[0][0] - (the[0] + the[1]) / 2) < 1e-12);
        QVERIFY(found.weightsByText.at("river") == river); // never twice in a text
        QVERIFY(found.weights.at("who")[0].empty());
        double sum = 0; // of the weights of one text: as many as it has words
        for (const char* word : {"who", "sees", "it"})
            sum += found.weights.at(word)[1][0];
        QVERIFY2(std::abs(sum - 3) < 1e-4, qPrintable(QString::number(sum)));
    }

    void whatCantBeReadIsCounted() {
        const SentenceModel sample = model();
        auto texts = corpus;
        texts.push_back({"", 0});
        const WordWeights found = wordWeights(sample, texts, 3, poolingOf(sample));
        QCOMPARE(found.texts, corpus.size());
        QCOMPARE(found.refused, std::size_t(1));
    }

    void wordsShift() {
        WordWeights weights;
        weights.classes = 3;
        weights.weights["good"] = {{0.5, 0.6, 0.7}, {1, 1.1, 1.2}, {2, 2.2}};
        weights.weights["the"] = {{1, 2}, {1, 2}, {}};
        weights.weightsByText = weights.weights;
        const WordShift good = shiftOf(weights, "good");
        QVERIFY(good.trend.statistic > 2 && good.trend.p < 0.05 && good.any.p < 0.05);
        QCOMPARE(good.times, std::size_t(8));
        QCOMPARE(good.classes[0].median, 0.6);
        QCOMPARE(good.classes[2].median, 2.1);
        QCOMPARE(good.classes[1].lowQuartile, 1.05);
        QCOMPARE(good.classes[2].highQuartile, 2.15);
        QCOMPARE(good.classes[2].mean, 2.1);
        QCOMPARE(good.classes[2].times, std::size_t(2));
        const WordShift the = shiftOf(weights, "the");
        QCOMPARE(the.trend.statistic, 0.0);
        QVERIFY(std::isnan(the.classes[2].median) && std::isnan(the.classes[2].mean));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, shiftOf(weights, "bad"));
        const std::vector<WordShift> frequent = shiftsOf(weights, 5);
        QCOMPARE(frequent.size(), std::size_t(1));
        QCOMPARE(frequent[0].word, std::string("good"));
        QCOMPARE(shiftsOf(weights, 4).size(), std::size_t(2));
    }

    /// A word that two texts of each class have ten times shows no more of a shift than one that they have once.
    void whatIsTestedAreTexts() {
        WordWeights weights;
        weights.classes = 2;
        weights.weightsByText["once"] = weights.weightsByText["often"] = {{1, 1.2}, {1.1, 1.3}};
        weights.weights["once"] = weights.weightsByText["once"];
        for (const std::vector<double>& ofClass : weights.weightsByText["often"]) {
            std::vector<double>& numbers = weights.weights["often"].emplace_back();
            for (const double weight : ofClass)
                numbers.insert(numbers.end(), 10, weight);
        }
        const WordShift once = shiftOf(weights, "once"), often = shiftOf(weights, "often");
        QCOMPARE(often.times, std::size_t(40));
        QCOMPARE(often.any.p, once.any.p);
        QCOMPARE(often.trend.p, once.trend.p);
        QVERIFY(once.any.p > 0.2 && kruskalWallis(weights.weights["often"]).p < 0.05);
    }

    void saysWhereAWordIsStrongestAndWhatIsUnknown() {
        const SentenceModel sample = model();
        auto texts = corpus;
        texts.push_back({"the zebra", 0});
        const WordWeights found = wordWeights(sample, texts, 3, poolingOf(sample));
        QCOMPARE(found.unknown, std::set<std::string>{"zebra"});
        QCOMPARE(found.strongest.at("who"), std::size_t(1));
        const auto& river = found.weights.at("river"); // of the texts 0, 2 and 3, each of another class
        const double largest = std::max({river[0][0], river[1][0], river[2][0]});
        const std::map<std::size_t, double> byText = {{0, river[0][0]}, {2, river[1][0]}, {3, river[2][0]}};
        QCOMPARE(byText.at(found.strongest.at("river")), largest);
    }

    void theMostAttendedComeFirst() {
        WordWeights weights;
        weights.classes = 2;
        weights.weights = {{"a", {{1, 3}, {}}}, {"b", {{5}, {9}}}, {"c", {{2, 1, 1.5}, {1}}}};
        const auto names = [&](std::size_t label, std::size_t most, std::size_t fewest) {
            QStringList words;
            for (const TopWord& one : topWords(weights, label, most, fewest))
                words << QString::fromStdString(one.word);
            return words.join(' ');
        };
        QCOMPARE(names(0, 9, 1), QStringLiteral("b a c"));
        QCOMPARE(names(0, 9, 2), QStringLiteral("a c"));
        QCOMPARE(names(0, 1, 1), QStringLiteral("b"));
        QCOMPARE(names(1, 9, 0), QStringLiteral("b c")); // not what does not occur
    }

    void refusesWhatIsNoWordsHead() {
        const SentenceModel sample = model();
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, wordWeights(sample, corpus, 3, {}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, wordWeights(sample, corpus, 2, poolingOf(sample)));
        MapAddress none;
        none.layer = 7;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, wordWeights(sample, corpus, 3, {none}));
    }
};

QTEST_APPLESS_MAIN(WordWeightsTest)
#include "word_weights_test.moc"
