#include "autodiff/ops_elementwise.h"
#include "small_encoder.h"

using namespace headlight;

class MpsanDoubleTest : public QObject {
    Q_OBJECT

    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }

    /// Lets one group of tokens-position-weight win by far everywhere, so that the output is that group.
    static void choose(SmallEncoder& small, Index group) {
        Parameter& bias = *small.parameters.find("encoder.position_bias");
        bias.value.setZero();
        bias.value.middleRows(group * SmallEncoder::inputs, SmallEncoder::inputs).setConstant(2000);
    }

    /// A head's h from its parameters, and what its queries get by its map.
    struct Head {
        Matrix h, found;
    };
    static Head headOf(const SmallEncoder& small, const AttentionMap& map, const Matrix& x) {
        const auto value = [&](const std::string& name) -> const Matrix& {
            return small.parameters.find("encoder.head" + std::to_string(map.address.head) + ".input." + name)->value;
        };
        Head head;
        head.h = ((value("weight") * x).colwise() + value("bias").col(0)).cwiseMax(0);
        head.found = Matrix::Zero(head.h.rows(), x.cols());
        for (Index query = 0; query < map.queries; ++query)
            for (Index key = 0; key < map.keys; ++key)
                for (Index f = 0; f < head.h.rows(); ++f)
                    head.found(f, query) += Real(map.at(query, key, map.features == 1 ? 0 : f)) * head.h(f, key);
        return head;
    }

