#include "attention/additive.h"
#include "attention/dot_product.h"
#include "attention/multi_dim.h"
#include "attention/token_source.h"
#include "autodiff/gradient_check.h"
#include "autodiff/ops_elementwise.h"

#include <QtTest>

using namespace headlight;

namespace {

const Layout layout({5, 1, 2, 9});
constexpr Index heads = 2, width = 3;

/// "q", "k", "s", "v": [heads·width × tokens]; "a", "b": scalar scores [1 × tokens]; "deviations", "centres": [heads ×
/// tokens], "deviation" [heads × 1]; "rk", "rv": relative positions up to 2.
Parameters inputs(double spread = 1) {
    Parameters parameters;
    Random random(RandomKey(11));
    for (const char* name : {"q", "k", "s", "v"})
        parameters.add(name, Parameter::Kind::Weight, heads * width, layout.tokens());
    for (const char* name : {"a", "b"})
        parameters.add(name, Parameter::Kind::Weight, 1, layout.tokens());
    for (const char* name : {"rk", "rv"})
        parameters.add(name, Parameter::Kind::Weight, width, 5);
    for (const char* name : {"deviations", "centres"})
        parameters.add(name, Parameter::Kind::Weight, heads, layout.tokens());
    parameters.add("deviation", Parameter::Kind::Weight, heads, 1);
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (Index i = 0; i < parameters[p].value.size(); ++i)
            parameters[p].value.data()[i] = Real(spread * random.normal());
    for (const char* name : {"deviations", "deviation"})
        parameters.find(name)->value = parameters.find(name)->value.array().abs() + 0.7;
    parameters.find("centres")->value.array() += 1.3;
    return parameters;
}

std::vector<HeadMask> masksFor(const std::string& text) {
    std::vector<HeadMask> masks;
    for (const Mask& mask : spreadOver(parseMasks(text), heads))
        masks.emplace_back(mask);
    return masks;
}

Dropout dropoutFor(std::uint64_t site, double keep) {
    return {Real(keep), RandomKey(5).with(site), &layout, nullptr};
}

struct Kernel {
    QByteArray name;
    std::function<Var(Tape&, const Parameters&)> compute, reference;
    double widest = 30; ///< spread of inputs up to which both agree
};

Var at(Tape& tape, const Parameters& parameters, const char* name) {
    return tape.parameter(*parameters.find(name));
}

using ScorePair = std::pair<ScoreFunction, ScoreFunction>;

Kernel tokenSource(const QByteArray& name, const std::string& masks, ScorePair functions, bool dot, bool source,
                   double keep = 1) {
    const auto shared = std::make_shared<std::vector<HeadMask>>(masksFor(masks));
    const auto run = [=](auto op, Tape& t, const Parameters& p) {
        TokenSourceOptions options;
        options.heads = heads;
        options.masks = *shared;
        options.token = functions.first;
        options.source = functions.second;
        options.tokenDropout = dropoutFor(1, keep);
        options.sourceDropout = dropoutFor(2, keep);
        return op(dot ? at(t, p, "q") : Var(), dot ? at(t, p, "k") : Var(), source ? at(t, p, "s") : Var(),
                  at(t, p, "v"), layout, options);
    };
    Kernel kernel{"mtsa " + name, [=](Tape& t, const Parameters& p) { return run(tokenSourceAttention, t, p); }, {}};
    kernel.reference = [=](Tape& t, const Parameters& p) { return run(tokenSourceAttentionReference, t, p); };
    if (keep < 1) // what the fused form must compute directly gets no dropout there
        kernel.widest = 1;
    return kernel;
}

Kernel dotProduct(const QByteArray& name, const std::string& masks, double keep = 1) {
    const auto shared = std::make_shared<std::vector<HeadMask>>(masksFor(masks));
    Kernel kernel{"multihead " + name,
                  [=](Tape& t, const Parameters& p) {
                      DotProductOptions options;
                      options.heads = heads;
                      options.masks = *shared;
                      options.weightDropout = dropoutFor(1, keep);
                      return dotProductAttention(at(t, p, "q"), at(t, p, "k"), at(t, p, "v"), layout, options);
                  },
                  {}};
    if (keep == 1) // the tensorised form without source2token is dot-product attention (REFERENCE §6, oracle 2)
        kernel.reference = tokenSource(name, masks, {ScoreFunction::Exp, ScoreFunction::Exp}, true, false).reference;
    return kernel;
}

/// CSAN's area.
Kernel area(Index areaHeads, HeadArea::Border border, const std::string& mask, double keep = 1) {
    const auto shared =
        std::make_shared<std::vector<HeadMask>>(std::size_t(heads * width), HeadMask(Mask::parse(mask)));
    const auto run = [=](auto op, Tape& t, const Parameters& p) {
        DotProductOptions options;
        options.heads = heads * width; // heads of one feature, so that there are inner ones
        options.masks = *shared;
        options.area = {areaHeads, border};
        options.weightDropout = dropoutFor(1, keep);
        return op(at(t, p, "q"), at(t, p, "k"), at(t, p, "v"), layout, options);
    };
    return {"area " + QByteArray::number(int(areaHeads)) + " " +
                QByteArray::fromStdString(choiceText(borderNames(), border) + " " + mask) +
                (keep < 1 ? " dropout" : ""),
            [=](Tape& t, const Parameters& p) { return run(dotProductAttention, t, p); },
            [=](Tape& t, const Parameters& p) { return run(dotProductAttentionReference, t, p); }};
}

Kernel referenceWithDropout() {
    const auto shared = std::make_shared<std::vector<HeadMask>>(masksFor("window(2)"));
    return {"reference dropout",
            [=](Tape& t, const Parameters& p) {
                DotProductOptions options;
                options.heads = heads;
                options.masks = *shared;
                options.area = {3, HeadArea::Border::Circular};
                options.weightDropout = dropoutFor(1, 0.7);
                return dotProductAttentionReference(at(t, p, "q"), at(t, p, "k"), at(t, p, "v"), layout, options);
            },
            {}};
}

Kernel gaussian(const QByteArray& name, const char* deviation, bool centred, Real reach, double keep = 1,
                GaussianBias::Place place = GaussianBias::Place::Scores) {
    const auto shared = std::make_shared<std::vector<HeadMask>>(masksFor("all, fw+dist(0.2)"));
    return {"gaussian " + name,
            [=](Tape& t, const Parameters& p) {
                DotProductOptions options;
                options.heads = heads;
                options.masks = *shared;
                options.gaussian = {at(t, p, deviation), centred ? at(t, p, "centres") : Var(), reach, place};
                options.weightDropout = dropoutFor(1, keep);
                return dotProductAttention(at(t, p, "q"), at(t, p, "k"), at(t, p, "v"), layout, options);
            },
            {}};
}

Kernel relative(const QByteArray& name, const std::string& masks, double keep = 1) {
    const auto shared = std::make_shared<std::vector<HeadMask>>(masksFor(masks));
    return {"relative positions " + name,
            [=](Tape& t, const Parameters& p) {
                DotProductOptions options;
                options.heads = heads;
                options.masks = *shared;
                options.relative = {at(t, p, "rk"), at(t, p, "rv")};
                options.weightDropout = dropoutFor(1, keep);
                return dotProductAttention(at(t, p, "q"), at(t, p, "k"), at(t, p, "v"), layout, options);
            },
            {}};
}

Kernel multiDim(const std::string& mask) {
    const auto shared = std::make_shared<HeadMask>(Mask::parse(mask));
    const auto run = [=](auto op, Tape& t, const Parameters& p) {
        return op(at(t, p, "k"), at(t, p, "q"), at(t, p, "v"), layout, *shared, Real(5));
    };
    return {"disa " + QByteArray::fromStdString(mask),
            [=](Tape& t, const Parameters& p) { return run(multiDimAttention, t, p); },
            [=](Tape& t, const Parameters& p) { return run(multiDimAttentionReference, t, p); }};
}

Kernel additive(const std::string& mask) {
    const auto shared = std::make_shared<HeadMask>(Mask::parse(mask));
    return {"additive " + QByteArray::fromStdString(mask),
            [=](Tape& t, const Parameters& p) {
                return additiveAttention(at(t, p, "a"), at(t, p, "b"), at(t, p, "v"), layout, *shared, Real(5));
            },
            {}};
}

const std::vector<Kernel>& kernels() {
    using F = ScoreFunction;
    static const std::vector<Kernel> table = {
        dotProduct("all", "all"),
        dotProduct("fw, bw", "fw, bw"),
        dotProduct("dropout", "all", 0.7),
        dotProduct("fa and block", "fa(2)+logdist, block(2)+dist(0.5)"),
        area(3, HeadArea::Border::Truncate, "window(1)"),
        area(3, HeadArea::Border::Circular, "window(2)+dist(0.4)"),
        area(5, HeadArea::Border::Replicate, "fa(2)"),
        area(3, HeadArea::Border::Released, "window(1)+fw"),
        area(15, HeadArea::Border::Circular, "all"),
        area(3, HeadArea::Border::Released, "window(2)", 0.7),
        referenceWithDropout(),
        gaussian("at the query", "deviation", false, std::numeric_limits<Real>::infinity()),
        gaussian("predicted", "deviations", true, std::numeric_limits<Real>::infinity(), 0.8),
        gaussian("within reach", "deviation", true, 2),
        gaussian("over the weights", "deviation", false, std::numeric_limits<Real>::infinity(), 1,
                 GaussianBias::Place::Weights),
        gaussian("over the weights, predicted", "deviations", true, 2, 0.8, GaussianBias::Place::Weights),
        relative("everywhere", "all"),
        relative("in a window", "window(3), bw", 0.7),
        tokenSource("exp, exp", "fw, bw", {F::Exp, F::Exp}, true, true),
        tokenSource("sigmoid, exp", "fw, bw", {F::Sigmoid, F::Exp}, true, true),
        tokenSource("exp-tanh twice", "offdiag", {F::ExpTanh, F::ExpTanh}, true, true),
        tokenSource("exp, scaled sigmoid", "all", {F::Exp, F::ScaledSigmoid}, true, true),
        tokenSource("distances", "fw+logdist, bw+dist(0.3)", {F::Sigmoid, F::Exp}, true, true),
        tokenSource("without token2token", "fw, bw", {F::Exp, F::Exp}, false, true),
        tokenSource("without source2token", "fw, bw", {F::Sigmoid, F::Exp}, true, false),
        tokenSource("without both", "fw, window(1)", {F::Exp, F::Exp}, false, false),
        tokenSource("dropout", "fw, all", {F::Sigmoid, F::Exp}, true, true, 0.8),
        tokenSource("dropout behind", "bw, window(1)", {F::Exp, F::Exp}, true, true, 0.6),
        tokenSource("dropout of token2token", "offdiag", {F::Exp, F::Exp}, true, false, 0.6),
        tokenSource("dropout of source2token", "bw", {F::Exp, F::ExpTanh}, false, true, 0.6),
        multiDim("fw"),
        multiDim("bw"),
        multiDim("offdiag"),
        multiDim("fw+dist(0.7)"),
        additive("fw"),
        additive("all"),
        additive("bw+logdist"),
        additive("fa(1)"),
    };
    return table;
}

void addRows() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(kernels().size()); ++i)
        QTest::newRow(kernels()[std::size_t(i)].name) << i;
}

} // namespace

