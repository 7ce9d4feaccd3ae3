#include "engine/tasks/length_task.h"
#include "engine/train/small_training.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "train/new_model.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

struct Accuracies : Listener {
    std::vector<double> told;
    void progressed(const TrainProgress& progress) override { told.push_back(progress.accuracy.value_or(-1)); }
};

} // namespace

/// A kind of example may have several tasks; the configuration says which one.
class TaskChoiceTest : public QObject {
    Q_OBJECT
private slots:
    void everyCorpusHasOneThatFits() {
        for (const auto& row : taskRows()) {
            Corpus corpus;
            corpus.kind = row->examples();
            const std::vector<const Task*> tasks = tasksFor(corpus);
            QVERIFY(std::find(tasks.begin(), tasks.end(), row.get()) != tasks.end());
            QCOMPARE(&taskFor(corpus, row->id, {}), row.get());
            QCOMPARE(&taskFor(corpus, {}, {}), tasks.front());
        }
    }

    void thoseThatFitAreNamed() {
        const std::size_t before = LengthTask::ofItsKind();
        const ExtraTask extra(std::make_unique<const LengthTask>());
        Corpus corpus;
        corpus.name = "tea";
        QCOMPARE(tasksFor(corpus).size(), before + 1);
        QCOMPARE(taskFor(corpus, {}, {}).id, std::string("classify"));
        QCOMPARE(taskFor(corpus, LengthTask::name, {}).id, std::string(LengthTask::name));
        const QString message = messageOf([&] { taskFor(corpus, "tag", "--task tag"); });
        QVERIFY(message.startsWith("--task tag: the examples of tea are for classify (one label for a sentence)"));
        QVERIFY(message.endsWith(" or length (whether a sentence is long)"));
    }

    void theConfigurationDecides() {
        const ExtraTask extra(std::make_unique<const LengthTask>());
        const Corpus corpus = orderCorpus();
        RunConfig config = smallConfig();
        QCOMPARE(newModel(config, corpus).model->task().id, std::string("classify"));
        QCOMPARE(newModel(config, corpus).model->description().labels, corpus.labels);
        config.task = "tag";
        QVERIFY(messageOf([&] {
                    newModel(config, corpus);
                }).startsWith("the configuration is for tag: the examples of order are for classify ("));

        config.task = LengthTask::name;
        QTemporaryDir folder;
        Listener listener;
        const TrainResult result = train(config, folder.path(), 2, listener);
        QVERIFY2(result.best.test > 0.9, qPrintable(QString::number(result.best.test.value_or(-1))));
        const auto model = loadModel((folder.path() + "/best").toStdString());
        QCOMPARE(model->task().id, std::string(LengthTask::name));
        QCOMPARE(model->description().labels, LengthTask::names());
        std::vector<Example> test = corpus.test;
        adoptLabels(*model, corpus, test);
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(*model, test, pool);
        QCOMPARE(evaluation.metric("accuracy"), result.best.test.value());
        QCOMPARE(evaluation.table.rows, LengthTask::names());

        Corpus pairs = corpus;
        pairs.kind = CorpusKind::Pairs;
        QVERIFY(messageOf([&] { adoptLabels(*model, pairs, test); })
                    .startsWith("the model's task is length (whether a sentence is long): the examples of order are "
                                "for pair (one label for two sentences)"));
    }

    /// What is right while a model is trained is up to the head: here one of the two best of two labels.
    void theHeadCountsWhatIsRight() {
        const ExtraTask extra(std::make_unique<const LengthTask>());
        RunConfig config = smallConfig();
        config.set("epochs", "1");
        for (const char* task : {"classify", LengthTask::name}) {
            config.task = task;
            const QTemporaryDir folder;
            Accuracies accuracies;
            train(config, folder.path(), 1, accuracies);
            const auto [least, most] = std::minmax_element(accuracies.told.begin(), accuracies.told.end());
            QCOMPARE(*least == 1, config.task == LengthTask::name);
            QCOMPARE(*most == 1, config.task == LengthTask::name);
        }
        Matrix scores(3, 2);
        scores << 1, 0, 2, 5, 2, 1;
        Parameters parameters;
        const auto head = headTaskRow("classify").makeHead({ClassifierOptions(), 2, 3}, Builder(parameters, 1));
        QCOMPARE(head->countRight(scores, {1, 1}), std::int64_t(2)); // of equal scores the first
        QCOMPARE(head->countRight(scores, {2, Target(1, Real(0.5))}), std::int64_t(1));
    }

    void whatATaskCantLearnFromIsRefused() {
        const ExtraTask extra(std::make_unique<const LengthTask>());
        Corpus corpus = orderCorpus();
        std::erase_if(corpus.train, LengthTask::isLong);
        checkTrainable(corpus, taskRow("classify"));
        QVERIFY(messageOf([&] { checkTrainable(corpus, taskRow(LengthTask::name)); }).contains("of one kind"));
    }

    void aConfigurationMaySayNone() {
        RunConfig config = smallConfig();
        QVERIFY(config.task.empty());
        QVERIFY(RunConfig::fromJson(config.toJson(), "c").task.empty());
        config.task = "pair";
        QCOMPARE(RunConfig::fromJson(config.toJson(), "c").task, std::string("pair"));
        auto document = config.toJson();
        document["task"] = "juggle";
        QVERIFY(messageOf([&] { RunConfig::fromJson(document, "c"); }).startsWith("c: task: expected "));
    }
};

QTEST_GUILESS_MAIN(TaskChoiceTest)
#include "task_choice_test.moc"
