#include "autodiff/gradient_check.h"
#include "encoders/transformer/options.h"
#include "small_stack.h"

#include <set>

using namespace headlight;

namespace {

QString gradientErrorOf(SmallEncoder& small, const Layout& layout) {
    const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 9);
    std::deque<Context> contexts;
    const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
        Context& context = contexts.emplace_back(tape, layout);
        context.train(RandomKey(4));
        return small.encoder->forward(context, tape.constant(x));
    });
    return error.relative <= 1e-6 ? QString()
                                  : QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative);
}

} // namespace

/// The stack, and REFERENCE §1.8's kinds of self-attention in it.
class TransformerDoubleTest : public QObject {
    Q_OBJECT

    /// Those that attend.
    static void addKinds() {
        QTest::addColumn<QString>("kind");
        for (const ChoiceId& kind : sublayerChoices())
            if (stack({{"attention", kind.id}}).encoder->attends())
                QTest::newRow(kind.id.c_str()) << QString::fromStdString(kind.id);
    }
    static std::string kind() {
        QFETCH(QString, kind);
        return kind.toStdString();
    }

private slots:
    void gradients_data() {
        QTest::addColumn<QString>("options");
        std::set<std::string> unchecked;
        for (const ChoiceId& kind : sublayerChoices())
            unchecked.insert(kind.id);
        unchecked.erase(TransformerOptions().attention); // of every row without a kind
        for (const char* options : {"norm=post",
                                    "activation=elu positions=learned scale_input=false",
                                    "biases=false positions=sinusoidal",
                                    "attention=csan window=3 border=released",
                                    "attention=bi-direct general_heads=2",
                                    "attention=rel-pos max_distance=2",
                                    "attention=rel-pos max_distance=2 last_distance=false",
                                    "attention=neighbor",
                                    "attention=local-hard reach=1",
                                    "attention=local-hard cut=false",
                                    "attention=local-hard reach=1 bell=weights window_units=3",
                                    "attention=local-soft",
                                    "attention=block block_length=2",
                                    "attention=mtsa-srl",
                                    "attention=mtsa-nmt norm=post",
                                    "order=feed-forward-first norm=post input_bias=true attention_keep=0.7",
                                    "order=feed-forward-first attention=csan window=3 attention_keep=0.7",
                                    "attention=block block_length=2 attention_keep=0.7",
                                    "attention=mtsa-srl attention_keep=0.7",
                                    "attention=mtsa-nmt attention_keep=0",
                                    "attention=bilstm norm=post",
                                    "attention=multicnn norm=post"}) {
            QTest::newRow(options) << QString(options);
            for (const QString& option : QString(options).split(' '))
                if (option.startsWith("attention="))
                    unchecked.erase(option.section('=', 1).toStdString());
        }
        std::string missing;
        for (const std::string& kind : unchecked)
            missing += " attention=" + kind;
        QVERIFY2(missing.empty(), ("no row has" + missing).c_str());
    }
    void gradients() {
        QFETCH(QString, options);
        OptionValues values;
        for (const QString& option : options.split(' '))
            values.push_back({option.section('=', 0, 0).toStdString(), option.section('=', 1).toStdString()});
        SmallEncoder small = stack(values, 0.8);
        const QString error = gradientErrorOf(small, Layout({5, 1, 7}));
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    void gradientsOfTeWithAStack() {
        SmallEncoder small("te", "paper", {{"attention", "block"}, {"block_length", "2"}, {"final_norm", "true"}}, 0.8);
        const QString error = gradientErrorOf(small, Layout({5, 1, 3}));
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    void everyLayerAndHeadIsRecorded_data() { addKinds(); }
    void everyLayerAndHeadIsRecorded() {
        const SmallEncoder small = stack({{"layers", "3"}, {"attention", kind()}, {"attention_layers", "2"}});
        const auto masks = small.encoder->headMasks();
        QCOMPARE(masks.size(), std::size_t(3));
        Trace trace;
        const Matrix x = randomMatrix(SmallEncoder::inputs, 9, 2);
        small.output(Layout({9}), x, {}, &trace);
        std::vector<AttentionMap> maps = mapsOf(trace);
        if (kind() == "block") // those between blocks: see below
            QCOMPARE(std::erase_if(maps, [](const AttentionMap& map) { return map.address.part != MapPart::Self; }),
                     std::size_t(2 * 4 * (3 + 1)));
        QCOMPARE(maps.size(), std::size_t(3 * 4 * 3));
        for (std::size_t m = 0; m < maps.size(); ++m) {
            const AttentionMap& map = maps[m];
            QCOMPARE(map.address.layer, int(m) / 12);
            QCOMPARE(map.address.head, int(m) / 3 % 4);
            QCOMPARE(map.mask, masks[std::size_t(map.address.layer)][std::size_t(map.address.head)]);
            if (map.address.layer == 2)
                QCOMPARE(map.mask, std::string("all")); // the layers above are plain
            if (map.stage != MapStage::Weight)
                continue;
            for (Index query = 0; query < 9; ++query)
                for (Index feature = 0; feature < map.features; ++feature) {
                    double sum = 0, visible = 0;
                    for (Index key = 0; key < 9; ++key) {
                        sum += double(map.at(query, key, feature));
                        visible += map.isVisible(query, key);
                    }
                    QVERIFY(std::abs(sum - (visible > 0)) < 1e-6);
                }
        }
    }

    void anOffHeadAndAnotherMaskChangeTheOutput_data() { addKinds(); }
    void anOffHeadAndAnotherMaskChangeTheOutput() {
        const SmallEncoder small = stack({{"layers", "2"}, {"attention", kind()}});
        const Layout layout({9});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 9, 3), y = small.output(layout, x);
        for (int layer = 0; layer < 2; ++layer) {
            Intervention off, masked, same;
            off[address(layer, 3)].scale = 0;
            masked[address(layer, 3)].mask = Mask::parse("fa(1)").text();
            same[address(layer, 3)].mask = Mask::parse(small.encoder->headMasks()[std::size_t(layer)][3]).text();
            QVERIFY(!close(small.output(layout, x, off), y));
            QVERIFY(!close(small.output(layout, x, masked), y));
            QVERIFY(close(small.output(layout, x, same), y));
        }
    }

    void onlyPositionsTellTheOrder_data() { addKinds(); }
    void onlyPositionsTellTheOrder() {
        const bool blind = kind() == "plain" || kind() == "mtsa-nmt"; // all others look at places
        const SmallEncoder small = stack({{"attention", kind()}, {"window", "3"}});
        const Layout layout({6});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 8);
        Eigen::PermutationMatrix<Eigen::Dynamic> order(6);
        order.indices() << 3, 0, 5, 1, 4, 2;
        QCOMPARE(close(small.output(layout, x * order), small.output(layout, x) * order), blind);
    }