class AttentionDoubleTest : public QObject {
    Q_OBJECT

    static void verify(Parameters& parameters, const std::function<Var(Tape&, const Parameters&)>& compute) {
        const GradientError error = checkGradients(parameters, [&](Tape& tape) { return compute(tape, parameters); });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

private slots:
    void gradients_data() { addRows(); }
    void gradients() {
        QFETCH(int, index);
        Parameters parameters = inputs();
        verify(parameters, kernels()[std::size_t(index)].compute);
        if (const auto& reference = kernels()[std::size_t(index)].reference)
            verify(parameters, reference);
    }

    void fusedEqualsReference_data() { addRows(); }
    void fusedEqualsReference() {
        QFETCH(int, index);
        const Kernel& kernel = kernels()[std::size_t(index)];
        if (!kernel.reference)
            return;
        // A wide spread makes normalisers of features vanish in the fused form, which must then compute them directly.
        for (const double spread : {1.0, kernel.widest}) {
            const Parameters parameters = inputs(spread);
            Tape fused, reference;
            const Matrix a = kernel.compute(fused, parameters).value(),
                         b = kernel.reference(reference, parameters).value();
            QVERIFY2((a - b).norm() <= 1e-10 * (1 + b.norm()), qPrintable(QString("at spread %1").arg(spread)));
        }
    }

    void gradientsWhereNormalisersVanish() {
        Parameters parameters = inputs(1);
        // Feature 0 of the last token is so far ahead of the others that queries which do not see it underflow.
        parameters.find("s")->value(0, layout.tokens() - 1) = 900;
        const Kernel kernel = tokenSource("", "fw, bw", {ScoreFunction::Exp, ScoreFunction::Exp}, true, true);
        Tape fused, reference;
        QVERIFY(
            kernel.compute(fused, parameters).value().isApprox(kernel.reference(reference, parameters).value(), 1e-10));
        verify(parameters, kernel.compute);
    }

    void queriesThatSeeNothingGetZeros() {
        const Parameters parameters = inputs();
        for (const Kernel& kernel :
             {multiDim("fw"), tokenSource("", "fw", {ScoreFunction::Exp, ScoreFunction::Exp}, true, true),
              dotProduct("", "fw"), additive("fw")}) {
            Tape tape;
            const Matrix y = kernel.compute(tape, parameters).value();
            for (Index s = 0; s < layout.sequences(); ++s) {
                QVERIFY(y.col(layout.begin(s)).isZero(0));
                if (layout.length(s) > 1)
                    QVERIFY(!y.col(layout.begin(s) + 1).isZero(1e-6));
            }
        }
    }

    void aConstantPerFeatureOrQueryChangesNothing() { // REFERENCE §6, oracle 2
        Parameters parameters = inputs();
        const Kernel kernel = tokenSource("", "fw, bw", {ScoreFunction::Exp, ScoreFunction::Exp}, true, true);
        Tape before, after;
        const Matrix a = kernel.compute(before, parameters).value();
        parameters.find("s")->value.colwise() += Vector::LinSpaced(heads * width, -20, 30);
        const Matrix b = kernel.compute(after, parameters).value();
        QVERIFY(a.isApprox(b, 1e-10));
    }

    void biasAndRelativePositionsByDefinition() {
        const Parameters p = inputs();
        const std::vector<HeadMask> masks = masksFor("all");
        const auto value = [&](const char* name) -> const Matrix& { return p.find(name)->value; };
        for (const auto& [withBias, overWeights] :
             {std::pair(true, false), std::pair(true, true), std::pair(false, false)}) {
            Tape tape;
            DotProductOptions options;
            options.heads = heads;
            options.masks = masks;
            if (withBias)
                options.gaussian = {at(tape, p, "deviations"), at(tape, p, "centres"), 2,
                                    overWeights ? GaussianBias::Place::Weights : GaussianBias::Place::Scores};
            else
                options.relative = {at(tape, p, "rk"), at(tape, p, "rv")};
            const Matrix y =
                dotProductAttention(at(tape, p, "q"), at(tape, p, "k"), at(tape, p, "v"), layout, options).value();
            const Index begin = layout.begin(3), j = begin + 5; // one query of the last sequence, of its second head
            Vector expected = Vector::Zero(width);
            Real sum = 0;
            for (Index i = begin; i < layout.end(3); ++i) {
                const Index c = std::clamp<Index>(i - j, -2, 2) + 2;
                Vector k = value("k").col(i).tail(width), v = value("v").col(i).tail(width);
                if (!withBias) {
                    k += value("rk").col(c);
                    v += value("rv").col(c);
                }
                Real bell = 1;
                if (withBias) {
                    const Real apart = Real(i - begin) - value("centres")(1, j), sigma = value("deviations")(1, j);
                    if (std::abs(apart) > 2)
                        continue;
                    bell = std::exp(-apart * apart / (2 * sigma * sigma));
                }
                const Real share = std::exp(k.dot(value("q").col(j).tail(width)) / std::sqrt(Real(width)));
                sum += share * (overWeights ? 1 : bell);
                expected += share * bell * v;
            }
            QVERIFY(y.col(j).tail(width).isApprox(expected / sum, 1e-10));
        }
    }

    /// As in CSAN's released code: the last distance shares the vectors of the one before it.
    void aTableOfAnEvenNumberOfDistances() {
        const Parameters p = inputs();
        const std::vector<HeadMask> masks = masksFor("all");
        const auto attended = [&](const std::vector<Index>& columns) {
            Tape tape;
            const Matrix key = p.find("rk")->value(Eigen::all, columns),
                         value = p.find("rv")->value(Eigen::all, columns);
            DotProductOptions options;
            options.heads = heads;
            options.masks = masks;
            options.relative = {tape.constant(key), tape.constant(value)};
            return Matrix(
                dotProductAttention(at(tape, p, "q"), at(tape, p, "k"), at(tape, p, "v"), layout, options).value());
        };
        QVERIFY(attended({0, 1, 2, 3}).isApprox(attended({0, 1, 2, 3, 3}), 1e-12));
        QVERIFY(!attended({0, 1, 2, 3}).isApprox(attended({0, 1, 2, 3, 4}), 1e-3));
    }

    void aNarrowWindowIsCutIntoShortTiles() {
        QCOMPARE(tileQueries(HeadMask(Mask::parse("window(5)")), Rectangle::square(1000)), Index(16));
        QCOMPARE(tileQueries(HeadMask(Mask::parse("window(20)")), Rectangle::square(1000)), Index(48));
        QCOMPARE(tileQueries(HeadMask(Mask::all()), Rectangle::square(1000)), Index(64));
    }

    void featureWiseScoresOfLargeTermsThatCancel() {
        const Layout one({6});
        const HeadMask fw(Mask::parse("fw"));
        Random random(RandomKey(3));
        Matrix x[3] = {Matrix(3, 6), Matrix(3, 6), Matrix(3, 6)};
        for (Matrix& m : x)
            for (Index i = 0; i < m.size(); ++i)
                m.data()[i] = Real(random.normal());
        x[0].array() += 2000; // e^(2x/c) of either is out of range
        x[1].array() -= 2000;
        std::vector<Matrix> found[2];
        for (const bool fused : {true, false}) {
            Tape tape{Tape::OnlyInputs()};
            const Var k = tape.input(x[0]), q = tape.input(x[1]), v = tape.input(x[2]);
            const Var y = (fused ? multiDimAttention : multiDimAttentionReference)(k, q, v, one, fw, Real(5));
            found[fused].push_back(y.value());
            tape.backward(weightedSum(y, x[2]));
            for (const Var& input : {k, q, v})
                found[fused].push_back(input.gradient());
        }
        for (std::size_t i = 0; i < found[0].size(); ++i)
            QVERIFY(found[true][i].isApprox(found[false][i], 1e-9));
    }

    void reversedInputSwapsTheDirections() { // oracle 3
        const Layout one({7});
        Matrix k(3, 7), q(3, 7), v(3, 7);
        Random random(RandomKey(2));
        for (Matrix* m : {&k, &q, &v})
            for (Index i = 0; i < m->size(); ++i)
                m->data()[i] = Real(random.normal());
        const Matrix rk = k.rowwise().reverse(), rq = q.rowwise().reverse(), rv = v.rowwise().reverse();
        Tape tape;
        const HeadMask fw(Mask::parse("fw")), bw(Mask::parse("bw"));
        const Matrix forward = multiDimAttention(tape.constant(k), tape.constant(q), tape.constant(v), one, fw).value();
        const Matrix backward =
            multiDimAttention(tape.constant(rk), tape.constant(rq), tape.constant(rv), one, bw).value();
        QVERIFY(forward.isApprox(backward.rowwise().reverse(), 1e-12));
    }
};

QTEST_GUILESS_MAIN(AttentionDoubleTest)
#include "attention_double_test.moc"
