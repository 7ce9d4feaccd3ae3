#include "message_of.h"
#include "models/translation_search.h"
#include "models/translator_folder.h"
#include "train/trainer.h"
#include "train/translation_learner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;

namespace {

/// Sentences of a few words, each of which has one translation.
Corpus wordByWord() {
    const std::vector<std::pair<std::string, std::string>> words = {
        {"red", "rot"}, {"green", "grün"}, {"old", "alt"}, {"house", "haus"}, {"dog", "hund"}, {"ran", "lief"}};
    Corpus corpus;
    corpus.name = "wordByWord";
    corpus.kind = CorpusKind::Translations;
    Random random(RandomKey(4));
    const auto make = [&](int count, std::vector<Example>& into) {
        for (int e = 0; e < count; ++e) {
            Example& example = into.emplace_back();
            example.texts.resize(2);
            for (std::uint64_t k = 1 + random.below(4); k > 0; --k) {
                const auto& [source, target] = words[random.below(words.size())];
                example.texts[0].push_back(source);
                example.texts[1].push_back(target);
            }
        }
    };
    make(300, corpus.train);
    make(20, corpus.dev);
    return corpus;
}

RunConfig smallConfig() {
    RunConfig config = RunConfig::forEncoder("transformer");
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"optimizer", "adam98"},
                                                                                      {"learning_rate", "0.01"},
                                                                                      {"schedule", "inverse-root"},
                                                                                      {"warm_up", "30"},
                                                                                      {"batch_tokens", "120"},
                                                                                      {"l2", "0"},
                                                                                      {"keep", "1"},
                                                                                      {"label_smoothing", "0"},
                                                                                      {"merges", "12"},
                                                                                      {"beams", "2"},
                                                                                      {"layers", "1"},
                                                                                      {"heads", "4"},
                                                                                      {"features", "32"},
                                                                                      {"feed_forward", "32"},
                                                                                      {"positions", "sinusoidal"},
                                                                                      {"average", "3"},
                                                                                      {"epochs", "70"}})
        config.set(name, value);
    return config;
}

/// Stops a run after `stopAfter` steps.
struct Stopper : TrainObserver {
    TrainControl* control = nullptr;
    std::int64_t stopAfter = -1;
    std::vector<double> rates;
    TrainEvaluation last;
    void progressed(const TrainProgress& progress) override {
        rates.push_back(progress.learningRate);
        if (progress.step == stopAfter)
            control->stop();
    }
    void evaluated(const TrainEvaluation& evaluation) override { last = evaluation; }
};

TrainResult train(const RunConfig& config, const QString& folder, Stopper& observer, int threads = 2,
                  bool resume = false) {
    Trainer trainer(config, wordByWord(), folder.toStdString(), threads);
    if (resume)
        trainer.resume();
    TrainControl control;
    observer.control = &control;
    return trainer.run(observer, control);
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string translated(const Translator& translator, const std::vector<std::string>& words) {
    const std::vector<Translation> found =
        translate(translator.network(), translator.sourceIds(words), searchOptions(translator.description().setup));
    std::vector<int> ids;
    for (const TranslatedToken& token : found.front().tokens)
        ids.push_back(token.token);
    return translator.targetText(ids);
}

} // namespace

class TranslationLearnerTest : public QObject {
    Q_OBJECT

private slots:
    /// Of an evaluation: decoding takes many times a step of training.
    void theFirstGuessGoesByTheBeams() {
        QTemporaryDir folder;
        const auto cost = [&](const char* beams) {
            RunConfig config = smallConfig();
            config.set("beams", beams);
            return Trainer(config, wordByWord(), folder.path().toStdString(), 1).evaluationCost();
        };
        const double share = 20 / 300.; // of as many examples as are trained on
        QVERIFY(cost("2") > 2 * share);
        QCOMPARE(cost("4"), 2 * cost("2"));
    }

    void learnsAndIsReadAgain() {
        QTemporaryDir folder;
        Stopper observer;
        const TrainResult result = train(smallConfig(), folder.path(), observer);
        QVERIFY(result.finished);
        QCOMPARE(result.metric, std::string("bleu"));
        double sum = *result.best.dev;
        for (const char* seed : {"2", "3"}) { // of a model this small the first values decide much
            RunConfig config = smallConfig();
            config.set("seed", seed);
            const QTemporaryDir other;
            Stopper quiet;
            sum += *train(config, other.path(), quiet).best.dev;
        }
        QVERIFY2(sum / 3 > 88, qPrintable(QString::number(sum / 3)));
        QCOMPARE(observer.last.result.metric("perplexity"), std::exp(observer.last.result.loss));
        QCOMPARE(observer.last.result.details["not_ended"], 0);

        const auto translator = loadTranslator((folder.path() + "/best").toStdString());
        QCOMPARE(translated(*translator, {"old", "dog", "ran"}), std::string("alt hund lief"));
        const auto learner = openLearner((folder.path() + "/best").toStdString());
        ThreadPool one(1), three(3);
        const Corpus corpus = wordByWord();
        const Evaluation alone = learner->evaluate(corpus.dev, one), spread = learner->evaluate(corpus.dev, three);
        QCOMPARE(alone.loss, spread.loss);
        QCOMPARE(alone.metric("bleu"), *result.best.dev);
        QCOMPARE(spread.metric("chrf"), alone.metric("chrf"));
        QVERIFY(learner->knowsWords(corpus.dev));
    }

