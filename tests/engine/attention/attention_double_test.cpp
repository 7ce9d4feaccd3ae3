#include "attention/additive.h"
#include "attention/dot_product.h"
#include "attention/multi_dim.h"
#include "attention/token_source.h"
#include "autodiff/gradient_check.h"

#include <QtTest>

using namespace headlight;

namespace {

const Layout layout({5, 1, 2, 9});
constexpr Index heads = 2, width = 3;

/// "q", "k", "s", "v": [heads·width × tokens]; "a", "b": scalar scores [1 × tokens].
Parameters inputs(double spread = 1) {
    Parameters parameters;
    Random random(RandomKey(11));
    for (const char* name : {"q", "k", "s", "v"})
        parameters.add(name, Parameter::Kind::Weight, heads * width, layout.tokens());
    for (const char* name : {"a", "b"})
        parameters.add(name, Parameter::Kind::Weight, 1, layout.tokens());
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (Index i = 0; i < parameters[p].value.size(); ++i)
            parameters[p].value.data()[i] = Real(spread * random.normal());
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
    if (keep == 1)
        kernel.reference = [=](Tape& t, const Parameters& p) { return run(tokenSourceAttentionReference, t, p); };
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
        tokenSource("exp, exp", "fw, bw", {F::Exp, F::Exp}, true, true),
        tokenSource("sigmoid, exp", "fw, bw", {F::Sigmoid, F::Exp}, true, true),
        tokenSource("exp-tanh twice", "offdiag", {F::ExpTanh, F::ExpTanh}, true, true),
        tokenSource("exp, scaled sigmoid", "all", {F::Exp, F::ScaledSigmoid}, true, true),
        tokenSource("distances", "fw+logdist, bw+dist(0.3)", {F::Sigmoid, F::Exp}, true, true),
        tokenSource("without token2token", "fw, bw", {F::Exp, F::Exp}, false, true),
        tokenSource("without source2token", "fw, bw", {F::Sigmoid, F::Exp}, true, false),
        tokenSource("without both", "fw, window(1)", {F::Exp, F::Exp}, false, false),
        tokenSource("dropout", "fw, all", {F::Sigmoid, F::Exp}, true, true, 0.8),
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
        for (const double spread : {1.0, 30.0}) {
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
