#include "autodiff/gradient_check.h"
#include "autodiff/ops_dropout.h"
#include "autodiff/ops_recurrent.h"

#include <QtTest>

using namespace headlight;

namespace {

const Layout layout({3, 1, 4, 3, 1});
constexpr Index inputs = 4, features = 3;

/// Weights and biases of enough rows for each cell; of each op only the first rows are used.
Parameters someParameters() {
    Parameters parameters;
    parameters.add("x", Parameter::Kind::Weight, inputs, layout.tokens());
    parameters.add("own", Parameter::Kind::Weight, features, layout.tokens());
    parameters.add("w", Parameter::Kind::Weight, 4 * features, inputs);
    parameters.add("u", Parameter::Kind::Weight, 4 * features, features);
    parameters.add("b", Parameter::Kind::Bias, 4 * features, 1);
    parameters.add("c", Parameter::Kind::Bias, 4 * features, 1);
    Random random(RandomKey(7));
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (Index k = 0; k < parameters[p].value.size(); ++k)
            parameters[p].value.data()[k] = Real(random.normal());
    return parameters;
}

Dropout dropoutFor(std::uint64_t site) {
    return {Real(0.6), RandomKey(3).with(site), &layout, nullptr};
}

using Cell = void (*)(Tape&, const Parameters&, Var result, bool reversed);

Var var(Tape& tape, const Parameters& p, const char* name, Index rows) {
    return tape.parameter(*p.find(name)).block(0, rows);
}

AffineTerm input(Tape& tape, const Parameters& p, Index rows, const Dropout& dropout = {}) {
    return {var(tape, p, "x", inputs), var(tape, p, "w", rows), dropout};
}

void lstm(Tape& t, const Parameters& p, Var result, bool reversed) {
    constexpr Index rows = 4 * features;
    lstmInto(result, input(t, p, rows), var(t, p, "b", rows), var(t, p, "u", rows), layout, reversed);
}

void lstmWithoutBias(Tape& t, const Parameters& p, Var result, bool reversed) {
    constexpr Index rows = 4 * features;
    lstmInto(result, input(t, p, rows, dropoutFor(1)), Var(), var(t, p, "u", rows), layout, reversed);
}

void gruBefore(Tape& t, const Parameters& p, Var result, bool reversed) {
    constexpr Index rows = 3 * features;
    gruInto(result, input(t, p, rows), var(t, p, "b", rows), var(t, p, "u", rows), Var(), GruReset::Before, layout,
            reversed);
}

void gruAfter(Tape& t, const Parameters& p, Var result, bool reversed) {
    constexpr Index rows = 3 * features;
    gruInto(result, input(t, p, rows, dropoutFor(2)), var(t, p, "b", rows), var(t, p, "u", rows), var(t, p, "c", rows),
            GruReset::After, layout, reversed);
}

void sru(Tape& t, const Parameters& p, Var result, bool reversed) {
    const Var map = affine({input(t, p, 3 * features)}, {});
    sruInto(result, dropped(var(t, p, "own", features), dropoutFor(3)), dropped(map, dropoutFor(4)),
            var(t, p, "b", 2 * features), layout, reversed);
}

} // namespace

class OpsRecurrentDoubleTest : public QObject {
    Q_OBJECT

    static void addCells() {
        QTest::addColumn<int>("cell");
        int index = 0;
        for (const char* name : {"lstm", "lstm without bias", "gru reset before", "gru reset after", "sru"})
            QTest::newRow(name) << index++;
    }
    static Cell cell() {
        QFETCH(int, cell);
        return std::array<Cell, 5>{lstm, lstmWithoutBias, gruBefore, gruAfter, sru}[std::size_t(cell)];
    }

private slots:
    void gradients_data() { addCells(); }
    void gradients() {
        Parameters parameters = someParameters();
        const GradientError error = checkGradients(parameters, [&](Tape& tape) {
            const Var result = tape.make(2 * features, layout.tokens(), true);
            cell()(tape, parameters, result.block(0, features), false);
            cell()(tape, parameters, result.block(features, features), true);
            return result;
        });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

    void whatATokenGetsFromTheOthers_data() { addCells(); }
    void whatATokenGetsFromTheOthers() {
        Parameters parameters = someParameters();
        const auto output = [&](bool reversed) {
            Tape tape;
            const Var result = tape.make(features, layout.tokens(), false);
            cell()(tape, parameters, result, reversed);
            return Matrix(result.value());
        };
        const Matrix forward = output(false), backward = output(true);
        const Index changed = layout.begin(2) + 1; // the second of four tokens
        parameters.find("x")->value.col(changed).array() += 1;
        const Matrix forwardDifference = output(false) - forward, backwardDifference = output(true) - backward;
        for (Index j = 0; j < layout.tokens(); ++j) {
            const bool here = j >= layout.begin(2) && j < layout.end(2);
            QCOMPARE(forwardDifference.col(j).isZero(0), !(here && j >= changed));
            QCOMPARE(backwardDifference.col(j).isZero(0), !(here && j <= changed));
        }
    }

    void shapesThatDoNotFit() {
        const Parameters p = someParameters();
        Tape t;
        const Var result = t.make(features, layout.tokens(), false);
        const Var u = var(t, p, "u", 3 * features), b = var(t, p, "b", 3 * features);
        const AffineTerm term = input(t, p, 3 * features);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, lstmInto(result, term, b, u, layout, false));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                 gruInto(result, term, b, u, Var(), GruReset::After, layout, false));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument,
                                 gruInto(result, term, b, u, b, GruReset::Before, layout, false));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, sruInto(result, result, result, b, layout, false));
    }
};

QTEST_GUILESS_MAIN(OpsRecurrentDoubleTest)
#include "ops_recurrent_double_test.moc"
