#include "analysis/scale_plan.h"
#include "message_of.h"
#include "train/optimizer.h"
#include "train/unused_options.h"

#include <QtTest>

using namespace headlight;

namespace {

TrainOptions optionsOf(const std::string& optimizer, const std::string& decay = "weights") {
    TrainOptions options;
    options.optimizer = optimizer;
    trainFields().set(options, "decay", decay);
    options.l2 = 0.1;
    return options;
}

/// A weight matrix and a table of six words, trained on gradients that are drawn by the number of the step.
struct Training {
    static constexpr Index features = 4, vocabulary = 6;
    enum class Absent { Missing, Zero };

    Parameters parameters;
    Parameter &weight, &table;
    Gradients gradients;
    ThreadPool pool{1};
    Optimizer optimizer;
    double rate;

    explicit Training(const TrainOptions& options)
        : weight(parameters.add("weight", Parameter::Kind::Weight, 3, 5)),
          table(parameters.add("table", Parameter::Kind::Table, features, vocabulary)), gradients(parameters),
          optimizer((fill(), parameters), options), rate(std::stod(optimizerRow(options.optimizer).usualRate)) {}
    void fill() {
        table.trainEnd = vocabulary;
        Random random(RandomKey(1));
        for (Parameter* parameter : {&weight, &table})
            for (Index k = 0; k < parameter->value.size(); ++k)
                parameter->value.data()[k] = Real(random.normal());
    }
    /// Two words have a gradient; of the others it is zero, or there is none. Word 5 is in every tenth batch.
    void step(int number, Absent absent = Absent::Missing) {
        gradients.clear();
        Random random(RandomKey(100 + std::uint64_t(number)));
        gradients[weight.index].touched = true;
        for (Index k = 0; k < weight.value.size(); ++k)
            gradients[weight.index].dense.data()[k] = Real(random.normal());
        const std::vector<int> batch = {number % 5, number % 10 == 0 ? 5 : (number + 2) % 5};
        optimizer.bringUp(parameters, table, batch);
        for (int word = 0; word < int(vocabulary); ++word) {
            const bool isIn = word == batch[0] || word == batch[1];
            Vector gradient = Vector::Zero(features);
            for (Index k = 0; isIn && k < features; ++k)
                gradient[k] = Real(random.normal());
            if (isIn || absent == Absent::Zero)
                gradients.addColumn(table.index, word, gradient.data());
        }
        optimizer.update(parameters, gradients, rate, 1, pool);
    }
    void finish() { optimizer.bringUpAll(parameters, pool); }
    /// Takes what a checkpoint holds of another one.
    bool resume(Training& other) {
        weight.value = other.weight.value;
        table.value = other.table.value;
        optimizer.state() = other.optimizer.state();
        return optimizer.resumeAt(other.optimizer.steps(), other.optimizer.rates());
    }
};

} // namespace

/// What whoever adds a row of optimizerRows() owes.
class OptimizerRowsTest : public QObject {
    Q_OBJECT

    static void addRows() {
        QTest::addColumn<QString>("id");
        for (const OptimizerRow& row : optimizerRows())
            QTest::newRow(row.id.c_str()) << QString::fromStdString(row.id);
    }
    static void addRowsWithDecay() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("decay");
        for (const OptimizerRow& row : optimizerRows())
            for (const char* decay : {"weights", "all"})
                QTest::addRow("%s, %s decay", row.id.c_str(), decay) << QString::fromStdString(row.id) << decay;
    }

