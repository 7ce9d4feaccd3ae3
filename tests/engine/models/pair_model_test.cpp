#include "engine/models/read_sentence.h"
#include "models/model_folder.h"
#include "train/evaluate.h"
#include "train/trainer.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

std::string sample(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/datasets/samples/" + path;
}

RunConfig configFor(const std::string& encoder) {
    RunConfig config = RunConfig::forEncoder(encoder);
    config.task = "pair";
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"embedding_features", "8"},
                                                                    {"hidden", "6"},
                                                                    {"epochs", "3"},
                                                                    {"keep", "0.8"},
                                                                    {"highway", "true"},
                                                                    {"optimizer", "adam"},
                                                                    {"learning_rate", "0.01"},
                                                                    {"batch", "2"}})
        config.set(name, value);
    config.set(encoder == "disa" ? "features" : "head_features", "4");
    return config;
}

struct Trained {
    QTemporaryDir folder;
    std::unique_ptr<TaskNetwork> model;

    Trained(const std::string& encoder, int threads) {
        Trainer trainer(configFor(encoder), openCorpus(sample("pairs")), path(), threads);
        TrainObserver observer;
        TrainControl control;
        trainer.run(observer, control);
        model = loadModel(path() / "last");
    }
    std::filesystem::path path() const { return folder.path().toStdString(); }
};

const std::vector<std::string> first = {"the", "lamp", "is", "off"}, second = {"the", "lamp", "works"};

} // namespace

/// One encoder for both sentences, [p; h; p − h; p ⊙ h], a highway layer.
class PairModelTest : public QObject {
    Q_OBJECT
private slots:
    void trainsTheSameWithOneThreadAndTwo_data() {
        QTest::addColumn<QString>("encoder");
        QTest::newRow("disa") << "disa";
        QTest::newRow("mtsa") << "mtsa";
    }
    void trainsTheSameWithOneThreadAndTwo() {
        QFETCH(QString, encoder);
        const Trained one(encoder.toStdString(), 1), two(encoder.toStdString(), 2);
        for (std::size_t p = 0; p < one.model->parameters().size(); ++p)
            QVERIFY(one.model->parameters()[p].value == two.model->parameters()[p].value);
    }

    void bothSidesAreTraced() {
        const Trained trained("disa", 1);
        const Analysis analysis = attend(*trained.model, first, {}, second);
        QCOMPARE(analysis.maps.size(), analysis.secondMaps.size());
        QCOMPARE(analysis.maps.front().keys, Index(4));
        QCOMPARE(analysis.secondMaps.front().keys, Index(3));
        QCOMPARE(analysis.probabilities.size(), std::size_t(3));
        QCOMPARE(analysis.secondTokens, second);
        // The encoder is one: a sentence's maps don't depend on its side or on the other sentence.
        const Analysis swapped = attend(*trained.model, second, {}, first);
        for (std::size_t m = 0; m < analysis.maps.size(); ++m)
            QCOMPARE(swapped.secondMaps[m].values, analysis.maps[m].values);
        QVERIFY(swapped.logits != analysis.logits); // p − h has a direction
    }

    void evaluationIsWhatAttendSays() {
        const Trained trained("mtsa", 1);
        Corpus corpus = openCorpus(sample("pairs"));
        adoptLabels(*trained.model, corpus, corpus.test);
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(*trained.model, corpus.test, pool);
        int right = 0;
        for (const Example& example : corpus.test)
            right += attend(*trained.model, example.texts.front(), {}, example.texts.back()).best() == example.label;
        QCOMPARE(evaluation.examples, 2);
        QCOMPARE(evaluation.metric("accuracy"), right / 2.0);
    }

    void onlyLabelsOfTheJudgedPartHaveToBeKnown() {
        const Trained trained("disa", 1);
        Corpus corpus = openCorpus(sample("pairs"));
        const int known = corpus.test.front().label;
        corpus.labels.push_back("odd");
        corpus.train.front().label = int(corpus.labels.size()) - 1;
        adoptLabels(*trained.model, corpus, corpus.test);
        QCOMPARE(corpus.test.front().label, known);
        QVERIFY_THROWS_EXCEPTION(Error, adoptLabels(*trained.model, corpus, corpus.train));
    }

    void theOtherTaskIsRefused() {
        const Trained trained("disa", 1);
        Corpus single = openCorpus(sample("label_text"));
        QVERIFY_THROWS_EXCEPTION(Error, adoptLabels(*trained.model, single, single.train));
        QVERIFY_THROWS_EXCEPTION(Error, attend(*trained.model, first));
        RunConfig config = configFor("disa");
        QTemporaryDir folder;
        QVERIFY_THROWS_EXCEPTION(Error, Trainer(config, single, folder.path().toStdString(), 1));
    }

    void examplesAreThePairsOfTheCorpus() {
        const Trained trained("disa", 1);
        QVERIFY(trained.model->description().examples.front().text.find('\t') != std::string::npos);
        QCOMPARE(trained.model->description().task, std::string("pair"));
    }
};

QTEST_GUILESS_MAIN(PairModelTest)
#include "pair_model_test.moc"
