#include "small_encoder.h"

#include <cmath>

using namespace headlight;

/// The fusion gates that maps show are those that the encoders compute with: written out from parameters and from what
/// the recorded weights attend to. (tests/golden has them from PyTorch.)
class FusionGateDoubleTest : public QObject {
    Q_OBJECT

    static constexpr Index d = 3, tokens = 6; // features of a direction or head

    static const Matrix& value(const SmallEncoder& small, const std::string& name) {
        return small.parameters.find("encoder." + name)->value;
    }
    static Matrix sigmoid(const Matrix& z) { return (1 / (1 + (-z.array()).exp())).matrix(); }
    /// What the map's weights make of the tokens' values [features × tokens].
    static Matrix attended(const AttentionMap& map, const Matrix& values) {
        Matrix result = Matrix::Zero(values.rows(), values.cols());
        for (Index query = 0; query < map.queries; ++query)
            for (Index key = 0; key < map.keys; ++key)
                for (Index f = 0; f < values.rows(); ++f)
                    result(f, query) += Real(map.at(query, key, map.features == 1 ? 0 : f)) * values(f, key);
        return result;
    }
    static Matrix normalised(const SmallEncoder& small, const std::string& name, const Matrix& x) {
        Matrix result = x.rowwise() - x.colwise().mean();
        for (Index t = 0; t < x.cols(); ++t) {
            const Real deviation = std::sqrt(result.col(t).squaredNorm() / Real(x.rows()) + Real(1e-5));
            result.col(t) = result.col(t).cwiseProduct(value(small, name + ".gain")) / deviation;
        }
        return result.colwise() + value(small, name + ".bias").col(0);
    }
    static void compareGate(const AttentionMap& map, int head, const std::string& label, const Matrix& expected) {
        QVERIFY(map.address.part == MapPart::Gate);
        QCOMPARE(map.address.layer, 0);
        QCOMPARE(map.address.head, head);
        QCOMPARE(map.label, label);
        QVERIFY(map.mask.empty() && map.keyNames.empty());
        QCOMPARE(map.queries, Index(1));
        QCOMPARE(map.keys, expected.cols());
        QCOMPARE(map.features, expected.rows());
        for (Index token = 0; token < map.keys; ++token)
            for (Index f = 0; f < map.features; ++f)
                QVERIFY(std::abs(double(map.at(0, token, f)) - double(expected(f, token))) < 1e-5);
    }
    static void addForms() {
        QTest::addColumn<QString>("form");
        QTest::newRow("fused") << QStringLiteral("fused");
        QTest::newRow("reference") << QStringLiteral("reference");
    }
    static std::string form() {
        QFETCH(QString, form);
        return form.toStdString();
    }

private slots:
    void ofDisa_data() { addForms(); }
    void ofDisa() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 21);
        for (const char* directions : {"both", "forward", "backward", "none"}) {
            const SmallEncoder small("disa", "paper", {{"form", form()}, {"directions", directions}});
            const auto maps = weightMaps(small, x);
            const std::vector<std::string> names = directions == std::string("both")
                                                       ? std::vector<std::string>{"forward", "backward"}
                                                       : std::vector<std::string>{directions};
            QCOMPARE(maps.size(), 2 * names.size());
            for (std::size_t k = 0; k < names.size(); ++k) {
                const auto own = [&](const char* name) { return value(small, names[k] + "." + name); };
                const Matrix z = (own("input.weight") * x).colwise() + own("input.bias").col(0);
                const Matrix h = (z.array() > 0).select(z.array(), z.array().exp() - 1);
                const Matrix sum = own("gate_input.weight") * h + own("gate_attention.weight") * attended(maps[k], h);
                const Matrix bias = own("gate_input.bias") + own("gate_attention.bias") + own("gate_bias");
                const std::string direction = names[k] == "none" ? "undirected" : names[k];
                compareGate(maps[names.size() + k], int(k), direction + " fusion gate",
                            sigmoid(sum.colwise() + bias.col(0)));
            }
        }
    }

    void ofMtsa_data() { addForms(); }
    void ofMtsa() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 22);
        const SmallEncoder small("mtsa", "classification", {{"form", form()}});
        const auto maps = weightMaps(small, x);
        QCOMPARE(maps.size(), std::size_t(8)); // four heads and their gates
        for (Index head = 0; head < 4; ++head) {
            const auto own = [&](const char* name) -> Matrix { return value(small, name).middleRows(head * d, d); };
            const Matrix v = ((own("value.weight") * x).colwise() + own("value.bias").col(0)).cwiseMax(0);
            Matrix joined(2 * d, tokens);
            joined << v, attended(maps[std::size_t(head)], v);
            compareGate(maps[std::size_t(4 + head)], int(head), "gate of head " + std::to_string(head),
                        sigmoid((own("gate.weight") * joined).colwise() + own("gate.bias").col(0)));
        }
        QCOMPARE(weightMaps(SmallEncoder("mtsa", "paper"), x).size(), std::size_t(4)); // there it has none
    }

    void ofDistanceSan() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 23);
        const SmallEncoder small("distance-san", "paper");
        const auto maps = weightMaps(small, x);
        QCOMPARE(maps.size(), std::size_t(2 * 4 + 2 + 1)); // the heads, the gates, the sentence vector
        for (const std::size_t k : {0, 1}) {
            const std::string name = k == 0 ? "forward" : "backward", part = name + ".";
            const Matrix all = value(small, part + "value.weight") * x;
            Matrix found(4 * d, tokens);
            for (Index head = 0; head < 4; ++head)
                found.middleRows(head * d, d) =
                    attended(maps[4 * k + std::size_t(head)],
                             normalised(small, part + "head_norm", all.middleRows(head * d, d)));
            const Matrix output =
                (value(small, part + "output.weight") * found).colwise() + value(small, part + "output.bias").col(0);
            const Matrix fromAttention =
                value(small, part + "gate_attention.weight") * normalised(small, part + "output_norm", output);
            const Matrix sum = normalised(small, part + "gate_norm", value(small, part + "gate_input.weight") * x) +
                               normalised(small, part + "gate_norm", fromAttention);
            compareGate(maps[8 + k], int(k), name + " fusion gate",
                        sigmoid(sum.colwise() + value(small, part + "gate_bias").col(0)));
        }
        QCOMPARE(weightMaps(SmallEncoder("distance-san", "tokens"), x).size(), std::size_t(2 * 4 + 2));
    }

    void lookingAtThemChangesNothing_data() { addEncoderRows(); }
    void lookingAtThemChangesNothing() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const SmallEncoder small(id.toStdString(), preset.toStdString());
        const Layout layout({tokens});
        const Matrix x = randomMatrix(SmallEncoder::inputs, tokens, 24);
        Trace trace;
        QCOMPARE(small.output(layout, x, {}, &trace), small.output(layout, x)); // to the bit
        // A row of the registry names every kind that it shows.
        const std::vector<std::string>& exposes = encoderRow(id.toStdString()).exposes;
        for (const AttentionMap& map : mapsOf(trace))
            QVERIFY(std::any_of(exposes.begin(), exposes.end(),
                                [&](const std::string& name) { return name.starts_with(kindName(map.address.part)); }));
    }
};

QTEST_GUILESS_MAIN(FusionGateDoubleTest)
#include "fusion_gate_double_test.moc"