private slots:
    void optionsAreMadeOfTheRows_data() { addRows(); }
    void optionsAreMadeOfTheRows() {
        QFETCH(QString, id);
        const OptimizerRow& row = optimizerRow(id.toStdString());
        RunConfig config = RunConfig::forEncoder("avg");
        config.set("optimizer", row.id);
        config.set("learning_rate", row.usualRate);
        QCOMPARE(config.get("learning_rate"), row.usualRate);
        QCOMPARE(rateNote(config.train), std::string());
        QVERIFY(!row.help.empty());
        config.set("lazy", "true");
        QCOMPARE(messageOf([&] { checkUnusedOptions(config, {"lazy"}); }).isEmpty(), row.absent.has_value());
    }

    void theFirstRateIsOnlyForTheFirstOptimizer_data() { addRows(); }
    void theFirstRateIsOnlyForTheFirstOptimizer() {
        QFETCH(QString, id);
        const TrainOptions options = optionsOf(id.toStdString());
        const QString note = QString::fromStdString(rateNote(options));
        const OptimizerRow& row = optimizerRow(options.optimizer);
        const QString said = QString::fromStdString("for " + row.label + " " + row.usualRate);
        QCOMPARE(detail::formatNumber(TrainOptions().learningRate), optimizerRow(TrainOptions().optimizer).usualRate);
        QVERIFY2(options.optimizer == TrainOptions().optimizer ? note.isEmpty() : note.contains(said),
                 qPrintable(note));
    }

    void aResumedOneGoesOnToTheBit_data() { addRowsWithDecay(); }
    void aResumedOneGoesOnToTheBit() {
        QFETCH(QString, id);
        QFETCH(QString, decay);
        const TrainOptions options = optionsOf(id.toStdString(), decay.toStdString());
        Training whole(options), first(options), second(options);
        for (int step = 0; step < 23; ++step)
            whole.step(step);
        for (int step = 0; step < 13; ++step)
            first.step(step);
        QVERIFY(second.resume(first));
        for (int step = 13; step < 23; ++step)
            second.step(step);
        QVERIFY(whole.table.value == second.table.value); // some words still miss steps
        QVERIFY(whole.optimizer.state() == second.optimizer.state());
        for (Training* one : {&whole, &second})
            one->finish();
        QVERIFY(whole.weight.value == second.weight.value && whole.table.value == second.table.value);
        QVERIFY(whole.weight.value != first.weight.value);
    }

    /// Whether an absent word is moved by a step or later makes up for it: it gets where a gradient of zero takes it.
    void aDenseOneMovesAbsentWordsAsAGradientOfZeroDoes_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("decay");
        for (const std::string& id : denseOptimizerIds())
            QTest::addRow("%s, weights decay", id.c_str()) << QString::fromStdString(id) << "weights";
        for (const std::string& id : optimizerIds()) // the penalty moves words whose optimizer would not
            QTest::addRow("%s, all decay", id.c_str()) << QString::fromStdString(id) << "all";
    }
    void aDenseOneMovesAbsentWordsAsAGradientOfZeroDoes() {
        QFETCH(QString, id);
        QFETCH(QString, decay);
        const TrainOptions options = optionsOf(id.toStdString(), decay.toStdString());
        Training seldom(options), always(options);
        const Matrix before = seldom.table.value;
        for (int step = 0; step < 200; ++step) {
            seldom.step(step);
            always.step(step, Training::Absent::Zero);
        }
        for (Training* one : {&seldom, &always})
            one->finish();
        const Real difference = (seldom.table.value - always.table.value).cwiseAbs().maxCoeff();
        QVERIFY2(difference <= Real(1e-5), qPrintable(QString::number(double(difference))));
        QVERIFY((always.table.value - before).cwiseAbs().maxCoeff() > Real(1e-3));
    }

    void aLazyOneLeavesAbsentWordsAlone_data() { addRowsWithDecay(); }
    /// And one that never moves them, as long as they do not decay.
    void aLazyOneLeavesAbsentWordsAlone() {
        QFETCH(QString, id);
        QFETCH(QString, decay);
        TrainOptions options = optionsOf(id.toStdString(), decay.toStdString());
        options.lazy = optimizerRow(options.optimizer).absent || options.decay == TrainOptions::Decay::All;
        Training training(options);
        training.step(0); // has word 5
        const Vector before = training.table.value.col(5);
        for (int step = 1; step < 10; ++step)
            training.step(step);
        training.finish();
        QVERIFY(training.table.value.col(5) == before);
    }

    void aScalingPlanAcceptsIt_data() { addRows(); }
    void aScalingPlanAcceptsIt() {
        QFETCH(QString, id);
        ScalePlan plan;
        plan.models = parseScaledModels("avg");
        plan.lengths = {8};
        plan.optimizer = id.toStdString();
        QCOMPARE(ScalePlan::fromJson(plan.toJson(), "here").optimizer, plan.optimizer);
    }

    void anUnknownOneIsRefused() {
        QVERIFY(messageOf([] { optimizerRow("adm"); }).contains("unknown optimizer \"adm\". Did you mean \"adam\"?"));
        Parameters parameters;
        QVERIFY(messageOf([&] { Optimizer(parameters, optionsOf("adm")); }).contains("adm"));
        QVERIFY(messageOf([] { Optimizer::arraysOf(optionsOf("")); }).contains("unknown optimizer"));
    }
};

QTEST_GUILESS_MAIN(OptimizerRowsTest)
#include "optimizer_rows_test.moc"