private slots:
    void gradients_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("gate, other width") << QStringList{"fusion=gate", "features=3"};
        QTest::newRow("gate, features, elu")
            << QStringList{"fusion=gate", "features=7", "scores=features", "activation=elu"};
        QTest::newRow("mean, other width") << QStringList{"fusion=none", "features=3"};
        QTest::newRow("one mask") << QStringList{"masks=all"};
        QTest::newRow("shared input layer") << QStringList{"input_layers=shared"};
        QTest::newRow("elu, reference") << QStringList{"scores=features", "activation=elu", "form=reference"};
    }
    void gradients() {
        QFETCH(QStringList, settings);
        OptionValues values;
        for (const QString& setting : settings)
            values.push_back({setting.section('=', 0, 0).toStdString(), setting.section('=', 1).toStdString()});
        SmallEncoder small("mpsan", "paper", values, 0.8);
        const GradientError error = gradientErrorOf(small);
        QVERIFY2(error.relative <= 1e-6, qPrintable(QString::fromStdString(error.parameter)));
    }

    void weightsOfTheGroupsSumToOne() { // REFERENCE §6, oracle 7: equal values stay what they are, whatever the weights
        Tape tape;
        const Matrix score = 3 * randomMatrix(12, 6, 1), value = randomMatrix(4, 6, 2);
        const Var v = tape.constant(value), values[] = {v, v, v};
        QVERIFY(close(mixBySoftmax(tape.constant(score), values).value(), value));
    }

    void groupsAreTheInputAndThenTheMasks() {
        const Layout layout({6, 1, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 3);
        SmallEncoder small("mpsan", "paper");
        choose(small, 0);
        QVERIFY(close(small.output(layout, x), x));
        choose(small, 1); // fw: first tokens see nothing
        const Matrix forward = small.output(layout, x);
        for (Index s = 0; s < layout.sequences(); ++s)
            QVERIFY(forward.col(layout.begin(s)).isZero(0));
        const auto value = [&](const char* name) { return small.parameters.find(name)->value; };
        const Matrix z = (value("encoder.head0.input.weight") * x).colwise() + value("encoder.head0.input.bias").col(0);
        QVERIFY(close(forward.col(1), z.cwiseMax(0).col(0))); // the second sees the first alone
        choose(small, 2);
        const Matrix backward = small.output(layout, x);
        for (Index s = 0; s < layout.sequences(); ++s)
            QVERIFY(backward.col(layout.end(s) - 1).isZero(0));
    }

    void aFarFarawayMaskHidesOnlyTheTokenItself() { // oracle 7
        for (const char* scores : {"scalar", "features"}) {
            const SmallEncoder far("mpsan", "paper", {{"masks", "fa(6)"}, {"scores", scores}});
            const SmallEncoder all("mpsan", "paper", {{"masks", "offdiag"}, {"scores", scores}});
            const Layout layout({7, 3});
            const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 4);
            QVERIFY(close(far.output(layout, x), all.output(layout, x)));
            const SmallEncoder near("mpsan", "paper", {{"masks", "fa(5)"}, {"scores", scores}});
            QVERIFY(!close(near.output(layout, x), all.output(layout, x)));
        }
    }

    void aSentenceOfOneToken() { // oracle 8: every attention gives 0, the gate keeps some of h
        const Layout layout({1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 1, 5);
        SmallEncoder small("mpsan", "paper");
        for (Index group = 1; group <= 4; ++group) {
            choose(small, group);
            QVERIFY(small.output(layout, x).isZero(0));
        }
        const SmallEncoder gate("mpsan", "gate", {{"features", "3"}});
        QVERIFY(!gate.output(layout, x).isZero(1e-6));
        QCOMPARE(gate.output(layout, x).rows(), Index(12));
    }

    void aSharedInputLayerServesEveryAttention() { // the same as equal layers of their own
        const Layout layout({6, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 7);
        SmallEncoder own("mpsan", "paper"), shared("mpsan", "paper", {{"input_layers", "shared"}});
        const auto valueOf = [](SmallEncoder& small, const std::string& name) -> Matrix& {
            return small.parameters.find("encoder." + name)->value;
        };
        for (std::size_t p = 0; p < shared.parameters.size(); ++p) {
            const std::string name = shared.parameters[p].name.substr(std::string("encoder.").size());
            if (name.starts_with("input."))
                for (int head = 0; head < 4; ++head)
                    valueOf(own, "head" + std::to_string(head) + "." + name) = shared.parameters[p].value;
            else
                valueOf(own, name) = shared.parameters[p].value;
        }
        QVERIFY(close(shared.output(layout, x), own.output(layout, x)));
    }

    void aHeadThatIsOffMixesNothingIn() {
        const Layout layout({5});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6);
        SmallEncoder small("mpsan", "paper");
        choose(small, 3);
        Intervention off;
        off[address(0, 2)].scale = 0;
        QVERIFY(!small.output(layout, x).isZero(1e-6));
        QVERIFY(small.output(layout, x, off).isZero(0));
    }

    void theMapOfTheGroupsIsHowTheyAreMixed() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 8);
        for (const char* scores : {"scalar", "features"})
            for (const char* form : {"fused", "reference"}) {
                const SmallEncoder small("mpsan", "paper", {{"scores", scores}, {"form", form}});
                const auto found = weightMaps(small, x);
                QCOMPARE(found.size(), std::size_t(5));
                const AttentionMap& groups = found[4];
                QVERIFY(groups.address.part == MapPart::Groups);
                QCOMPARE(groups.label, std::string("position weights"));
                QCOMPARE(groups.keyNames,
                         (std::vector<std::string>{"input", "fw+logdist", "bw+logdist", "fa(2)", "fa(3)"}));
                QCOMPARE(groups.queries, Index(6));
                QCOMPARE(groups.features, SmallEncoder::inputs);
                Matrix mixed = Matrix::Zero(x.rows(), x.cols()), sum = mixed;
                for (Index g = 0; g < groups.keys; ++g) {
                    const Matrix of = g == 0 ? x : headOf(small, found[std::size_t(g - 1)], x).found;
                    for (Index token = 0; token < 6; ++token)
                        for (Index f = 0; f < x.rows(); ++f) {
                            mixed(f, token) += Real(groups.at(token, g, f)) * of(f, token);
                            sum(f, token) += Real(groups.at(token, g, f));
                        }
                }
                QVERIFY((sum.array() - 1).abs().maxCoeff() < 1e-6);
                QVERIFY((mixed - small.output(Layout({6}), x)).norm() < 1e-5 * mixed.norm());
            }
    }

    void theMapOfAGateIsHowFarItIsOpen() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 9);
        const SmallEncoder small("mpsan", "gate", {{"features", "3"}});
        const auto found = weightMaps(small, x);
        QCOMPARE(found.size(), std::size_t(8)); // four attentions and their gates
        const Matrix y = small.output(Layout({6}), x);
        for (Index g = 0; g < 4; ++g) {
            const AttentionMap& gate = found[std::size_t(4 + g)];
            QVERIFY(gate.address.part == MapPart::Gate);
            QCOMPARE(gate.label, "gate of head " + std::to_string(g));
            const Head head = headOf(small, found[std::size_t(g)], x);
            for (Index token = 0; token < 6; ++token)
                for (Index f = 0; f < 3; ++f) {
                    const double open = double(gate.at(0, token, f));
                    QVERIFY(open > 0 && open < 1);
                    const double expected = open * head.h(f, token) + (1 - open) * head.found(f, token);
                    QVERIFY(std::abs(expected - y(3 * g + f, token)) < 1e-5);
                }
        }
    }

    void withoutFusionTheAttentionsMeanIsLeft() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 9);
        const SmallEncoder small("mpsan", "mean", {{"features", "3"}});
        QCOMPARE(small.encoder->width(), Index(3));
        const auto found = weightMaps(small, x);
        QCOMPARE(found.size(), std::size_t(4)); // no map of how they come together
        Matrix mean = Matrix::Zero(3, 6), others = mean;
        for (const AttentionMap& map : found) {
            mean += headOf(small, map, x).found / 4;
            if (map.address.head != 2)
                others += headOf(small, map, x).found / 4;
        }
        QVERIFY((mean - small.output(Layout({6}), x)).norm() < 1e-5 * mean.norm());
        Intervention off;
        off[address(0, 2)].scale = 0;
        QVERIFY((others - small.output(Layout({6}), x, off)).norm() < 1e-5 * mean.norm());
    }

    void aHeadThatIsOffKeepsItsWeights() { // what is switched off is what a head gives, not how it is weighed
        const Matrix x = randomMatrix(SmallEncoder::inputs, 4, 10);
        const SmallEncoder small("mpsan", "paper");
        Intervention off;
        off[address(0, 2)].scale = 0;
        const auto before = weightMaps(small, x), after = weightMaps(small, x, off);
        QCOMPARE(after[4].values, before[4].values);
    }

    void widthsThatDoNotFitAreRefused() {
        QVERIFY_THROWS_EXCEPTION(Error, SmallEncoder("mpsan", "paper", {{"features", "3"}}));
        QCOMPARE(SmallEncoder("mpsan", "paper", {{"features", "5"}}).encoder->width(), Index(5));
    }
};

QTEST_GUILESS_MAIN(MpsanDoubleTest)
#include "mpsan_double_test.moc"
