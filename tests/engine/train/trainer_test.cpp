#include "core/grouped.h"
#include "engine/models/read_sentence.h"
#include "engine/train/small_training.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "models/sentence_model.h"
#include "train/judged_model.h"
#include "train/optimizer.h"
#include "train/trainer.h"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <sys/stat.h>

using namespace headlight;

namespace {

/// Its weights are a thousand times as large after every step.
RunConfig divergingConfig() {
    RunConfig config = smallConfig();
    config.set("optimizer", "sgd");
    config.set("learning_rate", "100");
    config.set("l2", "10");
    config.set("epochs", "100");
    return config;
}

} // namespace

class TrainerTest : public QObject {
    Q_OBJECT
private slots:
    void learns_data() {
        QTest::addColumn<QString>("encoder");
        QTest::addColumn<int>("epochs");
        QTest::newRow("mtsa") << "mtsa" << 25;
        QTest::newRow("disa") << "disa" << 25;
        QTest::newRow("multihead") << "multihead" << 25;
    }

    void learns() {
        QFETCH(QString, encoder);
        QFETCH(int, epochs);
        QTemporaryDir folder;
        Listener listener;
        RunConfig config = smallConfig(encoder.toStdString());
        config.set("epochs", std::to_string(epochs));
        const TrainResult result = train(config, folder.path(), 2, listener);
        QVERIFY(result.finished);
        QVERIFY2(result.best.dev > 0.9, qPrintable(QString::number(result.best.dev.value_or(-1))));
        QVERIFY(listener.losses.back() < 0.5 * listener.losses.front());
        QCOMPARE(int(listener.epochs.size()), epochs + 1);
        const auto model = loadModel((folder.path() + "/best").toStdString());
        ThreadPool pool(1);
        QCOMPARE(evaluate(*model, orderCorpus().test, pool).metric("accuracy"), result.best.test.value());
    }

    /// What is told of a step is what it was made with: warmed up over five steps and falling to 0 after the last.
    void tellsTheLearningRateOfTheStep() {
        QTemporaryDir folder;
        Listener listener;
        RunConfig config = smallConfig();
        config.set("schedule", "linear");
        config.set("warm_up", "5");
        config.set("learning_rate", "0.1");
        train(config, folder.path(), 1, listener);
        const auto steps = double(listener.rates.size());
        QVERIFY(steps > 8);
        for (std::size_t k = 0; k < listener.rates.size(); ++k)
            QVERIFY(qFuzzyCompare(listener.rates[k], 0.1 * (1 - double(k) / steps) * std::min(1.0, double(k + 1) / 5)));
    }

    /// A batch has 80 tokens at most: were the waits in it, the speed would be 800 a second at most.
    void speedIsThatOfTheStepsAlone() {
        struct Waiting : Listener {
            std::vector<double> speeds;
            void progressed(const TrainProgress& progress) override { speeds.push_back(progress.tokensPerSecond); }
            void evaluated(const TrainEvaluation&) override { QTest::qSleep(50); } // of dev and of test
        };
        QTemporaryDir folder;
        Waiting listener;
        RunConfig config = smallConfig();
        config.set("epochs", "1");
        config.set("evaluate_every", "1");
        train(config, folder.path(), 1, listener);
        QVERIFY(listener.speeds.size() > 8);
        const double speed = *std::max_element(listener.speeds.begin() + 1, listener.speeds.end());
        QVERIFY2(speed > 800, qPrintable(QString::number(speed)));
    }

    void itTellsWhatItIsEvaluatedOn() {
        struct Telling : Listener {
            QStringList told;
            void evaluating(const std::string& split) override { told << QString::fromStdString(split); }
            void evaluated(const TrainEvaluation&) override { told << "told"; }
        };
        QTemporaryDir folder;
        Telling listener;
        RunConfig config = smallConfig();
        config.set("epochs", "1");
        train(config, folder.path(), 1, listener);
        QCOMPARE(listener.told, (QStringList{"dev", "test", "told", "told"}));
    }

