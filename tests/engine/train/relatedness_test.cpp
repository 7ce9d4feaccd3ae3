#include "data/score_levels.h"
#include "engine/models/read_sentence.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "tasks/score_fit.h"
#include "tasks/task.h"
#include "train/evaluate.h"
#include "train/trainer.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;

namespace {

const std::string sample = std::string(HEADLIGHT_SOURCE_DIR) + "/datasets/samples/scored_pairs";

RunConfig config() {
    RunConfig config = RunConfig::forEncoder("multihead");
    config.task = "relatedness";
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"embedding_features", "8"},
                                                                    {"hidden", "16"},
                                                                    {"head_features", "4"},
                                                                    {"epochs", "60"},
                                                                    {"hidden_activation", "tanh"},
                                                                    {"keep", "0.9"},
                                                                    {"optimizer", "adam"},
                                                                    {"learning_rate", "0.02"},
                                                                    {"batch", "2"}})
        config.set(name, value);
    return config;
}

struct Trained {
    QTemporaryDir folder;
    TrainResult result;
    std::unique_ptr<TaskNetwork> model;

    explicit Trained(int threads) {
        Trainer trainer(config(), openCorpus(sample), path(), threads);
        TrainObserver observer;
        TrainControl control;
        result = trainer.run(observer, control);
        model = loadModel(path() / "last");
    }
    std::filesystem::path path() const { return folder.path().toStdString(); }
};

} // namespace

/// Two sentences with a number: learnt as a distribution over its levels, judged by correlation.
class RelatednessTest : public QObject {
    Q_OBJECT
private slots:
    void learnsTheScores() {
        const Trained trained(2);
        QCOMPARE(trained.result.metric, std::string("pearson"));
        QCOMPARE(trained.model->description().labels, (std::vector<std::string>{"1", "2", "3", "4", "5"}));
        const Corpus corpus = openCorpus(sample);
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(*trained.model, corpus.train, pool);
        QCOMPARE(evaluation.examples, int(corpus.train.size()));
        QVERIFY2(evaluation.metric("pearson") > 0.9, qPrintable(QString::number(evaluation.metric("pearson"))));
        const double squaredError = evaluation.metric("mse");
        QVERIFY2(squaredError < 0.5, qPrintable(QString::number(squaredError)));
        double squared = 0;
        for (const Example& example : corpus.train) {
            const Analysis analysis = attend(*trained.model, example.texts.front(), {}, example.texts.back());
            QVERIFY(analysis.score.has_value() && *analysis.score >= 1 && *analysis.score <= 5);
            squared += std::pow(*analysis.score - example.score, 2) / double(corpus.train.size());
        }
        QVERIFY(std::abs(squared - squaredError) < 1e-5);
    }

    void sameBitsForOneThreadAndTwo() {
        const Trained one(1), two(2);
        for (std::size_t p = 0; p < one.model->parameters().size(); ++p)
            QVERIFY(one.model->parameters()[p].value == two.model->parameters()[p].value);
    }

    void orderOfTheSentencesDoesNotMatter() {
        const Trained trained(1);
        const Example example = openCorpus(sample).train.front();
        const double score = attend(*trained.model, example.texts.front(), {}, example.texts.back()).score.value();
        QVERIFY(std::abs(attend(*trained.model, example.texts.back(), {}, example.texts.front()).score.value() -
                         score) < 1e-5);
    }

    void stoppedAndResumedIsUndisturbed() {
        struct StopAfter : TrainObserver {
            TrainControl& control;
            explicit StopAfter(TrainControl& control_) : control(control_) {}
            void epochFinished(const Learner&, int epoch, std::int64_t) override {
                if (epoch == 7)
                    control.stop();
            }
        };
        const Trained whole(1);
        QTemporaryDir folder;
        TrainControl control;
        StopAfter observer(control);
        QVERIFY(!Trainer(config(), openCorpus(sample), folder.path().toStdString(), 1).run(observer, control).finished);
        Trainer trainer(config(), openCorpus(sample), folder.path().toStdString(), 1);
        trainer.resume();
        TrainObserver silent;
        TrainControl goOn;
        const TrainResult result = trainer.run(silent, goOn);
        QCOMPARE(result.best.dev.has_value(), whole.result.best.dev.has_value());
        QCOMPARE(result.last.test.has_value(), whole.result.last.test.has_value());
        const auto model = loadModel(std::filesystem::path(folder.path().toStdString()) / "last");
        for (std::size_t p = 0; p < model->parameters().size(); ++p)
            QVERIFY(model->parameters()[p].value == whole.model->parameters()[p].value);
    }