    /// Also of a model whose loss is no number.
    void anEvaluationHasTheMetricsOfTheTask() {
        const Corpus corpus = wordByWord();
        const std::unique_ptr<Learner> learner = newLearner(smallConfig(), corpus).learner;
        ThreadPool pool(1);
        for (const bool isBroken : {false, true}) {
            if (isBroken)
                learner->parameters()[0].value.setConstant(std::numeric_limits<Real>::quiet_NaN());
            const Evaluation evaluation = learner->evaluate(corpus.dev, pool);
            std::vector<std::string> names;
            for (const MetricValue& metric : evaluation.metrics) {
                names.push_back(metric.name);
                QCOMPARE(std::isnan(metric.value), isBroken);
            }
            QCOMPARE(names, taskRow(translationTask).metrics());
        }
    }

    void aStoppedRunGoesOnAsIfItHadNotBeen_data() {
        QTest::addColumn<int>("stopAfter");
        QTest::newRow("while it warms up") << 7;
        QTest::newRow("while epochs are averaged") << 71;
    }
    void aStoppedRunGoesOnAsIfItHadNotBeen() {
        QFETCH(int, stopAfter);
        RunConfig config = smallConfig();
        config.set("epochs", "6");
        QTemporaryDir whole, halted;
        Stopper undisturbed, stopped, resumed;
        train(config, whole.path(), undisturbed);
        QVERIFY(int(undisturbed.rates.size()) > stopAfter);
        stopped.stopAfter = stopAfter;
        QVERIFY(!train(config, halted.path(), stopped, 1).finished);
        QVERIFY(train(config, halted.path(), resumed, 3, true).finished);
        for (const char* file : {"/last/model.safetensors", "/best/model.safetensors"})
            QVERIFY2(bytesOf(whole.path() + file) == bytesOf(halted.path() + file), file);
    }

    void theRateFallsByTheRootOfTheSteps() {
        QTemporaryDir folder;
        RunConfig config = smallConfig();
        config.set("epochs", "5");
        Stopper observer;
        train(config, folder.path(), observer);
        const auto rate = [&](std::size_t step) { return observer.rates[step - 1]; };
        QVERIFY(observer.rates.size() > 60);
        QCOMPARE(rate(15), 0.005);
        QCOMPARE(rate(30), 0.01);
        QCOMPARE(rate(60), 0.01 * std::sqrt(0.5));
    }

    /// With the mean of one epoch the end is that of a run that averages nothing; with two it is another.
    void theLastEpochsAreAveraged() {
        QByteArray ends[3];
        for (const int average : {0, 1, 2}) {
            QTemporaryDir folder;
            RunConfig config = smallConfig();
            config.set("epochs", "3");
            config.set("average", std::to_string(average));
            Stopper observer;
            train(config, folder.path(), observer);
            ends[average] = bytesOf(folder.path() + "/last/model.safetensors");
        }
        QVERIFY(!ends[0].isEmpty() && ends[0] == ends[1] && ends[1] != ends[2]);
    }

    void tablesMayBeSeparate_data() {
        QTest::addColumn<QString>("joint");
        QTest::addColumn<QString>("shared");
        QTest::newRow("target") << "false"
                                << "target";
        QTest::newRow("none") << "false"
                              << "none";
        QTest::newRow("none, joint merges") << "true"
                                            << "none";
    }
    void tablesMayBeSeparate() {
        QFETCH(QString, joint);
        QFETCH(QString, shared);
        RunConfig config = smallConfig();
        config.set("joint_merges", joint.toStdString());
        config.set("shared_tables", shared.toStdString());
        config.set("epochs", "30");
        QTemporaryDir folder;
        Stopper observer;
        QVERIFY(*train(config, folder.path(), observer).best.dev > 80);
        const auto translator = loadTranslator((folder.path() + "/last").toStdString());
        QCOMPARE(translator->description().source.tokens.tokens() == translator->description().target.tokens.tokens(),
                 joint == "true");
    }