    /// The last one took at least 200 ms, and the next ones are expected to take as long.
    void theTimeLeftCountsTheEvaluationsToCome() {
        struct Slow : Listener {
            std::vector<TrainProgress> told;
            void progressed(const TrainProgress& progress) override { told.push_back(progress); }
            void evaluating(const std::string&) override { QTest::qSleep(100); } // of dev and of test
        };
        QTemporaryDir folder;
        Slow listener;
        RunConfig config = smallConfig();
        config.set("epochs", "3");
        const TrainResult result = train(config, folder.path(), 1, listener);
        QCOMPARE(evaluationsOf(config.train, result.steps), std::int64_t(3));
        QVERIFY(listener.told.size() > 3);
        for (const TrainProgress& progress : listener.told)
            if (progress.epoch > 1.5) // the first evaluation is over
                QVERIFY2(progress.secondsRemaining >= 0.2 * (progress.epoch > 2.1 ? 1 : 2),
                         qPrintable(QString("%1 s at epoch %2").arg(progress.secondsRemaining).arg(progress.epoch)));
        QCOMPARE(listener.told.back().step, result.steps);
        QVERIFY(result.seconds >= listener.told.back().seconds + 0.2); // the last evaluation is in it
    }

    void evaluationsAreCounted() {
        RunConfig config = smallConfig();
        config.set("epochs", "4");
        QCOMPARE(evaluationsOf(config.train, 10), std::int64_t(4));
        config.set("evaluate_every", "3");
        QCOMPARE(evaluationsOf(config.train, 9), std::int64_t(3));
        QCOMPARE(evaluationsOf(config.train, 10), std::int64_t(4)); // one more behind the last step
    }

    void howFarAnEvaluationIsIsTold() {
        struct Telling : Listener {
            std::vector<EvaluationProgress> told;
            void evaluationProgressed(const EvaluationProgress& progress) override { told.push_back(progress); }
        };
        QTemporaryDir folder;
        Telling listener;
        RunConfig config = smallConfig();
        config.set("epochs", "1");
        train(config, folder.path(), 1, listener);
        QVERIFY(!listener.told.empty());
        QCOMPARE(listener.told.front().split, std::string("dev"));
        QCOMPARE(listener.told.back().split, std::string("test"));
        for (const EvaluationProgress& progress : listener.told) {
            QVERIFY(progress.answered > 0 && progress.answered <= progress.examples);
            QVERIFY(progress.secondsRemaining && *progress.secondsRemaining >= 0);
        }
        QCOMPARE(listener.told.back().answered, listener.told.back().examples);
    }

    void noEpochBeyondTheLast() {
        QTemporaryDir folder;
        Listener listener;
        RunConfig config = smallConfig();
        config.set("batch", "250"); // more than there are examples: a step reaches into the next epoch
        config.set("epochs", "5");
        train(config, folder.path(), 1, listener);
        QCOMPARE(listener.losses.size(), std::size_t(5)); // 1015 examples
        QCOMPARE(listener.epochs.back(), 5);
    }

    void sameBitsForAnyNumberOfThreads() {
        QTemporaryDir one, two;
        Listener a, b;
        train(smallConfig(), one.path(), 1, a);
        train(smallConfig(), two.path(), 2, b);
        QVERIFY(a.losses == b.losses);
        QVERIFY(!bytesOf(one.path() + "/last/model.safetensors").isEmpty());
        QCOMPARE(bytesOf(one.path() + "/last/model.safetensors"), bytesOf(two.path() + "/last/model.safetensors"));
    }

    void aStoppedRunGoesOnAsIfItHadNotBeen_data() {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<bool>("ofDocuments");
        for (const std::string& id : optimizerIds()) {
            const QString optimizer = QString::fromStdString(id);
            QTest::newRow(id.c_str()) << optimizer << false;
            QTest::addRow("%s of documents", id.c_str()) << optimizer << true;
        }
    }