    void kindsThatAreOff() {
        const Layout layout({7, 1, 2});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 4);
        const SmallEncoder plain = stack({});
        const auto same = [&](const OptionValues& options, const std::map<std::string, Real>& values = {}) {
            SmallEncoder other = stack(options);
            copyParameters(plain, other);
            for (const auto& [name, value] : values)
                other.parameters.find("encoder.layer0.attention." + name)->value.setConstant(value);
            return close(other.output(layout, x), plain.output(layout, x));
        };
        QVERIFY(same({{"attention", "csan"}, {"area_heads", "1"}, {"window", "13"}}));
        QVERIFY(!same({{"attention", "csan"}, {"area_heads", "1"}, {"window", "11"}}));
        QVERIFY(same({{"attention", "bi-direct"}, {"general_heads", "4"}}));
        QVERIFY(!same({{"attention", "bi-direct"}, {"general_heads", "2"}}));
        QVERIFY(same({{"attention", "rel-pos"}}, {{"relative_key", 0}, {"relative_value", 0}}));
        QVERIFY(!same({{"attention", "rel-pos"}}, {{"relative_key", 0}}));
        QVERIFY(same({{"attention", "neighbor"}}, {{"root_deviation", 1e8}}));
        QVERIFY(!same({{"attention", "neighbor"}}, {{"root_deviation", 1}}));
        // Equal vectors for all distances add the same number to all scores of a query.
        QVERIFY(same({{"attention", "rel-pos"}}, {{"relative_key", 3}, {"relative_value", 0}}));
    }

    void attentionLayersCountFromBelow() {
        const Layout layout({7});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 5);
        const auto masks = [](const char* count) {
            return stack({{"layers", "3"}, {"attention", "csan"}, {"window", "3"}, {"attention_layers", count}})
                .encoder->headMasks();
        };
        const std::vector<std::string> local(4, "window(1)"), plain(4, "all");
        QVERIFY((masks("1") == std::vector<std::vector<std::string>>{local, plain, plain}));
        QVERIFY((masks("2") == std::vector<std::vector<std::string>>{local, local, plain}));
        QVERIFY((masks("0") == std::vector<std::vector<std::string>>{local, local, local}));
        QVERIFY((masks("9") == std::vector<std::vector<std::string>>{local, local, local}));
    }

    void withoutAttentionThereAreNoHeads() {
        for (const char* kind : {"bilstm", "multicnn"}) {
            const SmallEncoder whole = stack({{"layers", "2"}, {"attention", kind}});
            QVERIFY(!whole.encoder->attends());
            QVERIFY((whole.encoder->headMasks() == std::vector<std::vector<std::string>>{{""}}));
            const SmallEncoder mixed = stack({{"layers", "2"}, {"attention", kind}, {"attention_layers", "1"}});
            QVERIFY(mixed.encoder->attends());
            Trace trace;
            mixed.output(Layout({5}), randomMatrix(SmallEncoder::inputs, 5, 2), {}, &trace);
            const std::vector<AttentionMap> maps = mapsOf(trace);
            QVERIFY(!maps.empty());
            for (const AttentionMap& map : maps)
                QCOMPARE(map.address.layer, 1);
        }
        QVERIFY_THROWS_EXCEPTION(Error, stack({{"attention", "multicnn"}, {"features", "6"}, {"heads", "2"}}));
    }

    void directedHeadsComeInPairs() {
        QVERIFY((stack({{"attention", "bi-direct"}, {"general_heads", "2"}}).encoder->headMasks()[0] ==
                 std::vector<std::string>{"all", "all", "causal", "anticausal"}));
        QVERIFY_THROWS_EXCEPTION(Error, stack({{"attention", "bi-direct"}, {"general_heads", "1"}}));
        QVERIFY_THROWS_EXCEPTION(Error, stack({{"attention", "bi-direct"}, {"general_heads", "6"}}));
    }

    void tokensBeyondTheLearnedPositionsShareTheLast() {
        SmallEncoder learned = stack({{"positions", "learned"}, {"max_length", "3"}, {"attention", "neighbor"}});
        SmallEncoder longer = stack({{"positions", "learned"}, {"max_length", "5"}, {"attention", "neighbor"}});
        Matrix& table = longer.parameters.find("encoder.positions")->value;
        copyParameters(learned, longer);
        const Matrix& few = learned.parameters.find("encoder.positions")->value;
        table.resize(few.rows(), 5);
        table << few, few.col(2), few.col(2);
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6);
        QVERIFY(close(learned.output(Layout({5}), x), longer.output(Layout({5}), x)));
        table.col(4).setZero();
        QVERIFY(!close(learned.output(Layout({5}), x), longer.output(Layout({5}), x)));
    }

    void sinusoidsAreVaswanis() {
        SmallEncoder with = stack({{"positions", "sinusoidal"}, {"scale_input", "false"}}),
                     without = stack({{"scale_input", "false"}});
        copyParameters(with, without);
        Vector code(12);
        for (Index f = 0; f < 12; ++f) {
            const double angle = 4 / std::pow(10000, double(f - f % 2) / 12);
            code(f) = Real(f % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
        const Layout layout({5});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6);
        without.parameters.find("encoder.input.bias")->value += code;
        // The code of the last position as a bias of the dense layer: the same for a token that sees only itself.
        Intervention alone;
        for (int head = 0; head < 4; ++head)
            alone[address(0, head)].mask = Mask::parse("window(0)").text();
        QVERIFY(close(with.output(layout, x, alone).col(4), without.output(layout, x, alone).col(4)));
    }

    void theInputIsScaledBeforePositionsAreAdded() {
        const SmallEncoder scaled = stack({{"positions", "learned"}, {"max_length", "9"}});
        SmallEncoder plain = stack({{"positions", "learned"}, {"max_length", "9"}, {"scale_input", "false"}});
        copyParameters(scaled, plain);
        for (const char* name : {"encoder.input.weight", "encoder.input.bias"})
            plain.parameters.find(name)->value *= std::sqrt(Real(12));
        const Matrix x = randomMatrix(SmallEncoder::inputs, 9, 4);
        QVERIFY(close(scaled.output(Layout({9}), x), plain.output(Layout({9}), x)));
    }

    void anInputOfTheModelsWidthPassesNoLayer() {
        QVERIFY(stack({}).parameters.find("encoder.input.weight"));
        const SmallEncoder same = stack({{"features", "5"}, {"heads", "5"}});
        QVERIFY(!same.parameters.find("encoder.input.weight"));
        QCOMPARE(same.encoder->width(), Index(5));
        QVERIFY_THROWS_EXCEPTION(Error, stack({{"features", "13"}}));
    }

    void aBlockGetsTheSummariesOfOthers() {
        // Every token is heard in every block, though a token's own attention stays inside its block.
        const SmallEncoder block = stack({{"attention", "block"}, {"block_length", "2"}});
        const Layout layout({7});
        Matrix x = randomMatrix(SmallEncoder::inputs, 7, 7);
        const Matrix before = block.output(layout, x);
        x.col(6) *= 2;
        const Matrix after = block.output(layout, x);
        for (Index token = 0; token < 7; ++token)
            QVERIFY(!close(after.col(token), before.col(token)));
    }

    void blocksAndTheirGatesAreHeadsOfTheirOwn() {
        QStringList listed;
        for (const AttentionMap& map : weightMaps(stack({{"attention", "block"}}), randomMatrix(5, 7, 7)))
            listed
                << QString("%1 %2 %3").arg(map.address.head).arg(kindName(map.address.part).c_str(), map.label.c_str());
        QCOMPARE(listed, (QStringList{"0 token-to-token head 0", "1 token-to-token head 1", "2 token-to-token head 2",
                                      "3 token-to-token head 3", "0 block-to-block blocks of head 0",
                                      "1 block-to-block blocks of head 1", "2 block-to-block blocks of head 2",
                                      "3 block-to-block blocks of head 3", "0 gate block gate of head 0",
                                      "1 gate block gate of head 1", "2 gate block gate of head 2",
                                      "3 gate block gate of head 3"}));
    }

    void everyBlockSeesAllBlocks() {
        const auto maps = weightMaps(stack({{"attention", "block"}, {"block_length", "3"}}),
                                     randomMatrix(SmallEncoder::inputs, 7, 7));
        QCOMPARE(maps.size(), std::size_t(12));
        for (std::size_t head = 4; head < 8; ++head) {
            const AttentionMap& map = maps[head];
            QCOMPARE(map.mask, std::string("all"));
            QCOMPARE(map.keyNames, (std::vector<std::string>{"0–2", "3–5", "6"}));
            QCOMPARE(map.queryNames, map.keyNames);
            for (Index query = 0; query < 3; ++query) {
                double sum = 0;
                for (Index key = 0; key < 3; ++key) {
                    QVERIFY(map.isVisible(query, key) && map.at(query, key) > 0);
                    sum += double(map.at(query, key));
                }
                QVERIFY(std::abs(sum - 1) < 1e-6);
            }
        }
        for (std::size_t head = 8; head < 12; ++head) {
            QCOMPARE(maps[head].keyNames, maps[4].keyNames);
            QCOMPARE(maps[head].queries, Index(1));
            QCOMPARE(maps[head].features, Index(3)); // the head's own
        }
    }

    void theMapsOfBlocksMakeTheOutput() { // W [inside; G ⊙ across + (1 − G) ⊙ summary] of every head
        constexpr Index heads = 4, d = 3, width = heads * d, tokens = 7, r = 3, blocks = 3;
        TransformerOptions options;
        options.heads = heads;
        options.features = width;
        options.blockLength = r;
        Parameters parameters;
        const auto sublayer = makeSublayer("block", options, Builder(parameters, 1));
        for (std::size_t p = 0; p < parameters.size(); ++p)
            parameters[p].value = randomMatrix(parameters[p].value.rows(), parameters[p].value.cols(), p) / 2;
        const auto linear = [&](const std::string& name, const Matrix& x) -> Matrix {
            return (parameters.find(name + ".weight")->value * x).colwise() +
                   parameters.find(name + ".bias")->value.col(0);
        };
        const Matrix x = randomMatrix(width, tokens, 12);
        Tape tape;
        const Layout layout({tokens});
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        const Matrix output = sublayer->forward(context, tape.constant(x)).value();
        std::vector<AttentionMap> maps = mapsOf(trace);
        std::erase_if(maps, [](const AttentionMap& map) { return map.stage != MapStage::Weight; });
        QCOMPARE(maps.size(), std::size_t(3 * heads));

        const auto attended = [](const AttentionMap& map, const Matrix& values) {
            Matrix result = Matrix::Zero(values.rows(), values.cols());
            for (Index query = 0; query < map.queries; ++query)
                for (Index key = 0; key < map.keys; ++key)
                    result.col(query) += Real(map.at(query, key)) * values.col(key);
            return result;
        };
        const Matrix value = linear("value", x);
        Matrix inside(width, tokens), joined(2 * width, tokens);
        for (Index head = 0; head < heads; ++head)
            inside.middleRows(head * d, d) = attended(maps[std::size_t(head)], value.middleRows(head * d, d));
        const Matrix hidden = 1 / (1 + (-linear("score_inner", inside)).array().exp());
        const Matrix share = linear("score_outer", hidden).array().exp();
        for (Index head = 0; head < heads; ++head) {
            Matrix summary(d, blocks);
            for (Index block = 0; block < blocks; ++block) {
                const Index first = block * r, count = std::min(r, tokens - first);
                const Matrix own = share.row(head).segment(first, count);
                summary.col(block) = inside.block(head * d, first, d, count) * own.transpose() / own.sum();
            }
            const Matrix across = attended(maps[std::size_t(heads + head)], summary);
            const AttentionMap& gate = maps[std::size_t(2 * heads + head)];
            joined.middleRows(2 * head * d, d) = inside.middleRows(head * d, d);
            for (Index token = 0; token < tokens; ++token)
                for (Index f = 0; f < d; ++f) {
                    const Real open = Real(gate.at(0, token / r, f));
                    joined(2 * head * d + d + f, token) =
                        open * across(f, token / r) + (1 - open) * summary(f, token / r);
                }
        }
        const Matrix expected = linear("output", joined);
        QVERIFY((output - expected).norm() < 1e-5 * expected.norm());
    }

    void teIsTheMeanOfAStack() {
        const SmallEncoder te("te", "paper");
        SmallEncoder layer("transformer", "post-norm", {{"positions", "learned"}, {"scale_input", "false"}});
        copyParameters(te, layer);
        QVERIFY(te.encoder->pools() && !layer.encoder->pools());
        const Layout layout({4, 1, 9});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 10);
        const Matrix tokens = layer.output(layout, x), pooled = te.output(layout, x);
        QCOMPARE(pooled.cols(), Index(3));
        for (Index s = 0; s < 3; ++s)
            QVERIFY(close(pooled.col(s), tokens.middleCols(layout.begin(s), layout.length(s)).rowwise().mean()));
    }
};

QTEST_GUILESS_MAIN(TransformerDoubleTest)
#include "transformer_double_test.moc"
