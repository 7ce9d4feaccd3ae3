#include "attention/context_scores.h"
#include "autodiff/gradient_check.h"
#include "autodiff/ops_affine.h"
#include "autodiff/ops_convolution.h"
#include "autodiff/ops_dropout.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"
#include "autodiff/ops_loss.h"
#include "autodiff/ops_norm.h"
#include "autodiff/ops_pairs.h"
#include "autodiff/ops_sequence.h"

#include <QtTest>

using namespace headlight;

namespace {

const Layout layout({3, 1, 4});
/// The same columns, of sequences whose first tokens are elsewhere.
const Layout continued = [] {
    Layout rest;
    rest.add(3, 0, 1);
    rest.add(1, 1, 6);
    rest.add(4, 2);
    return rest;
}();
const std::vector<int> ids = {2, 5, 2, 3, 4, 0, 1, 5};
const std::vector<Target> targets = {1, 0, 2, 2, {1, 0.3}, 0, {0, 0.85}, 1};

/// The parameters of one case: "w" weight, "f" filters, "x" and "z" values, "b" bias, "table".
struct Case {
    const char* name;
    std::function<Var(Tape&, const Parameters&)> compute;
};

Parameters someParameters() {
    Parameters parameters;
    parameters.add("w", Parameter::Kind::Weight, 5, 4);
    parameters.add("v", Parameter::Kind::Weight, 5, 5);
    parameters.add("x", Parameter::Kind::Weight, 4, 8);
    parameters.add("y", Parameter::Kind::Weight, 5, 8);
    parameters.add("z", Parameter::Kind::Weight, 5, 8);
    parameters.add("f", Parameter::Kind::Weight, 5, 20);
    parameters.add("b", Parameter::Kind::Bias, 5, 1);
    parameters.add("c", Parameter::Kind::Bias, 5, 1);
    Parameter& table = parameters.add("table", Parameter::Kind::Table, 5, 6);
    table.trainBegin = 2;
    table.trainEnd = 5;
    Random random(RandomKey(7));
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (Index k = 0; k < parameters[p].value.size(); ++k)
            parameters[p].value.data()[k] = Real(random.normal());
    return parameters;
}

Dropout dropoutFor(std::uint64_t site) {
    return {Real(0.6), RandomKey(3).with(site), &layout, nullptr};
}

const std::vector<Case>& cases() {
    static const auto var = [](Tape& tape, const Parameters& p, const char* name) {
        return tape.parameter(*p.find(name));
    };
    static const auto dense = [](Activation activation) {
        return [activation](Tape& t, const Parameters& p) {
            return affine({{var(t, p, "x"), var(t, p, "w"), {}}}, {var(t, p, "b")}, activation);
        };
    };
    static const auto same = [](Index window, Dropout dropout, Activation activation) {
        return [=](Tape& t, const Parameters& p) {
            return convolution(var(t, p, "x"), var(t, p, "f").columns(0, 4 * window), var(t, p, "b"), layout, dropout,
                               activation);
        };
    };
    static const auto largest = [](Index window, Dropout dropout, Activation activation) {
        return [=](Tape& t, const Parameters& p) {
            Var result = t.make(5, layout.sequences(), true);
            const auto into = [&](Index begin, Index count) {
                largestConvolutionInto(result.block(begin, count), var(t, p, "x"),
                                       var(t, p, "f").block(begin, count).columns(0, 4 * window),
                                       var(t, p, "b").block(begin, count), layout, dropout, activation);
            };
            into(0, 2);
            into(2, 3);
            return result;
        };
    };
    static const std::vector<Case> table = {
        {"affine", dense(Activation::None)},
        {"affine relu", dense(Activation::Relu)},
        {"affine elu", dense(Activation::Elu)},
        {"affine tanh", dense(Activation::Tanh)},
        {"affine sigmoid", dense(Activation::Sigmoid)},
        {"affine gelu", dense(Activation::Gelu)},
        {"affine gelu by tanh", dense(Activation::GeluTanh)},
        {"affine silu", dense(Activation::Silu)},
        {"affine dropout",
         [](Tape& t, const Parameters& p) {
             return affine(
                 {{var(t, p, "x"), var(t, p, "w"), dropoutFor(1)}, {var(t, p, "y"), var(t, p, "v"), dropoutFor(2)}},
                 {var(t, p, "b"), Var(), var(t, p, "c")}, Activation::Sigmoid);
         }},
        {"affine biases of groups",
         [](Tape& t, const Parameters& p) {
             static const std::vector<Index> ofToken = {0, 0, 2, 2, 2, 4, 1, 0}; // none of column 3
             return affine({{var(t, p, "x"), var(t, p, "w")}, {Var(), var(t, p, "v")}},
                           {var(t, p, "b"), {var(t, p, "v"), ofToken}}, Activation::Tanh);
         }},
        {"affine blocks",
         [](Tape& t, const Parameters& p) {
             Var result = t.make(5, 8, true);
             affineInto(result.block(0, 1), {{var(t, p, "x"), var(t, p, "w").block(3, 1), {}}}, {}, Activation::Tanh);
             affineInto(result.block(1, 1), {{var(t, p, "x"), var(t, p, "w").block(4, 1), {}}}, {}, Activation::Gelu);
             affineInto(result.block(2, 3), {{var(t, p, "y"), var(t, p, "v").block(1, 3), {}}},
                        {var(t, p, "b").block(2, 3)});
             return add(result, var(t, p, "z"));
         }},
        {"add and scale", [](Tape& t, const Parameters& p) { return add(scale(var(t, p, "y"), 3), var(t, p, "z")); }},
        {"value used twice",
         [](Tape& t, const Parameters& p) {
             Var h = dense(Activation::Tanh)(t, p);
             return add(add(h, var(t, p, "y")), affine({{h, var(t, p, "v"), {}}}, {}));
         }},
        {"multiply", [](Tape& t, const Parameters& p) { return multiply(var(t, p, "y"), var(t, p, "z")); }},
        {"multiply by itself", [](Tape& t, const Parameters& p) { return multiply(var(t, p, "y"), var(t, p, "y")); }},
        {"layer norm",
         [](Tape& t, const Parameters& p) {
             return layerNorm(var(t, p, "y"), var(t, p, "b"), var(t, p, "c"), Real(1e-5));
         }},
        {"gated",
         [](Tape& t, const Parameters& p) {
             return gated(dense(Activation::Sigmoid)(t, p), var(t, p, "y"), var(t, p, "z"));
         }},
        {"layer norm of heads",
         [](Tape& t, const Parameters& p) {
             return layerNorm(var(t, p, "x"), var(t, p, "b").block(1, 2), var(t, p, "c").block(3, 2), Real(1e-2));
         }},
        {"layer norm without bias",
         [](Tape& t, const Parameters& p) {
             return layerNorm(var(t, p, "y"), var(t, p, "b"), {}, Real(1e-5));
         }},
        {"layer norm without gain",
         [](Tape& t, const Parameters& p) {
             return layerNorm(var(t, p, "y"), {}, var(t, p, "c"), Real(1e-5));
         }},
        {"root mean square norm",
         [](Tape& t, const Parameters& p) { return rootMeanSquareNorm(var(t, p, "y"), var(t, p, "b"), Real(1e-2)); }},
        {"root mean square norm of heads",
         [](Tape& t, const Parameters& p) {
             return rootMeanSquareNorm(var(t, p, "x"), var(t, p, "b").block(1, 2), Real(1e-2), 1);
         }},
        {"root mean square norm without gain",
         [](Tape& t, const Parameters& p) { return rootMeanSquareNorm(var(t, p, "y"), {}, Real(1e-5)); }},
        {"add bias", [](Tape& t, const Parameters& p) { return addBias(var(t, p, "y"), var(t, p, "b")); }},
        {"scale rows", [](Tape& t, const Parameters& p) { return scaleRows(var(t, p, "y"), var(t, p, "b")); }},
        {"activated", [](Tape& t, const Parameters& p) { return activated(var(t, p, "y"), Activation::Elu); }},
        {"activated by the input",
         [](Tape& t, const Parameters& p) { return activated(var(t, p, "y").block(1, 3), Activation::Gelu); }},
        {"dropped", [](Tape& t, const Parameters& p) { return dropped(var(t, p, "y"), dropoutFor(5)); }},
        {"gated linear", [](Tape& t, const Parameters& p) { return gatedLinear(var(t, p, "y"), var(t, p, "z")); }},
        {"convolution", same(1, {}, Activation::None)},
        {"convolution of an even window", same(2, {}, Activation::Tanh)},
        {"convolution wider than a sequence", same(5, {}, Activation::Sigmoid)},
        {"convolution dropout", same(3, dropoutFor(3), Activation::Elu)},
        {"convolution silu", same(3, {}, Activation::Silu)},
        {"largest convolution", largest(1, {}, Activation::None)},
        {"largest convolution wider than a sequence", largest(4, {}, Activation::Sigmoid)},
        {"largest convolution dropout", largest(3, dropoutFor(4), Activation::Relu)},
        {"mix by softmax",
         [](Tape& t, const Parameters& p) {
             Var score = t.make(10, 8, true);
             scaleInto(score.block(0, 5), var(t, p, "y"), 2);
             affineInto(score.block(5, 5), {{var(t, p, "x"), var(t, p, "w"), {}}}, {});
             const Var values[] = {var(t, p, "z"), dense(Activation::Tanh)(t, p)};
             return mixBySoftmax(score, values);
         }},
        {"lookup", [](Tape& t, const Parameters& p) { return lookup(t, *p.find("table"), ids); }},
        {"lookup of several columns a token",
         [](Tape& t, const Parameters& p) { return lookup(t, *p.find("table"), ids, 4); }},
        {"entry scores", [](Tape& t, const Parameters& p) { return entryScores(*p.find("table"), var(t, p, "y")); }},
        {"divergence", [](Tape& t, const Parameters& p) { return divergence(var(t, p, "y"), targets, Real(0.25)); }},
        {"divergence from smoothed targets",
         [](Tape& t, const Parameters& p) { return divergence(var(t, p, "y"), targets, Real(0.25), Real(0.2)); }},
        {"pool by softmax",
         [](Tape& t, const Parameters& p) { return poolBySoftmax(var(t, p, "y"), var(t, p, "z"), layout); }},
        {"pool of the scores themselves",
         [](Tape& t, const Parameters& p) { return poolBySoftmax(var(t, p, "y"), var(t, p, "y"), layout); }},
        {"pool by heads",
         [](Tape& t, const Parameters& p) { return poolByHeads(var(t, p, "x"), var(t, p, "z"), layout); }},
        {"match pairs", [](Tape& t, const Parameters& p) { return matchPairs(var(t, p, "y"), Difference::Signed); }},
        {"match pairs by distance",
         [](Tape& t, const Parameters& p) { return matchPairs(var(t, p, "y"), Difference::Absolute); }},
        {"relate pairs", [](Tape& t, const Parameters& p) { return relatePairs(var(t, p, "y")); }},
        {"overlap of heads", [](Tape& t, const Parameters& p) { return headOverlap(var(t, p, "x"), layout); }},
        {"similarity of heads",
         [](Tape& t, const Parameters& p) {
             const Var pooled = t.make(6, 4, true); // three heads of two features
             scaleInto(pooled.block(0, 4), var(t, p, "x").columns(0, 4), 2);
             scaleInto(pooled.block(4, 2), var(t, p, "y").block(0, 2).columns(0, 4), -1);
             return headSimilarity(pooled, 3);
         }},
        {"unit columns", [](Tape& t, const Parameters& p) { return unitColumns(var(t, p, "y"), Real(0.1)); }},
        {"context scores",
         [](Tape& t, const Parameters& p) { return contextScores(var(t, p, "b"), var(t, p, "y"), layout, 1); }},
        {"context scores of rank 2",
         [](Tape& t, const Parameters& p) {
             const Var contexts = scale(var(t, p, "x").columns(0, 3), Real(0.5)); // one a sequence
             return contextScores(contexts, var(t, p, "x"), layout, 2);
         }},
        {"pool each head",
         [](Tape& t, const Parameters& p) { return poolEachHead(var(t, p, "x").block(0, 2), var(t, p, "x"), layout); }},
        {"repeat over tokens",
         [](Tape& t, const Parameters& p) {
             return repeatOverTokens(sumOverTokens(multiply(var(t, p, "y"), var(t, p, "y")), layout), layout);
         }},
        {"scale by length",
         [](Tape& t, const Parameters& p) { return scaleByLength(var(t, p, "y"), layout, -1, Real(0.5), 3); }},
        {"add by position", // the fourth token of a sequence shares the third's column
         [](Tape& t, const Parameters& p) {
             return addByPosition(var(t, p, "y"), var(t, p, "v").columns(1, 3), layout);
         }},
        {"add by position where sequences are continued",
         [](Tape& t, const Parameters& p) {
             return addByPosition(var(t, p, "y"), var(t, p, "v").columns(1, 3), continued);
         }},
        {"add by position, as large as the token, where sequences are continued",
         [](Tape& t, const Parameters& p) {
             const Var code = t.make(var(t, p, "y").rows(), continued.positions(), false);
             for (Index k = 0; k < code.cols(); ++k)
                 code.value().col(k).setLinSpaced(Real(k) - 1, Real(k) + 2);
             return addByPositionInSize(var(t, p, "y"), code, continued);
         }},
        {"add by position, as large as the token",
         [](Tape& t, const Parameters& p) {
             const Var code = t.make(var(t, p, "y").rows(), layout.longest(), false);
             for (Index k = 0; k < code.cols(); ++k)
                 code.value().col(k).setLinSpaced(Real(k) - 1, Real(k) + 2);
             return addByPositionInSize(var(t, p, "y"), code, layout);
         }},
        {"add dropped",
         [](Tape& t, const Parameters& p) { return addDropped(var(t, p, "y"), var(t, p, "z"), dropoutFor(1)); }},
        {"add dropped to itself",
         [](Tape& t, const Parameters& p) { return addDropped(var(t, p, "y"), var(t, p, "y"), dropoutFor(1)); }},
        {"sum over tokens", [](Tape& t, const Parameters& p) { return sumOverTokens(var(t, p, "y"), layout); }},
        {"mean over tokens", [](Tape& t, const Parameters& p) { return meanOverTokens(var(t, p, "y"), layout); }},
        {"max over tokens", [](Tape& t, const Parameters& p) { return maxOverTokens(var(t, p, "y"), layout); }},
        {"gather columns",
         [](Tape& t, const Parameters& p) {
             static const std::vector<Index> from = {2, -1, 2, 7, 0};
             return gatherColumns(var(t, p, "y"), from);
         }},
        {"column per sequence",
         [](Tape& t, const Parameters& p) {
             static const std::vector<Target> places = {1, 0, 3};
             return divergence(columnPerSequence(var(t, p, "y").block(2, 1), layout), places, 1, Real(0.1));
         }},
    };
    return table;
}

} // namespace

class OpsDoubleTest : public QObject {
    Q_OBJECT
private slots:
    void gradients_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(cases().size()); ++i)
            QTest::newRow(cases()[std::size_t(i)].name) << i;
    }

    void gradients() {
        QFETCH(int, index);
        Parameters parameters = someParameters();
        const Case& c = cases()[std::size_t(index)];
        const GradientError error = checkGradients(parameters, [&](Tape& tape) { return c.compute(tape, parameters); });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

    void aWrongGradientIsFound() {
        Parameters parameters = someParameters();
        const GradientError error = checkGradients(parameters, [&](Tape& tape) {
            Var x = tape.parameter(*parameters.find("y"));
            Var y = tape.make(5, 8, true);
            y.value() = x.value().cwiseProduct(x.value());
            tape.record(y, [x, y] { x.addGradient(y.gradient().cwiseProduct(x.value())); }); // the factor 2 is missing
            return y;
        });
        QVERIFY(error.relative > 0.1);
        QCOMPARE(error.parameter, std::string("y"));
    }
};

QTEST_GUILESS_MAIN(OpsDoubleTest)
#include "ops_double_test.moc"