    void whatDoesNotFitIsRefused() {
        const Corpus corpus = wordByWord();
        RunConfig config = smallConfig();
        config.set("joint_merges", "false");
        QVERIFY(messageOf([&] { newLearner(config, corpus); }).contains("set joint_merges=true, or shared_tables"));
        QVERIFY(messageOf([&] { newLearner(RunConfig::forEncoder("mtsa"), corpus); }).contains("does not translate"));
        RunConfig learned = smallConfig();
        learned.set("positions", "learned");
        learned.set("max_length", "3");
        const QString tooLong = messageOf([&] { newLearner(learned, corpus); });
        QVERIFY2(tooLong.contains(", train, pair 1 (") && tooLong.contains("positions for 3"), qPrintable(tooLong));
        learned.set("max_length", "30");
        Corpus longer = corpus;
        longer.dev.push_back(corpus.dev.front());
        longer.dev.back().texts[1].assign(40, longer.dev.back().texts[1].front());
        const QString late = messageOf([&] { newLearner(learned, longer); });
        QVERIFY2(late.contains(", dev, pair " + QString::number(longer.dev.size())), qPrintable(late));
    }

    /// Pairs with an empty side are left out, so their number is not the line.
    void aPairThatIsTooLongIsNamedByItsLine() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const char* text) {
            std::ofstream(folder.filePath(name).toStdString()) << text;
        };
        for (const char* language : {"de", "en"}) {
            write((std::string("train.") + language).c_str(), "a b\nb a\n");
            write((std::string("test.") + language).c_str(), "\na\n\nb b b b b b b b b b b b\n");
        }
        RunConfig config = smallConfig();
        config.set("positions", "learned");
        config.set("max_length", "8");
        const Corpus corpus = openCorpus(folder.path().toStdString() + "?from=de&to=en");
        const QString message = messageOf([&] { newLearner(config, corpus); });
        QVERIFY2(message.startsWith(folder.filePath("test.de") + ", line 4 (b b b "), qPrintable(message));
    }

    /// Positions without end are no reason to train on a text that nobody can translate.
    void aPairOfMoreTokensThanATextMayHaveIsNamedByItsLine() {
        QTemporaryDir folder;
        for (const char* language : {"de", "en"})
            std::ofstream(folder.filePath(QStringLiteral("train.") + language).toStdString())
                << "a b\n"
                << (language == std::string("en") ? std::string(20000, 'q') : "b") << "\nb a\n";
        const auto message = [&](const char* direction) {
            const Corpus corpus = openCorpus(folder.path().toStdString() + direction);
            return messageOf([&] { newLearner(smallConfig(), corpus); });
        };
        const QString source = message("?from=en&to=de"), target = message("?from=de&to=en");
        QVERIFY2(source.startsWith(folder.filePath("train.en") + ", line 2 (qqq") &&
                     source.contains("the source has 20,001 tokens: at most 20,000"),
                 qPrintable(source));
        QVERIFY2(target.startsWith(folder.filePath("train.de") + ", line 2 (b)") &&
                     target.contains("the translation has 20,001 tokens"),
                 qPrintable(target));
    }

    void foreignMergesAreNoticed() {
        QTemporaryDir folder;
        const QString best = folder.path() + "/model";
        const NewLearner made = newLearner(smallConfig(), wordByWord());
        made.learner->save(best.toStdString(), StoredType::Float32);
        QVERIFY(isTranslatorFolder(best.toStdString()));
        QFile merges(best + "/merges.txt");
        QVERIFY(merges.open(QIODevice::Append) && merges.write("q z</w>\n") > 0);
        merges.close();
        QVERIFY(messageOf([&] {
                    loadTranslator(best.toStdString());
                }).contains("not the merges that the model was trained with"));
    }

    void foreignWordsAreNoticed() {
        QTemporaryDir folder;
        const QString best = folder.path() + "/model";
        newLearner(smallConfig(), wordByWord()).learner->save(best.toStdString(), StoredType::Float32);
        QFile words(best + "/vocab.txt");
        QVERIFY(words.open(QIODevice::ReadOnly));
        QList<QByteArray> lines = words.readAll().split('\n');
        words.close();
        std::swap(lines[4], lines[5]);
        QVERIFY(words.open(QIODevice::WriteOnly) && words.write(lines.join('\n')) > 0);
        words.close();
        QVERIFY(messageOf([&] {
                    loadTranslator(best.toStdString());
                }).contains("not the words that the model was trained with"));
    }
};

QTEST_APPLESS_MAIN(TranslationLearnerTest)
#include "translation_learner_test.moc"
