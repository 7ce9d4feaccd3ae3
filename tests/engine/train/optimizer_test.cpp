#include "engine/encoders/golden_model.h"
#include "train/optimizer.h"

#include <QtTest>
#include <set>

using namespace headlight;

namespace {

TrainOptions optionsOf(const std::string& optimizer, double momentum = 0.9) {
    TrainOptions options;
    options.optimizer = optimizer;
    options.momentum = momentum;
    return options;
}

/// γ/2 ‖W‖² over what decays.
double penaltyOf(const Parameters& parameters, double gamma) {
    double sum = 0;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].decays)
            sum += gamma / 2 * parameters[p].value.cast<double>().squaredNorm();
    return sum;
}

/// A weight matrix, a bias and an embedding table of six words, and gradients for one step.
struct Small {
    Parameters parameters;
    Parameter &weight, &bias, &table;
    std::vector<Gradients> shards;
    ThreadPool pool;

    explicit Small(int shardCount = 1, int threads = 1)
        : weight(parameters.add("weight", Parameter::Kind::Weight, 300, 200)), // more than a thread takes at a time
          bias(parameters.add("bias", Parameter::Kind::Bias, 300, 1)),
          table(parameters.add("table", Parameter::Kind::Table, 4, 6)), pool(threads) {
        Random random(RandomKey(1));
        for (Parameter* parameter : {&weight, &bias, &table})
            for (Index k = 0; k < parameter->value.size(); ++k)
                parameter->value.data()[k] = Real(random.normal());
        for (int s = 0; s < shardCount; ++s) {
            Gradients& shard = shards.emplace_back(parameters);
            for (Parameter* parameter : {&weight, &bias}) {
                shard[parameter->index].touched = true;
                for (Index k = 0; k < parameter->value.size(); ++k)
                    shard[parameter->index].dense.data()[k] = Real(random.normal());
            }
            for (const Index word : {Index(3), Index(2 + s % 2)}) {
                const Vector gradient = Vector::Constant(4, Real(random.normal()));
                shard.addColumn(table.index, word, gradient.data());
            }
        }
    }
    double sum(double l2) { return sumShards(shards, parameters, l2, pool); }
    void clear() {
        for (Gradients& shard : shards)
            shard.clear();
    }
};

} // namespace