    void aStoppedRunGoesOnAsIfItHadNotBeen() {
        QFETCH(QString, optimizer);
        QFETCH(bool, ofDocuments);
        RunConfig config = smallConfig();
        config.set("optimizer", optimizer.toStdString());
        if (ofDocuments) {
            config.set("buckets", "4");
            config.set("max_tokens", "4");
            config.set("restart_optimizer", "true");
            config.set("decay", "all");
        }
        config.set("schedule", "halve");
        QTemporaryDir whole, parts;
        Listener undisturbed, first, second;
        const TrainResult expected = train(config, whole.path(), 2, undisturbed);
        first.stopAfter = 31; // in the middle of an epoch
        QVERIFY(!train(config, parts.path(), 2, first).finished);
        const TrainResult result = train(config, parts.path(), 1, second, true);
        QVERIFY(result.finished);
        QCOMPARE(result.best.dev.value(), expected.best.dev.value());
        for (const char* file : {"/last/model.safetensors", "/best/model.safetensors", "/best/config.json"})
            QCOMPARE(bytesOf(whole.path() + file), bytesOf(parts.path() + file));
        first.losses.insert(first.losses.end(), second.losses.begin(), second.losses.end());
        QVERIFY(first.losses == undisturbed.losses);
    }

    void aStopWithinAnEvaluationLeavesItForLater_data() {
        QTest::addColumn<int>("evaluation"); // two an epoch, dev and test
        QTest::newRow("the first") << 1;
        QTest::newRow("of the second split") << 4;
        QTest::newRow("the last") << 12;
    }
    void aStopWithinAnEvaluationLeavesItForLater() {
        QFETCH(int, evaluation);
        RunConfig config = smallConfig();
        config.set("schedule", "halve");
        config.set("restart_optimizer", "true");
        config.set("average", "2");
        QTemporaryDir whole, parts;
        Listener undisturbed, first, second;
        const TrainResult expected = train(config, whole.path(), 2, undisturbed);
        first.stopInEvaluation = evaluation;
        const TrainResult stopped = train(config, parts.path(), 2, first);
        QVERIFY(!stopped.finished);
        QCOMPARE(first.evaluations.size(), std::size_t((evaluation - 1) / 2 * 2)); // of whole epochs
        QCOMPARE(first.epochs.back(), (evaluation - 1) / 2);
        const TrainResult result = train(config, parts.path(), 1, second, true);
        QVERIFY(result.finished);
        QCOMPARE(result.last.test.value(), expected.last.test.value());
        for (const char* file : {"/last/model.safetensors", "/best/model.safetensors", "/best/config.json"})
            QCOMPARE(bytesOf(whole.path() + file), bytesOf(parts.path() + file));
        first.losses.insert(first.losses.end(), second.losses.begin(), second.losses.end());
        QVERIFY(first.losses == undisturbed.losses);
        first.epochs.insert(first.epochs.end(), second.epochs.begin(), second.epochs.end());
        QVERIFY(first.epochs == undisturbed.epochs);
        QCOMPARE(first.evaluations.size() + second.evaluations.size(), undisturbed.evaluations.size());
    }

    void aRunWhoseBestModelIsGoneDoesNotGoOn() {
        QTemporaryDir folder;
        Listener first, second;
        first.stopAfter = 31; // an epoch was judged
        QVERIFY(!train(smallConfig(), folder.path(), 1, first).finished);
        QVERIFY(QDir(folder.filePath("best")).removeRecursively());
        const QString message = messageOf([&] { train(smallConfig(), folder.path(), 1, second, true); });
        QVERIFY2(message.contains("best: the best model of this run is gone"), qPrintable(message));
    }

