#include "tasks/selection_baselines.h"

#include "data/folds.h"
#include "encoders/registry.h"
#include "engine/data/squad_files.h"
#include "tasks/classifier_options.h"
#include "tasks/select_head.h"
#include "tasks/task.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>

using namespace headlight;

namespace {

/// Of so few articles that all questions are for training.
Corpus corpusOf(const std::vector<SquadPassage>& passages) {
    const QTemporaryDir folder;
    QFile file(folder.filePath("questions.json"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("the file of questions can't be written");
    file.write(QByteArray::fromStdString(squadDocument(passages).dump()));
    file.close();
    return openCorpus(file.fileName().toStdString());
}

int chosen(SelectionBaseline baseline, const Example& example, const SentenceCounts& counts = {}) {
    const std::vector<int> choices = baselineChoices(example.texts, counts);
    for (std::size_t k = 0; k < choices.size(); ++k)
        if (selectionBaselineRows()[k].baseline == baseline)
            return choices[k];
    return -1;
}

/// What is chosen for the only question.
int chosen(SelectionBaseline baseline, const std::string& passage, const std::string& question) {
    return chosen(baseline, corpusOf({{"T", passage, {{"q", question, {{passage.substr(0, 1), 0}}}}}}).train.front());
}

/// Judges choices, beside which the baselines know the words of the training set.
class Choices {
public:
    explicit Choices(const Corpus& training)
        : m_counts(m_task.sentenceCounts(training)), m_config(m_row.makeConfig()),
          m_head({m_options, 4, 1, &m_row, m_config.get(), &m_counts}, Builder(m_parameters, 1)),
          m_judge(m_task.judge({"sentence"}, m_head)) {}

    void add(const Example& example, int sentence = 0) {
        Matrix scores = Matrix::Zero(Index(example.texts.size()) - 1, 1);
        scores(sentence, 0) = 1;
        m_judge->add(example, scores);
    }
    Evaluation sum() const {
        Evaluation evaluation;
        m_judge->sumUp(evaluation);
        return evaluation;
    }

private:
    const HeadTask& m_task = headTaskRow("select");
    const EncoderRow& m_row = encoderRow("bigru");
    ClassifierOptions m_options;
    SentenceCounts m_counts;
    std::unique_ptr<Config> m_config;
    Parameters m_parameters = Parameters::onlyCounted();
    SelectHead m_head;
    std::unique_ptr<Judge> m_judge;
};

/// Of all questions of some examples, the baselines' shares of right choices, by their ids.
nlohmann::ordered_json shares(const Corpus& training, const std::vector<Example>& examples) {
    Choices choices(training);
    for (const Example& example : examples)
        choices.add(example);
    return choices.sum().details["baselines"];
}

} // namespace

class SelectionBaselinesTest : public QObject {
    Q_OBJECT

private slots:
    void everyBaselineHasItsRow() {
        QCOMPARE(selectionBaselineRows().size(), std::size_t(4));
        QVERIFY(selectionBaselineRows().front().baseline == SelectionBaseline::FirstSentence);
    }

    void theFirstSentence() {
        QCOMPARE(chosen(SelectionBaseline::FirstSentence, "It rained. We stayed at home.", "Who stayed?"), 0);
    }

    /// In words: punctuation is none, and a word that is there twice counts twice.
    void theLongestSentence() {
        const auto longest = SelectionBaseline::LongestSentence;
        QCOMPARE(chosen(longest, "It rained. We stayed at home.", "?"), 1);
        QCOMPARE(chosen(longest, "It, too, \"rained\" (!). Very very very very wet.", "?"), 1);
        QCOMPARE(chosen(longest, "It rained. We stayed.", "?"), 0);
    }

    void theOverlapOfWords_data() {
        QTest::addColumn<QString>("passage");
        QTest::addColumn<QString>("question");
        QTest::addColumn<int>("sentence");
        QTest::newRow("most words") << "It rained. We stayed at home."
                                    << "Who stayed home?" << 1;
        QTest::newRow("case") << "It rained. We STAYED."
                              << "Stayed who?" << 1;
        QTest::newRow("letters of two bytes") << "Nun regnet es. Es gab ÖL."
                                              << "Öl?" << 1;
        QTest::newRow("once") << "It it it it. We stayed home."
                              << "Is it it it it, or we home?" << 1;
        QTest::newRow("no punctuation") << "Well, (no), what? We."
                                        << "(We), ?" << 1;
        QTest::newRow("words that hang together") << "The sun shone on. A well-known song."
                                                  << "Is it well?" << 1;
        QTest::newRow("of two the first") << "We stayed at home. We stayed."
                                          << "Who stayed?" << 0;
        QTest::newRow("of three the first") << "We rested. We stayed. We ran."
                                            << "Did we?" << 0;
        QTest::newRow("nothing in common") << "It rained a lot. We stayed."
                                           << "Warum?" << 0;
        QTest::newRow("one sentence") << "It rained."
                                      << "Warum?" << 0;
    }
    void theOverlapOfWords() {
        QFETCH(QString, passage);
        QFETCH(QString, question);
        QFETCH(int, sentence);
        QCOMPARE(chosen(SelectionBaseline::WordOverlap, passage.toStdString(), question.toStdString()), sentence);
    }

    /// "the" and "was" are in most training sentences, so they weigh less together than "king", which is in one of
    /// them. The passage itself is not one of them.
    void rareWordsWeighMore() {
        const Corpus corpus = corpusOf({
            {"A",
             "The king was the king. The war was long. The end was near. He was the first.",
             {{"a", "?", {{"The", 0}}}, {"c", "Who?", {{"He", 59}}}}},
            {"B", "Old king Otto died. The winter was mild.", {{"b", "Who was the king?", {{"Old", 0}}}}},
        });
        Corpus training = corpus;
        training.train.pop_back();
        const SentenceCounts counts = headTaskRow("select").sentenceCounts(training);
        QCOMPARE(counts.sentences, std::int64_t(4)); // the passage of both questions counts once
        QCOMPARE(counts.words.at("the"), std::int64_t(4));
        const Example& question = corpus.train.back();
        QCOMPARE(chosen(SelectionBaseline::WordOverlap, question, counts), 1);
        QCOMPARE(chosen(SelectionBaseline::IdfOverlap, question, counts), 0);
        // Nothing seen in training, no word weighs anything, so the first sentence is taken.
        QCOMPARE(chosen(SelectionBaseline::IdfOverlap, question), 0);
    }

    void aQuestionNeedsASentence() {
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, baselineChoices(std::vector<Tokens>{{"Who", "?"}}, {}));
    }

    /// Right is the sentence of any answer; that of the first one is counted beside it.
    void accuracyOfChoices() {
        const Corpus corpus =
            corpusOf({{"T", "A ran. B sat. A won.", {{"1", "?", {{"A", 14}, {"A", 0}}}, {"2", "?", {{"B", 7}}}}}});
        Choices choices(corpus);
        QVERIFY(std::isnan(choices.sum().metric("accuracy")));
        choices.add(corpus.train[0], 0);
        choices.add(corpus.train[1], 1);
        choices.add(corpus.train[1], 2);
        choices.add(corpus.train[0], 2);
        QCOMPARE(choices.sum().metric("first_answer"), 0.5);
        QCOMPARE(choices.sum().metric("accuracy"), 0.75);
    }

    /// A program of another kind has these figures with the same sentences. Other releases of ICU may cut a few
    /// sentences elsewhere.
    void figuresOfTheDevFile() {
        const std::string path = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/squad/dev-v1.1.json";
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        const Corpus corpus = openCorpus(path);
        Corpus whole = corpus;
        for (const auto* part : {&corpus.dev, &corpus.test})
            whole.train.insert(whole.train.end(), part->begin(), part->end());
        const auto isNear = [](double share, double percent) { return std::abs(100 * share - percent) < 0.3; };
        const auto all = shares(whole, whole.train);
        for (const auto& [id, first, any] : {std::tuple("first", 31.92, 33.49),
                                             {"longest", 32.49, 34.59},
                                             {"overlap", 76.53, 78.83},
                                             {"idf", 80.67, 83.00}}) {
            QVERIFY2(isNear(all[id]["first_answer"], first), all[id].dump().c_str());
            QVERIFY2(isNear(all[id]["accuracy"], any), all[id].dump().c_str());
        }
        double overFolds = 0;
        for (int index = 0; index < 10; ++index) {
            const Corpus parts = fold(corpus, 10, index, 1);
            overFolds += shares(parts, parts.test)["idf"]["accuracy"].get<double>() / 10;
        }
        QVERIFY2(isNear(overFolds, 81.98), qPrintable(QString::number(overFolds)));
    }
};

QTEST_GUILESS_MAIN(SelectionBaselinesTest)
#include "selection_baselines_test.moc"
