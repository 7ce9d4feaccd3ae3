#include "train/optimizer.h"

#include <QtTest>
#include <fstream>
#include <limits>

using namespace headlight;
using Json = nlohmann::json;

namespace {

/// tests/golden/make_absent_words.py
const Json& cases() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/absent_words.json");
        return Json::parse(file);
    }();
    return document;
}

TrainOptions optionsOf(const Json& c) {
    TrainOptions options;
    options.l2 = 0;
    for (const auto& [name, value] : c["options"].items())
        trainFields().set(options, name, value.is_string() ? value.get<std::string>() : value.dump());
    return options;
}

/// A table whose words are trained as a case says.
struct Words {
    const Json& c;
    Parameters parameters;
    Parameter& table;
    Gradients gradients;
    ThreadPool pool;
    Optimizer optimizer;

    Words(const Json& c_, const TrainOptions& options, int threads = 1)
        : c(c_),
          table(parameters.add("table", Parameter::Kind::Table, Index(c["start"][0].size()), Index(c["start"].size()))),
          gradients(parameters), pool(threads), optimizer((fill(), parameters), options) {}
    void fill() {
        table.trainEnd = table.value.cols();
        for (Index word = 0; word < table.value.cols(); ++word)
            table.value.col(word) = vectorOf(c["start"][std::size_t(word)]);
    }
    static Vector vectorOf(const Json& numbers) {
        Vector vector(Index(numbers.size()));
        for (Index k = 0; k < vector.size(); ++k)
            vector[k] = Real(numbers[std::size_t(k)].get<double>());
        return vector;
    }
    std::size_t steps() const { return c["batches"].size(); }
    void step(std::size_t number) {
        gradients.clear();
        const auto words = c["batches"][number].get<std::vector<int>>();
        optimizer.bringUp(parameters, table, words);
        for (std::size_t k = 0; k < words.size(); ++k)
            gradients.addColumn(table.index, words[k], vectorOf(c["gradients"][number][k]).data());
        optimizer.update(parameters, gradients, c["rates"][number].get<double>(), 1, pool);
    }
    /// Of the farthest number from the case's end.
    double difference() const {
        double most = 0;
        for (Index word = 0; word < table.value.cols(); ++word)
            for (Index k = 0; k < table.value.rows(); ++k)
                most = std::max(most, std::abs(double(table.value(k, word)) -
                                               c["end"][std::size_t(word)][std::size_t(k)].get<double>()));
        return most;
    }
};

} // namespace

class AbsentWordsTest : public QObject {
    Q_OBJECT

private slots:
    void moveAsInPyTorchsDenseUpdates_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, c] : cases().items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void moveAsInPyTorchsDenseUpdates() {
        QFETCH(QString, name);
        const Json& c = cases()[name.toStdString()];
        Words words(c, optionsOf(c));
        for (std::size_t step = 0; step < words.steps(); ++step)
            words.step(step);
        words.optimizer.bringUpAll(words.parameters, words.pool);
        QVERIFY2(words.difference() <= 1e-5, qPrintable(QString::number(words.difference())));
    }

    void stayWhereTheyAreOfALazyOptimizer() {
        for (const auto& [name, c] : cases().items()) {
            TrainOptions options = optionsOf(c);
            options.lazy = true;
            Words words(c, options);
            words.step(0);
            const Vector before = words.table.value.col(0);
            for (std::size_t step = 1; step < words.steps(); ++step)
                words.step(step);
            words.optimizer.bringUpAll(words.parameters, words.pool);
            QVERIFY(words.table.value.col(0) == before);
            QVERIFY(words.difference() > 1e-3);
        }
    }

    /// More steps than are remembered: made up for one by one, and together.
    void aLongAbsenceIsMadeUpForExactly() {
        for (const std::string& optimizer : denseOptimizerIds()) {
            TrainOptions options;
            options.optimizer = optimizer;
            options.l2 = 0;
            Words seldom(cases()["adam"], options), often(cases()["adam"], options);
            for (Words* words : {&seldom, &often})
                words->step(0);
            for (int step = 0; step < 3 * AbsentSteps::most + 7; ++step)
                for (Words* words : {&seldom, &often}) {
                    words->gradients.clear();
                    words->optimizer.update(words->parameters, words->gradients, 0.01, 1, words->pool);
                    if (words == &often)
                        words->optimizer.bringUpAll(words->parameters, words->pool);
                }
            seldom.optimizer.bringUpAll(seldom.parameters, seldom.pool);
            QVERIFY((seldom.table.value - often.table.value).cwiseAbs().maxCoeff() <= Real(2e-6));
            const auto state = [](Words& words) { return words.optimizer.state()[0][0]; };
            QVERIFY(state(seldom).cwiseAbs().maxCoeff() <= Real(1e-30));
            QVERIFY((state(seldom) - state(often)).cwiseAbs().maxCoeff() <= Real(1e-30));
        }
    }

    void threadsDoNotChangeABit() {
        const Json& c = cases()["adam"];
        Words one(c, optionsOf(c), 1), two(c, optionsOf(c), 2);
        for (Words* words : {&one, &two}) {
            for (std::size_t step = 0; step < words->steps(); ++step)
                words->step(step);
            words->optimizer.bringUpAll(words->parameters, words->pool);
        }
        QVERIFY(one.table.value == two.table.value);
    }

    /// Where a step is not linear in the weight nothing can be made up for: every word takes part in every step.
    void whereAllDecaysEveryWordMovesInEveryStep() {
        TrainOptions options;
        options.l2 = 0.1;
        options.decay = TrainOptions::Decay::All;
        for (const std::string& optimizer : optimizerIds()) {
            options.optimizer = optimizer;
            Words words(cases()["adam"], options);
            const Vector before = words.table.value.col(8); // is never in a batch
            for (std::size_t step = 0; step < 5; ++step)
                words.step(step);
            words.optimizer.bringUpAll(words.parameters, words.pool);
            QVERIFY((words.table.value.col(8).array() != before.array()).all());
            QVERIFY(words.table.value.col(8).norm() < before.norm());
        }
    }

    void aCheckpointWhosePartsDoNotFitIsRefused() {
        const Json& c = cases()["adam"];
        Words words(c, optionsOf(c));
        for (std::size_t step = 0; step < 5; ++step)
            words.step(step);
        const std::vector<double> rates = words.optimizer.rates();
        QCOMPARE(rates.size(), std::size_t(5));
        QVERIFY(words.optimizer.resumeAt(5, rates));
        QVERIFY(!words.optimizer.resumeAt(-1, rates));
        QVERIFY(!words.optimizer.resumeAt(4, rates));
        QVERIFY(!words.optimizer.resumeAt(5, {0.1}));
        QVERIFY(!words.optimizer.resumeAt(5, {0.1, 0.1, std::numeric_limits<double>::infinity(), 0.1, 0.1}));
        for (const Real had : {Real(-1), Real(6), Real(2.5), std::numeric_limits<Real>::quiet_NaN()}) {
            words.optimizer.state()[0].back()(0, 3) = had;
            QVERIFY(!words.optimizer.resumeAt(5, rates));
        }
    }
};

QTEST_GUILESS_MAIN(AbsentWordsTest)
#include "absent_words_test.moc"
