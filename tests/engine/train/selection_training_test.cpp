#include "engine/train/small_training.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "models/record.h"
#include "models/sentence_model.h"
#include "train/learner_rows.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

Corpus sample() {
    return openCorpus(HEADLIGHT_SOURCE_DIR "/datasets/samples/squad/questions.json");
}

RunConfig configFor(const std::string& encoder, int epochs) {
    RunConfig config = RunConfig::forEncoder(encoder);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, std::string>>{{"embedding_features", "32"},
                                                                    {"hidden", "32"},
                                                                    {"epochs", std::to_string(epochs)},
                                                                    {"keep", "1"},
                                                                    {"optimizer", "adam"},
                                                                    {"learning_rate", "0.002"},
                                                                    {"batch", "4"}})
        config.set(name, value);
    if (encoder == "multihead") {
        config.set("heads", "2");
        config.set("head_features", "24");
    } else {
        config.set("features", "8");
    }
    if (encoder == "multicnn")
        config.set("pool", "false");
    return config;
}

TrainResult run(const RunConfig& config, const QString& folder, int threads, Listener& listener, bool resume = false) {
    Trainer trainer(config, sample(), folder.toStdString(), threads);
    if (resume)
        trainer.resume();
    TrainControl control;
    listener.control = &control;
    return trainer.run(listener, control);
}

Index countOf(const std::string& encoder) {
    RunConfig config = RunConfig::forEncoder(encoder);
    applyRecipe(config, "squad");
    config.task = "select";
    return countsOf(config, 1).total();
}

} // namespace

/// Sentence selection through the trainer.
class SelectionTrainingTest : public QObject {
    Q_OBJECT
private slots:
    /// REFERENCE §3.2, without word vectors: exact integers.
    void parametersAreThoseOfThePaper() {
        QCOMPARE(countOf("bilstm"), Index(712601));
        QCOMPARE(countOf("bigru"), Index(572201));
        QCOMPARE(countOf("bisru"), Index(322001));
        QCOMPARE(countOf("multicnn"), Index(601401));
        QCOMPARE(countOf("multihead"), Index(451001));
        QCOMPARE(countOf("biblosa"), Index(815001));
    }

    void learnsItsTrainingSet_data() {
        QTest::addColumn<QString>("encoder");
        for (const char* encoder : {"biblosa", "multihead", "bigru", "multicnn"})
            QTest::newRow(encoder) << encoder;
    }
    void learnsItsTrainingSet() {
        QFETCH(QString, encoder);
        const QTemporaryDir folder;
        Listener listener;
        run(configFor(encoder.toStdString(), 240), folder.path(), 1, listener);
        QVERIFY2(listener.losses.back() < 0.5 * listener.losses.front(),
                 qPrintable(QString::number(listener.losses.back())));
        const auto model = loadModel(folder.filePath("last").toStdString());
        const Corpus corpus = sample();
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(*model, corpus.train, pool);
        QVERIFY2(evaluation.metric("accuracy") > 0.8, qPrintable(QString::number(evaluation.metric("accuracy"))));
        QVERIFY(evaluation.metric("accuracy") >= evaluation.metric("first_answer"));
    }

    /// The choices without a network are those of a count by hand, and stand beside the model's.
    void baselinesStandBesideTheAccuracy() {
        const QTemporaryDir folder;
        Listener listener;
        run(configFor("multihead", 1), folder.path(), 1, listener);
        QCOMPARE(listener.evaluations.size(), std::size_t(2)); // dev and test
        const auto model = loadModel(folder.filePath("best").toStdString());
        const Corpus corpus = sample();
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(*model, corpus.train, pool);
        double first = 0;
        for (const Example& example : corpus.train)
            first += double(example.label == 0) / double(corpus.train.size());
        QCOMPARE(evaluation.details["baselines"]["first"]["first_answer"].get<double>(), first);
        QCOMPARE(evaluation.details["baselines"].size(), selectionBaselineRows().size());
        QCOMPARE(evaluation.table.rows.front(), std::string("This model"));
        QCOMPARE(evaluation.table.rows.size(), selectionBaselineRows().size() + 1);
        QCOMPARE(model->description().sentenceCounts, model->task().sentenceCounts(corpus));
        QCOMPARE(model->description().sentenceCounts.words.at("the") > 5, true);
    }

    void doesNotDependOnThreadsAndGoesOnAfterAStop() {
        const QTemporaryDir one, two, stopped;
        const RunConfig config = configFor("biblosa", 4);
        Listener first, second, third, fourth;
        run(config, one.path(), 1, first);
        run(config, two.path(), 2, second);
        third.stopAfter = 11;
        QVERIFY(!run(config, stopped.path(), 1, third).finished);
        QVERIFY(run(config, stopped.path(), 2, fourth, true).finished);
        const QByteArray model = bytesOf(one.path() + "/last/model.safetensors");
        QVERIFY(!model.isEmpty());
        QCOMPARE(bytesOf(two.path() + "/last/model.safetensors"), model);
        QCOMPARE(bytesOf(stopped.path() + "/last/model.safetensors"), model);
    }

    void whatCannotBeTrainedIsSaid() {
        const QTemporaryDir folder;
        RunConfig config = configFor("multihead", 1);
        config.set("hidden", "0");
        const auto train = [&](const RunConfig& with, const Corpus& corpus) {
            return messageOf([&] { Trainer(with, corpus, folder.path().toStdString(), 1); });
        };
        QVERIFY(train(config, sample()).contains("hidden: question and sentences meet"));
        config = configFor("multicnn", 1);
        config.set("pool", "true");
        QVERIFY(train(config, sample()).contains("multicnn makes one vector of a sequence"));
        Corpus single = sample();
        for (Example& example : single.train)
            example.texts.resize(2);
        QVERIFY(train(configFor("multihead", 1), single).contains("every passage has one sentence"));
    }

    /// A passage of one sentence has an answer that is certain.
    void aPassageOfOneSentence() {
        const QTemporaryDir folder;
        Listener listener;
        run(configFor("biblosa", 1), folder.path(), 1, listener);
        const SentenceModel model(loadModel(folder.filePath("last").toStdString()));
        const auto recording = model.run(model.read({"Who bakes?", "Martha bakes."}), {}, {});
        const auto& answer = std::get<SelectionAnswer>(recording->answer());
        QCOMPARE(answer.places.probabilities, std::vector<double>{1});
        QCOMPARE(answer.choices.size(), selectionBaselineRows().size());
    }

    void examplesHaveTheirRightSentences() {
        const QTemporaryDir folder;
        Listener listener;
        run(configFor("multihead", 1), folder.path(), 1, listener);
        const SentenceModel model(loadModel(folder.filePath("last").toStdString()));
        QVERIFY(!model.examples().empty());
        for (const ExampleText& example : model.examples()) {
            const std::size_t tab = example.text.find('\t');
            const auto sequences = model.read({example.text.substr(0, tab), example.text.substr(tab + 1)});
            QVERIFY(!example.labels.empty());
            for (const std::string& label : example.labels)
                QVERIFY(std::stoul(label) >= 1 && std::stoul(label) <= sequences.front().tokens.size());
        }
    }
};

QTEST_GUILESS_MAIN(SelectionTrainingTest)
#include "selection_training_test.moc"