    void otherCorporaAreRefused() {
        const Trained trained(1);
        Corpus labelled = openCorpus(sample + "?label=entailment_judgment");
        const QString message = messageOf([&] { adoptLabels(*trained.model, labelled, labelled.train); });
        QVERIFY2(message.contains("are for pair") && message.contains("task is relatedness"), qPrintable(message));
        QTemporaryDir folder;
        std::ofstream(folder.filePath("wide.tsv").toStdString())
            << "sentence1\tsentence2\tscore\na b\tc d\t9.5\na c\tb d\t1\n";
        Corpus wide = openCorpus(folder.filePath("wide.tsv").toStdString());
        const QString outside = messageOf([&] { adoptLabels(*trained.model, wide, wide.train); });
        QVERIFY2(outside.contains("wide.tsv, line 2: the score 9.5 is outside of the model's range, 1 to 5: "),
                 qPrintable(outside));
        wide.dev = {wide.train.back()};
        adoptLabels(*trained.model, wide, wide.dev); // what another part has does not matter
        QCOMPARE(wide.dev.front().label, 0);
        std::ofstream(folder.filePath("huge.tsv").toStdString())
            << "sentence1\tsentence2\tscore\na b\tc d\t1e300\na c\tb d\t1\n";
        const QString huge = messageOf([&] { openCorpus(folder.filePath("huge.tsv").toStdString()); });
        QVERIFY2(huge.contains("huge.tsv, line 2: ") && huge.contains("scale them"), qPrintable(huge));
    }

    void levels() {
        QCOMPARE(levelNames(1, 5), (std::vector<std::string>{"1", "2", "3", "4", "5"}));
        QCOMPARE(levelNames(-0.5, 0.2), (std::vector<std::string>{"-1", "0", "1"}));
        QCOMPARE(levelNames(0, 20).size(), std::size_t(21));
        QVERIFY_THROWS_EXCEPTION(Error, levelNames(0, 20.5));
        QCOMPARE(firstLevel({"-1", "0", "1"}), -1);
        QVERIFY_THROWS_EXCEPTION(Error, firstLevel({"1", "3"}));
        QVERIFY_THROWS_EXCEPTION(Error, firstLevel({"yes", "no"}));
        QCOMPARE(meanScore({"1", "2", "3"}, std::vector<double>{0.5, 0.25, 0.25}), 1.75);
    }

    void fitOfKnownNumbers() {
        const ScoreFit fit = scoreFit({1, 2, 2, 4}, {1, 3, 2, 10});
        QVERIFY(std::abs(fit.pearson - 0.97333) < 1e-5);  // numpy.corrcoef
        QVERIFY(std::abs(fit.spearman - 0.94868) < 1e-5); // ranks 1, 2.5, 2.5, 4 with 1, 3, 2, 4
        QCOMPARE(fit.squaredError, 37.0 / 4);
        const ScoreFit flat = scoreFit({2, 2}, {1, 5});
        QCOMPARE(flat.pearson, 0.0);
        QCOMPARE(flat.spearman, 0.0);
        QVERIFY(fit.spread && !flat.spread);
        QCOMPARE(scoreFit({0.1, 0.1, 0.1}, {1, 2, 5}).pearson, 0.0); // their mean is rounded
    }

    void aCorrelationWithoutSpreadHasNoValue() {
        Parameters parameters;
        const HeadTask& task = headTaskRow("relatedness");
        const auto head = task.makeHead({ClassifierOptions(), 4, 3}, Builder(parameters, 1));
        const auto judge = task.judge({"1", "2", "3"}, *head);
        for (const double score : {1., 3.}) {
            Example example;
            example.score = score;
            judge->add(example, Matrix::Zero(3, 1)); // every level is as likely
        }
        Evaluation evaluation;
        judge->sumUp(evaluation);
        QVERIFY(std::isnan(evaluation.metric("pearson")) && std::isnan(evaluation.metric("spearman")));
        QCOMPARE(evaluation.metric("mse"), 1.0);
        QCOMPARE(comparable(evaluation.metrics.front().value), 0.0); // the best model is chosen by it
    }
};

QTEST_GUILESS_MAIN(RelatednessTest)
#include "relatedness_test.moc"