class OptimizerTest : public QObject {
    Q_OBJECT

private slots:
    void followsTheCurvesOfPyTorch_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("optimizer");
        for (const std::string& name : golden::caseNames())
            for (const std::string& optimizer : optimizerIds())
                QTest::addRow("%s %s", name.c_str(), optimizer.c_str())
                    << QString::fromStdString(name) << QString::fromStdString(optimizer);
    }
    /// Ten steps on the whole batch: model, gradients, penalty and update rule together (tests/golden/README.md).
    void followsTheCurvesOfPyTorch() {
        QFETCH(QString, name);
        QFETCH(QString, optimizer);
        const golden::Case c = golden::readCase(name.toStdString());
        // The engine's adam is TensorFlow 1's, as in the papers' code: ε stands beside the uncorrected root.
        const auto& curve = c.info["curves"].at(optimizer == "adam" ? "adam-tensorflow" : optimizer.toStdString());
        const double gamma = c.info["penalty"]["gamma"];
        golden::Model model(c, "fused");
        std::set<std::string> decaying;
        for (std::size_t p = 0; p < model.parameters.size(); ++p)
            if (model.parameters[p].decays)
                decaying.insert(model.parameters[p].name);
        QVERIFY(decaying == c.info["penalty"]["parameters"].get<std::set<std::string>>());

        ThreadPool pool(1);
        Optimizer method(model.parameters, optionsOf(optimizer.toStdString(), curve.value("momentum", 0.9)));
        std::vector<Gradients> shards;
        shards.emplace_back(model.parameters);
        const auto losses = curve["loss"].get<std::vector<double>>(),
                   penalties = curve["penalty"].get<std::vector<double>>();
        QCOMPARE(losses.size(), std::size_t(11));
        for (std::size_t step = 0; step < losses.size(); ++step) {
            shards[0].clear();
            const double loss = model.gradients(c, shards[0]), penalty = penaltyOf(model.parameters, gamma);
            const auto where = QString("step %1: loss %2, expected %3; penalty %4, expected %5")
                                   .arg(step)
                                   .arg(loss)
                                   .arg(losses[step])
                                   .arg(penalty)
                                   .arg(penalties[step]);
            QVERIFY2(std::abs(loss - losses[step]) <= 1e-4 * losses[step], qPrintable(where));
            QVERIFY2(std::abs(penalty - penalties[step]) <= 1e-4 * penalties[step], qPrintable(where));
            sumShards(shards, model.parameters, gamma, pool);
            method.update(model.parameters, shards[0], curve["lr"], 1, pool);
        }
    }

    void thePenaltyIsOnWeightMatricesOnly() {
        Small small;
        small.clear(); // no gradient at all: what is left is the penalty's
        const Matrix weight = small.weight.value, bias = small.bias.value, table = small.table.value;
        const double norm = small.sum(0.1);
        QVERIFY(std::abs(norm - 0.1 * weight.cast<double>().norm()) <= 1e-4 * norm);
        Optimizer(small.parameters, optionsOf("sgd")).update(small.parameters, small.shards[0], 0.5, 1, small.pool);
        QVERIFY(small.weight.value.isApprox(weight * Real(0.95)));
        QVERIFY(small.bias.value == bias && small.table.value == table);

        small.clear();
        small.weight.decays = false; // DiSA's score maps
        QCOMPARE(small.sum(0.1), 0.0);
    }

    void allMayDecay() {
        Small small;
        small.table.trainEnd = 5;
        small.clear();
        const Vector nothing = Vector::Zero(4);
        small.shards[0].addColumn(small.table.index, 3, nothing.data()); // a word of the batch
        const Matrix bias = small.bias.value, table = small.table.value;
        small.sum(0);
        TrainOptions options = optionsOf("sgd");
        options.decay = TrainOptions::Decay::All;
        options.l2 = 0.1;
        Optimizer method(small.parameters, options);
        method.update(small.parameters, small.shards[0], 0.5, 1, small.pool);
        method.bringUpAll(small.parameters, small.pool);
        QVERIFY(small.bias.value.isApprox(bias * Real(0.95)));
        for (Index word = 0; word < table.cols(); ++word) // the last one is not trained
            QVERIFY(small.table.value.col(word).isApprox(table.col(word) * Real(word < 5 ? 0.95 : 1)));
    }

    void whatDecaysIsNotClipped() {
        Small clipped;
        TrainOptions options = optionsOf("sgd", 0);
        options.decay = TrainOptions::Decay::All;
        options.l2 = 0.1;
        const Matrix weight = clipped.weight.value;
        clipped.sum(0);
        Optimizer(clipped.parameters, options).update(clipped.parameters, clipped.shards[0], 0.5, 0.25, clipped.pool);
        const Matrix gradient = clipped.shards[0][clipped.weight.index].dense;
        QVERIFY(clipped.weight.value.isApprox(weight - Real(0.5) * (Real(0.25) * gradient + Real(0.1) * weight)));
    }

    void aRestartForgetsMoments_data() {
        QTest::addColumn<QString>("optimizer");
        for (const std::string& optimizer : optimizerIds())
            QTest::newRow(optimizer.c_str()) << QString::fromStdString(optimizer);
    }
    void aRestartForgetsMoments() {
        QFETCH(QString, optimizer);
        Small small, same;
        Optimizer used(small.parameters, optionsOf(optimizer.toStdString())),
            fresh(same.parameters, optionsOf(optimizer.toStdString()));
        used.update(small.parameters, small.shards[0], 0.5, 1, small.pool);
        same.weight.value = small.weight.value;
        same.bias.value = small.bias.value;
        same.table.value = small.table.value;
        used.restart();
        used.update(small.parameters, small.shards[0], 0.5, 1, small.pool);
        fresh.update(same.parameters, same.shards[0], 0.5, 1, same.pool);
        QVERIFY(small.weight.value == same.weight.value && small.bias.value == same.bias.value);
        QVERIFY(small.table.value == same.table.value);
    }

    void wordsThatDoNotOccurStay_data() {
        QTest::addColumn<QString>("optimizer");
        for (const std::string& optimizer : optimizerIds())
            QTest::newRow(optimizer.c_str()) << QString::fromStdString(optimizer);
    }
    void wordsThatDoNotOccurStay() {
        QFETCH(QString, optimizer);
        Small small;
        small.table.trainBegin = 2;
        small.table.trainEnd = 5;
        Optimizer method(small.parameters, optionsOf(optimizer.toStdString()));
        const Matrix before = small.table.value;
        const std::vector<int> sentence = {0, 3, 5, 1, 4, 3};
        for (int step = 0; step < 10; ++step) {
            small.clear();
            Tape tape(&small.shards[0]);
            const Var words = lookup(tape, small.table, sentence);
            Var loss = tape.make(1, 1, true);
            loss.value().setZero();
            tape.record(loss, [words] { words.addGradient(Matrix::Constant(words.rows(), words.cols(), Real(0.3))); });
            tape.backward(loss);
            small.sum(0);
            method.update(small.parameters, small.shards[0], 0.1, 1, small.pool);
        }
        for (const Index word : {0, 1, 2, 5}) { // not trained, or (2) not seen
            QVERIFY(small.table.value.col(word) == before.col(word));
            for (const Matrix& memory : method.state()[small.table.index])
                QVERIFY(memory.col(word).isZero(0));
        }
        for (const Index word : {3, 4})
            QVERIFY((small.table.value.col(word).array() < before.col(word).array()).all());
        if (optimizer == "sgd") // word 3 stands twice in the sentence
            QVERIFY((small.table.value.col(3) - before.col(3))
                        .isApprox(2 * (small.table.value.col(4) - before.col(4)), Real(1e-4)));
    }

    void clippingScalesTheGradient() {
        Small once, scaled;
        const double norm = scaled.sum(0.01);
        double squares = 0;
        for (const Parameter* parameter : {&scaled.weight, &scaled.bias})
            squares += scaled.shards[0][parameter->index].dense.cast<double>().squaredNorm();
        const Gradients::Entry& words = scaled.shards[0][scaled.table.index];
        squares += words.dense.leftCols(Index(words.columns.size())).cast<double>().squaredNorm();
        QVERIFY(std::abs(norm - std::sqrt(squares)) <= 1e-4 * norm); // of all parameters together, with the penalty
        Optimizer(scaled.parameters, optionsOf("sgd", 0))
            .update(scaled.parameters, scaled.shards[0], 1, 5 / norm, scaled.pool);
        double moved = 0;
        for (std::size_t p = 0; p < scaled.parameters.size(); ++p)
            moved += (scaled.parameters[p].value - once.parameters[p].value).cast<double>().squaredNorm();
        QVERIFY(std::abs(std::sqrt(moved) - 5) <= 1e-3);
    }

    void threadsDoNotChangeABit() {
        for (const std::string& optimizer : optimizerIds()) {
            Small one(3, 1), two(3, 2);
            Optimizer first(one.parameters, optionsOf(optimizer)), second(two.parameters, optionsOf(optimizer));
            QVERIFY(one.sum(0.01) == two.sum(0.01));
            first.update(one.parameters, one.shards[0], 0.1, 0.5, one.pool);
            second.update(two.parameters, two.shards[0], 0.1, 0.5, two.pool);
            for (std::size_t p = 0; p < one.parameters.size(); ++p) {
                QVERIFY(one.parameters[p].value == two.parameters[p].value);
                QVERIFY(one.parameters[p].value != Small().parameters[p].value);
            }
        }
    }

    void shardsAddUp() {
        Small small(3);
        Matrix weight = small.shards[0][small.weight.index].dense;
        Matrix words = Matrix::Zero(4, 6);
        for (std::size_t s = 0; s < 3; ++s) {
            const Gradients::Entry& entry = small.shards[s][small.table.index];
            for (std::size_t k = 0; k < entry.columns.size(); ++k)
                words.col(entry.columns[k]) += entry.dense.col(Index(k));
            if (s > 0)
                weight += small.shards[s][small.weight.index].dense;
        }
        small.sum(0);
        QVERIFY(small.shards[0][small.weight.index].dense.isApprox(weight));
        const Gradients::Entry& entry = small.shards[0][small.table.index];
        QCOMPARE(std::set<Index>(entry.columns.begin(), entry.columns.end()), (std::set<Index>{2, 3}));
        for (std::size_t k = 0; k < entry.columns.size(); ++k)
            QVERIFY(entry.dense.col(Index(k)).isApprox(words.col(entry.columns[k])));
    }
};

QTEST_GUILESS_MAIN(OptimizerTest)
#include "optimizer_test.moc"
