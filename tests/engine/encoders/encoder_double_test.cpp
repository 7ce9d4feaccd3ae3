#include "autodiff/ops_loss.h"
#include "nn/pooling.h"
#include "small_encoder.h"

using namespace headlight;

/// What holds for every encoder of the registry; in double, so that nothing hides in rounding.
class EncoderDoubleTest : public QObject {
    Q_OBJECT

    static std::string id() {
        QFETCH(QString, id);
        return id.toStdString();
    }
    static std::string preset() {
        QFETCH(QString, preset);
        return preset.toStdString();
    }
    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }

private slots:
    void gradients_data() { addEncoderRows(); }
    void gradients() {
        for (const double keep : {1.0, 0.8}) {
            SmallEncoder small(id(), preset(), {}, keep);
            const GradientError error = gradientErrorOf(small);
            QVERIFY2(error.relative <= 1e-6,
                     qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
        }
    }

    /// With what an encoder adds to the loss itself.
    void gradientsOfTheLoss_data() { addEncoderRows(); }
    void gradientsOfTheLoss() {
        SmallEncoder small(id(), preset());
        const Layout layout({4, 1, 3});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 5);
        const std::vector<Target> targets(std::size_t(small.encoder->pools() ? layout.sequences() : layout.tokens()),
                                          0);
        std::deque<Context> contexts;
        const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
            Context& context = contexts.emplace_back(tape, layout);
            context.train(RandomKey(4));
            context.setExampleWeight(Real(0.25));
            const Var y = small.encoder->forward(context, tape.constant(x));
            return context.withPenalties(divergence(y, targets, context.exampleWeight()));
        });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

    void batchMatesDoNotMatter_data() { addEncoderRows(); }
    void batchMatesDoNotMatter() {
        const SmallEncoder small(id(), preset(), {}, 0.7);
        const std::vector<Index> lengths = {3, 1, 70, 2, 9};
        Layout all;
        for (std::size_t s = 0; s < lengths.size(); ++s)
            all.add(lengths[s], 100 + s);
        const Matrix x = randomMatrix(SmallEncoder::inputs, all.tokens(), 6);
        const Matrix evaluated = small.output(all, x), trained = small.trained(all, x);
        QVERIFY(small.parameters.size() == 0 || !close(evaluated, trained)); // dropout does something where it can
        for (std::size_t s = 0; s < lengths.size(); ++s) {
            Layout alone;
            alone.add(lengths[s], 100 + s);
            const Index begin = all.begin(Index(s));
            const Matrix own = x.middleCols(begin, lengths[s]);
            const bool pools = small.encoder->pools();
            const Index first = pools ? Index(s) : begin, count = pools ? 1 : lengths[s];
            QVERIFY(close(small.output(alone, own), evaluated.middleCols(first, count)));
            QVERIFY(close(small.trained(alone, own), trained.middleCols(first, count)));
        }
    }

    void bothFormsAgree_data() { addEncoderRows(); }
    void bothFormsAgree() {
        if (!hasOption(*encoderRow(id()).makeConfig(), "form"))
            return;
        const SmallEncoder fused(id(), preset(), {{"form", "fused"}});
        const SmallEncoder reference(id(), preset(), {{"form", "reference"}});
        const Layout layout({1, 2, 33, 65});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 7);
        QVERIFY(close(fused.output(layout, x), reference.output(layout, x)));
    }

    void wordOrderMattersOnlyThroughTheMask() { // REFERENCE §6, oracle 3: no mask, no positions, no order
        const SmallEncoder small("mtsa", "paper", {{"masks", "all"}});
        const Layout layout({6});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 8);
        Eigen::PermutationMatrix<Eigen::Dynamic> order(6);
        order.indices() << 3, 0, 5, 1, 4, 2;
        QVERIFY(close(small.output(layout, x * order), small.output(layout, x) * order));
        const SmallEncoder directed("mtsa", "paper");
        QVERIFY(!close(directed.output(layout, x * order), directed.output(layout, x) * order));
    }

    void reversedSentenceSwapsTheDirectionsOfDisa() { // oracle 3
        SmallEncoder small("disa", "paper");
        for (std::size_t p = 0; p < small.parameters.size(); ++p) {
            const std::string& name = small.parameters[p].name;
            if (const auto at = name.find("forward"); at != std::string::npos)
                small.parameters.find(std::string(name).replace(at, 7, "backward"))->value = small.parameters[p].value;
        }
        const Layout layout({7});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 9);
        const Matrix y = small.output(layout, x), reversed = small.output(layout, x.rowwise().reverse());
        QVERIFY(close(y.topRows(3), reversed.bottomRows(3).rowwise().reverse()));
        QVERIFY(close(y.bottomRows(3), reversed.topRows(3).rowwise().reverse()));
    }

    void mtsaWithoutSourceScoresIsMultihead() { // oracle 2
        SmallEncoder mtsa("mtsa", "paper", {{"combine", "none"}, {"masks", "fw, bw"}});
        SmallEncoder multihead("multihead", "paper", {{"positions", "none"}, {"masks", "fw, bw"}});
        mtsa.parameters.find("encoder.source2.weight")->value.setZero();
        mtsa.parameters.find("encoder.source2.bias")->value.setZero();
        for (const char* name : {"encoder.query.weight", "encoder.key.weight", "encoder.value.weight"})
            multihead.parameters.find(name)->value = mtsa.parameters.find(name)->value;
        const Layout layout({5, 1, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 10);
        QVERIFY(close(mtsa.output(layout, x), multihead.output(layout, x)));
    }

    void mtsaWithoutTokenScoresPoolsWhatIsVisible() { // oracle 2: R ≡ 0
        SmallEncoder mtsa("mtsa", "paper", {{"combine", "none"}, {"masks", "fw, bw"}});
        mtsa.parameters.find("encoder.query.weight")->value.setZero();
        const SmallEncoder without("mtsa", "paper", {{"combine", "none"}, {"token2token", "false"}});
        for (const char* name : {"encoder.value.weight", "encoder.key.weight", "encoder.source1.weight",
                                 "encoder.source1.bias", "encoder.source2.weight", "encoder.source2.bias"})
            const_cast<Parameter*>(without.parameters.find(name))->value = mtsa.parameters.find(name)->value;
        const Layout layout({5, 3});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 11);
        const Matrix y = mtsa.output(layout, x);
        QVERIFY(close(y, without.output(layout, x)));
        // A token that sees one other token gets that token's value, whatever the scores.
        const Matrix values = mtsa.parameters.find("encoder.value.weight")->value * x;
        QVERIFY(close(y.col(1).head(6), values.col(0).head(6)));
        QVERIFY(close(y.col(3).tail(6), values.col(4).tail(6)));
    }

    void mtsaWithoutItsModulesIsADenseLayer() {
        const SmallEncoder mtsa(
            "mtsa", "classification",
            {{"masks", "window(0)"}, {"token2token", "false"}, {"source", "none"}, {"combine", "none"}});
        const Layout layout({5, 1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 13);
        const Matrix z = (mtsa.parameters.find("encoder.value.weight")->value * x).colwise() +
                         mtsa.parameters.find("encoder.value.bias")->value.col(0);
        QVERIFY(close(mtsa.output(layout, x), z.cwiseMax(0)));
    }

    void aSentenceOfOneToken() { // oracle 8
        const Layout layout({1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 1, 12);
        QVERIFY(SmallEncoder("mtsa", "paper").output(layout, x).isZero(0));
        QVERIFY(SmallEncoder("multihead", "paper", {{"masks", "fw, bw"}}).output(layout, x).isZero(0));

        const SmallEncoder disa("disa", "paper", {{"directions", "forward"}}); // g ⊙ h
        const auto value = [&](const char* name) -> const Matrix& {
            return disa.parameters.find("encoder.forward." + std::string(name))->value;
        };
        const Matrix z = value("input.weight") * x + value("input.bias");
        const Matrix h = (z.array() > 0).select(z.array(), z.array().exp() - 1);
        const Matrix g = value("gate_input.weight") * h + value("gate_input.bias") + value("gate_attention.bias") +
                         value("gate_bias");
        QVERIFY(close(disa.output(layout, x), (h.array() / (1 + (-g.array()).exp())).matrix()));

        Parameters parameters;
        const SourceToTokenPooling pooling(Builder(parameters, 1), SmallEncoder::inputs, Activation::Relu, 1);
        Tape tape;
        Context context(tape, layout);
        QVERIFY(close(pooling.forward(context, tape.constant(x)).value(), x));
    }
};

QTEST_GUILESS_MAIN(EncoderDoubleTest)
#include "encoder_double_test.moc"