    void whatStandsInTheWayIsToldAtTheBegin_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("says");
        QTest::newRow("a pipe") << "last"
                                << "/last: there is a pipe of that name; remove it";
        QTest::newRow("a file") << "best"
                                << "/best: there is a file of that name; remove it";
        QTest::newRow("a circle") << "resume"
                                  << "/resume: its links lead in a circle";
    }
    void whatStandsInTheWayIsToldAtTheBegin() {
        QFETCH(QString, part);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const std::string path = (folder.path() + '/' + part).toStdString();
        if (part == "last")
            QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        else if (part == "best")
            QVERIFY(QFile(QString::fromStdString(path)).open(QIODevice::WriteOnly));
        else
            std::filesystem::create_symlink(path, path);
        Listener listener;
        const QString message = messageOf([&] { train(smallConfig(), folder.path(), 1, listener); });
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY(listener.losses.empty());
    }

    void aLossThatIsNoNumberNamesStepAndTensor() {
        QTemporaryDir folder;
        Listener listener;
        const RunConfig config = divergingConfig();
        const QString message = messageOf([&] { train(config, folder.path(), 1, listener); });
        QVERIFY2(message.contains("step ") && message.contains("first bad tensor: "), qPrintable(message));
        QVERIFY(!bytesOf(folder.path() + "/resume/state.json").isEmpty());
    }

    /// The evaluation right after a step that was too large is the first to notice.
    void aModelThatDivergedIsNotKept() {
        QTemporaryDir folder;
        Listener listener;
        RunConfig config = divergingConfig();
        config.set("evaluate_every", "1");
        const QString message = messageOf([&] { train(config, folder.path(), 1, listener); });
        QVERIFY2(message.contains("the loss of the dev set is not a finite number; first bad tensor: the result of "),
                 qPrintable(message));
        ThreadPool pool(1);
        const auto best = loadModel((folder.path() + "/best").toStdString());
        QVERIFY(std::isfinite(evaluate(*best, orderCorpus().dev, pool).loss));
        for (const TrainEvaluation& evaluation : listener.evaluations)
            QVERIFY(std::isfinite(evaluation.result.loss));
    }

    /// The run asks for the corpus's block length, its model has it; a resumed run the same one.
    void anEncoderIsFittedToTheTrainingSet() {
        RunConfig config = smallConfig("biblosa");
        config.set("block_from", "corpus");
        config.set("epochs", "2");
        QTemporaryDir folder;
        Listener listener, again;
        train(config, folder.path(), 1, listener);
        const auto options = loadModel((folder.path() + "/best").toStdString())->description().encoderConfig->toJson();
        // Texts of 2 to 5 words: about 3.5 ± 1.1, n* = 3.5 + 1.1 √(2 ln 16) = 6.1, whose ∛(2n) is 2.3; one more as
        // released.
        QCOMPARE(options["block_length"], 4);
        QCOMPARE(options["block_from"], "sentence");
        QVERIFY2(listener.fit.starts_with("blocks of 4 tokens: n* = 6."), listener.fit.c_str());
        train(config, folder.path(), 1, again, true);
        QCOMPARE(again.fit, listener.fit);

        Listener limited;
        config.set("max_tokens", "3"); // of texts of two and of three words
        QTemporaryDir other;
        train(config, other.path(), 1, limited);
        QVERIFY2(limited.fit.starts_with("blocks of 3 tokens: n* = 3."), limited.fit.c_str());
    }

    /// The preset that a user begins with has no corpus to know; those of paper and code are literal.
    void presetsOfBlocksAreThoseOfPaperAndCode() {
        const auto blockLength = [](const std::string& preset) {
            RunConfig config = smallConfig("biblosa");
            config.set("preset", preset);
            config.set("features", "6");
            const Trainer trainer(config, orderCorpus(), "x", 1);
            return networkOf(trainer).description().encoderConfig->get("block_length");
        };
        QCOMPARE(blockLength("by-sentence"), std::string("0"));
        QCOMPARE(blockLength("paper"), std::string("3")); // ∛(2 · 6.1)
        QCOMPARE(blockLength("released"), std::string("4"));
    }

    /// Their order is lost from there on, in training and afterwards.
    void textsLongerThanTheLearnedPositionsAreCounted() {
        RunConfig config = RunConfig::forEncoder("transformer");
        for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"layers", "1"},
                                                                                          {"heads", "2"},
                                                                                          {"features", "12"},
                                                                                          {"feed_forward", "8"},
                                                                                          {"embedding_features", "12"},
                                                                                          {"positions", "learned"},
                                                                                          {"max_length", "3"},
                                                                                          {"epochs", "1"}})
            config.set(name, value);
        const Corpus corpus = orderCorpus();
        QTemporaryDir folder;
        const auto noteOf = [&] {
            Listener listener;
            TrainControl control;
            Trainer(config, corpus, folder.path().toStdString(), 1).run(listener, control);
            return listener.fit;
        };
        const std::string longer = std::to_string(countLonger(corpus.train, 3));
        QCOMPARE(noteOf(), "training set: " + longer +
                               " of 203 examples are longer than the 3 learned positions (max_length): tokens behind "
                               "share the last position's vector");

        const auto best = std::filesystem::path(folder.path().toStdString()) / "best";
        const JudgedModel judged(best);
        QVERIFY(judged.positionsNote(corpus.test)
                    .starts_with(std::to_string(countLonger(corpus.test, 3)) + " of 60 examples are longer"));
        const SentenceModel model(loadModel(best));
        QCOMPARE(model.run(model.read({"red no old yes"}), {}, {})->note(),
                 std::string("The model has learned 3 positions, and this text has 4 tokens: those behind share the "
                             "last position's vector."));
        QCOMPARE(model.run(model.read({"red no yes"}), {}, {})->note(), std::string());

        config.set("max_tokens", "3"); // what is not read has no position
        QVERIFY(!QString::fromStdString(noteOf()).contains("learned position"));
    }

    void longTrainingTextsAreLeftOut() {
        RunConfig config = smallConfig();
        config.set("epochs", "1");
        config.set("length_percentile", "50");
        Corpus corpus = orderCorpus();
        const std::int64_t longer = countLonger(corpus.train, 3); // the median of 2 to 5 words
        QVERIFY(longer > 0);
        Example three = corpus.train.front();
        three.texts[0].assign(3, "no"); // so that the median is 3
        corpus.train.insert(corpus.train.end(), 1001, three);
        QTemporaryDir folder;
        Listener listener;
        TrainControl control;
        const TrainResult result = Trainer(config, corpus, folder.path().toStdString(), 1).run(listener, control);
        QCOMPARE(result.steps, (1204 - longer + 15) / 16);
        QVERIFY2(listener.fit.starts_with(std::to_string(longer) + " of 1,204 training examples have a text of more "
                                                                   "than 3 tokens, percentile 50 of the lengths"),
                 listener.fit.c_str());
        QVERIFY2(listener.fit.find("left out, " + grouped(1204 - longer) + " remain") != std::string::npos,
                 listener.fit.c_str());
        QCOMPARE(listener.evaluations.back().result.examples, 60); // the test set is whole
    }

    /// 32 of one label and 8 of the other: every fifth has 6 or 7 and 1 or 2 of them.
    void foldsCanHaveTheSharesOfTheLabels() {
        Corpus corpus = orderCorpus();
        corpus.dev.clear();
        corpus.test.clear();
        corpus.train.resize(40);
        for (std::size_t e = 0; e < corpus.train.size(); ++e)
            corpus.train[e].label = e % 5 == 0;
        const auto ofSecondLabel = [&](const std::string& kind) {
            std::vector<int> counts;
            for (int fold = 0; fold < 5; ++fold) {
                RunConfig config = smallConfig();
                config.set("epochs", "1");
                config.set("folds", "5");
                config.set("fold", std::to_string(fold));
                config.set("fold_kind", kind);
                QTemporaryDir folder;
                Listener listener;
                TrainControl control;
                Trainer(config, corpus, folder.path().toStdString(), 1).run(listener, control);
                const std::vector<int> row =
                    listener.evaluations.back().result.details["confusion"][1].get<std::vector<int>>();
                counts.push_back(row[0] + row[1]);
            }
            return counts;
        };
        for (const int count : ofSecondLabel("stratified"))
            QVERIFY2(count == 1 || count == 2, qPrintable(QString::number(count)));
        const std::vector<int> random = ofSecondLabel("random");
        QVERIFY(*std::max_element(random.begin(), random.end()) > 2 || // by chance only
                *std::min_element(random.begin(), random.end()) < 1);
    }

    void textsAreCutEverywhere() {
        // What stands behind the third token means nothing to a model of three tokens.
        Corpus corpus = orderCorpus(), cut = corpus;
        for (auto* part : {&cut.train, &cut.dev, &cut.test})
            for (Example& example : *part)
                example.texts.front().resize(std::min<std::size_t>(example.texts.front().size(), 3));
        RunConfig config = smallConfig();
        config.set("epochs", "2");
        QTemporaryDir whole, limited;
        Listener a, b;
        TrainControl control;
        Trainer(config, cut, whole.path().toStdString(), 1).run(a, control);
        config.set("max_tokens", "3");
        Trainer(config, corpus, limited.path().toStdString(), 2).run(b, control);
        QCOMPARE(bytesOf(limited.path() + "/last/vocab.txt"), bytesOf(whole.path() + "/last/vocab.txt"));
        QCOMPARE(bytesOf(limited.path() + "/last/model.safetensors"),
                 bytesOf(whole.path() + "/last/model.safetensors"));
        QVERIFY(a.losses == b.losses);
        QCOMPARE(a.evaluations.back().result.loss, b.evaluations.back().result.loss);
        QCOMPARE(a.evaluations.back().result.cut, std::int64_t(0));
        QCOMPARE(b.evaluations.back().result.cut, countLonger(corpus.test, 3));
        QVERIFY(b.evaluations.back().result.cut > 0);

        // The model folder knows the limit.
        const auto model = loadModel((limited.path() + "/last").toStdString());
        const auto noLimit = loadModel((whole.path() + "/last").toStdString());
        ThreadPool pool(1);
        QCOMPARE(evaluate(*model, corpus.test, pool).loss, evaluate(*noLimit, cut.test, pool).loss);
        QVERIFY(evaluate(*model, corpus.test, pool).loss != evaluate(*noLimit, corpus.test, pool).loss);
        const Analysis read = attend(*model, tokensOf(*model, "yes red no old"));
        QCOMPARE(read.tokens, (std::vector<std::string>{"yes", "red", "no"}));
        QCOMPARE(read.leftOut, std::size_t(1));
        QCOMPARE(read.known.size(), std::size_t(3));
        QCOMPARE(read.maps.front().keys, Index(3));
        QCOMPARE(read.logits, attend(*noLimit, tokensOf(*noLimit, "yes red no")).logits);
        QCOMPARE(attend(*noLimit, tokensOf(*noLimit, "yes red no old")).leftOut, std::size_t(0));
    }

    /// Texts of a few words, in batches, and some that are spread over the threads.
    void evaluationHasTheSameBitsForAnyNumberOfThreads() {
        const Trainer trainer(smallConfig(), orderCorpus(), "x", 1);
        std::vector<Example> examples = orderCorpus().test;
        for (const std::size_t copies : {300, 2000}) {
            Example text = examples.front();
            for (std::size_t k = 1; k < copies; ++k)
                text.texts[0].insert(text.texts[0].end(), examples[k % 20].texts[0].begin(),
                                     examples[k % 20].texts[0].end());
            examples.push_back(text);
        }
        ThreadPool one(1), two(2), five(5);
        const Evaluation alone = evaluate(networkOf(trainer), examples, one);
        for (ThreadPool* pool : {&two, &five}) {
            const Evaluation spread = evaluate(networkOf(trainer), examples, *pool);
            QCOMPARE(spread.loss, alone.loss);
            QVERIFY(spread.details == alone.details);
        }
    }

    void aLimitedModelReadsTheBeginningOfAnyText() {
        RunConfig config = smallConfig();
        config.set("max_tokens", "5");
        const Trainer trainer(config, orderCorpus(), "x", 1);
        std::string text;
        for (int k = 0; k < 30000; ++k)
            text += "red ";
        QCOMPARE(attend(networkOf(trainer), tokensOf(networkOf(trainer), text)).leftOut, std::size_t(29995));
    }

    void bucketsHaveTheSameExamples() {
        QTemporaryDir one, two;
        Listener a, b;
        RunConfig config = smallConfig();
        config.set("buckets", "5");
        train(config, one.path(), 1, a);
        train(config, two.path(), 2, b);
        QVERIFY(a.losses == b.losses);
        QCOMPARE(bytesOf(one.path() + "/last/model.safetensors"), bytesOf(two.path() + "/last/model.safetensors"));
        QCOMPARE(int(a.epochs.size()), 7);
        QVERIFY(a.losses.back() < a.losses.front());
    }

    void bestAndLastAreReportedApart() {
        QTemporaryDir folder;
        Listener listener;
        const TrainResult result = train(smallConfig(), folder.path(), 1, listener);
        double best = -1;
        std::int64_t bestStep = 0;
        for (const TrainEvaluation& evaluation : listener.evaluations)
            if (evaluation.split == "dev" && evaluation.result.metric("accuracy") > best) {
                best = evaluation.result.metric("accuracy");
                bestStep = evaluation.step;
            }
        QCOMPARE(result.best.dev.value(), best);
        QCOMPARE(result.best.step, bestStep);
        QCOMPARE(result.last.step, result.step);
    }

    void patienceEndsARun() {
        QTemporaryDir folder;
        Listener listener;
        RunConfig config = smallConfig();
        config.set("learning_rate", "0");
        config.set("patience", "2");
        config.set("epochs", "50");
        const TrainResult result = train(config, folder.path(), 1, listener);
        QVERIFY(result.finished);
        QCOMPARE(int(result.step), 3 * 13); // the first evaluation is the best, two more are not better
    }

    void theModelKeepsShortSentencesAsExamples() {
        Corpus corpus = orderCorpus();
        for (std::size_t e = 0; e < corpus.test.size();
             ++e) // one short sentence; of the others each longer than the next
            corpus.test[e].texts[0].resize(e == 7 ? 3 : 100 - e, "red");
        const Trainer trainer(smallConfig(), corpus, "x", 1);
        const std::vector<ExampleText>& examples = networkOf(trainer).description().examples;
        QCOMPARE(examples.size(), std::size_t(8));
        std::vector<qsizetype> tokens;
        for (const ExampleText& example : examples)
            tokens.push_back(QString::fromStdString(example.text).split(' ').size());
        QCOMPARE(tokens, (std::vector<qsizetype>{3, 41, 42, 43, 44, 45, 46, 47}));
    }

    void untrainableCorporaAreRefused() {
        Corpus corpus = orderCorpus();
        corpus.train.clear();
        QVERIFY(messageOf([&] { Trainer(smallConfig(), corpus, "x", 1); }).contains("no training examples"));
        corpus = orderCorpus();
        for (Example& example : corpus.train)
            example.label = 0;
        QVERIFY(messageOf([&] { Trainer(smallConfig(), corpus, "x", 1); }).contains("same label"));
    }
};

QTEST_GUILESS_MAIN(TrainerTest)
#include "trainer_test.moc"
