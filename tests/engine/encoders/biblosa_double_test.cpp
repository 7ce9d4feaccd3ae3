#include "encoders/biblosa.h"
#include "small_encoder.h"

using namespace headlight;

class BiblosaDoubleTest : public QObject {
    Q_OBJECT

    static constexpr Index features = 3;
    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }
    static Matrix input(Index tokens) { return randomMatrix(SmallEncoder::inputs, tokens, 7); }

private slots:
    void gradients_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("blocks of two") << QStringList{"block_length=2"};
        QTest::newRow("one block") << QStringList{"block_length=9"};
        QTest::newRow("without local") << QStringList{"block_length=2", "local=false"};
        QTest::newRow("without global") << QStringList{"block_length=2", "global=false"};
        QTest::newRow("padded") << QStringList{"block_length=2", "padded_length=7", "activation=elu"};
        QTest::newRow("padded, paper") << QStringList{"block_length=2", "padded_length=7", "inter_block=paper",
                                                      "activation=tanh"};
        QTest::newRow("two-layer summary") << QStringList{"block_length=3", "block_summary=paper", "activation=elu"};
        QTest::newRow("reference") << QStringList{"block_length=2", "form=reference", "activation=none"};
    }
    void gradients() {
        QFETCH(QStringList, settings);
        OptionValues values;
        for (const QString& setting : settings)
            values.push_back({setting.section('=', 0, 0).toStdString(), setting.section('=', 1).toStdString()});
        for (const double keep : {1.0, 0.8}) { // without dropout a block's part of the fusion is multiplied once
            SmallEncoder small("biblosa", "released", values, keep);
            const GradientError error = gradientErrorOf(small);
            QVERIFY2(error.relative <= 1e-6, qPrintable(QString::fromStdString(error.parameter)));
        }
    }

    void blockLengths() {
        for (const auto& [tokens, length] : {std::pair<Index, Index>(1, 2), {4, 2}, {5, 3}, {27, 4}, {500, 10}}) {
            QCOMPARE(blockLengthFor(tokens, BiblosaOptions::BlockRule::Paper), length);
            QCOMPARE(blockLengthFor(tokens, BiblosaOptions::BlockRule::Released), length + 1);
        }
        // What the released code would pad to counts where no length is given.
        const SmallEncoder padded("biblosa", "paper", {{"padded_length", "13"}}), // ∛26 → 3
            given("biblosa", "paper", {{"padded_length", "13"}, {"block_length", "3"}});
        QVERIFY(close(padded.output(Layout({4}), input(4)), given.output(Layout({4}), input(4))));
        // Each sentence of a batch has its own.
        const SmallEncoder own("biblosa", "paper"), three("biblosa", "paper", {{"block_length", "3"}});
        const Matrix x = input(8 + 4);
        const Matrix y = own.output(Layout({8, 4}), x), z = three.output(Layout({8, 4}), x);
        QVERIFY(close(y.leftCols(8), z.leftCols(8))); // ∛16 → 3
        QVERIFY(!close(y.rightCols(4), z.rightCols(4)));
    }

    /// The papers' example: SNLI, 64 sentences in a batch.
    void oneBlockLengthForACorpus() {
        const TrainingSet snli{11, 5.6, 64};
        QVERIFY(std::abs(longestLikely(snli) - 27.15) < 0.005);
        QCOMPARE(longestLikely({11, 5.6, 1}), 11.0);
        const EncoderRow& row = encoderRow("biblosa");
        for (const auto& [rule, length] : {std::pair("released", "5"), {"paper", "4"}}) {
            const auto config = row.makeConfig();
            config->set("block_rule", rule);
            QCOMPARE(row.adaptTo(*config, snli), std::string());
            QCOMPARE(config->get("block_length"), "0");
            config->set("block_from", "corpus");
            QVERIFY(row.adaptTo(*config, snli).starts_with("blocks of " + std::string(length) + " tokens: n* = 27.2"));
            QCOMPARE(config->get("block_length"), length);
            QCOMPARE(config->get("block_from"), "sentence");
        }
    }

    void blocksSeeEachOtherOnlyThroughTheirSummaries() {
        const Layout layout({8});
        const Matrix x = input(8);
        Matrix other = x;
        other.col(4) *= -1; // in the second of three blocks: 0 1 2, 3 4 5, 6 7
        const auto changed = [&](const OptionValues& values, Index rows, Index token) {
            const SmallEncoder small("biblosa", "released", values);
            return !small.output(layout, x)
                        .col(token)
                        .segment(rows, features)
                        .isApprox(small.output(layout, other).col(token).segment(rows, features), 1e-9);
        };
        const OptionValues local = {{"block_length", "3"}, {"global", "false"}, {"activation", "elu"}},
                           both = {{"block_length", "3"}, {"activation", "elu"}};
        for (Index token = 0; token < 8; ++token) {
            QCOMPARE(changed(local, 0, token), token == 4 || token == 5); // forward
            QCOMPARE(changed(local, features, token), token == 3 || token == 4);
            QCOMPARE(changed(both, 0, token),
                     token >= 3); // the block's summary reaches its own tokens and later blocks
            QCOMPARE(changed(both, features, token), token <= 5);
        }
    }

    void aBlockAsLongAsTheSentenceIsTheOnlyOne() {
        const Matrix x = input(6);
        const auto with = [&](const char* length) {
            return SmallEncoder("biblosa", "released", {{"block_length", length}}).output(Layout({6}), x);
        };
        QVERIFY(close(with("6"), with("7")));
        QVERIFY(close(with("6"), with("1000000")));
        QVERIFY(!close(with("6"), with("5")));
    }

    void paddingMattersOnlyWithThePaddedLength() { // REFERENCE §6, oracle 4; batch-mates: encoder_double_test
        const Layout layout({7});
        const Matrix x = input(7);
        const auto padded = [&](const char* length) {
            return SmallEncoder("biblosa", "released",
                                {{"block_length", "3"}, {"padded_length", length}, {"activation", "elu"}})
                .output(layout, x);
        };
        QVERIFY(close(padded("0"), padded("9"))); // the third block is longer, no block is new
        QVERIFY(close(padded("0").topRows(features), padded("14").topRows(features)));
        QVERIFY(!close(padded("0").bottomRows(features), padded("14").bottomRows(features)));
    }

    void aSentenceOfOneToken() { // oracle 8: a = 0, so v = 0; nothing is seen between blocks, so E = gate ⊙ φ(b)
        const SmallEncoder small("biblosa", "released", {{"activation", "tanh"}});
        const auto value = [&](const char* name) -> const Matrix& {
            return small.parameters.find("encoder.backward." + std::string(name))->value;
        };
        const Matrix x = input(1);
        const auto sigmoid = [](const Matrix& z) { return (1 / (1 + (-z.array()).exp())).matrix().eval(); };
        const Matrix h = (value("input.weight") * x + value("input.bias")).array().tanh();
        const Matrix v = value("inter.input.bias").array().tanh();
        const Matrix e = v.cwiseProduct(sigmoid(value("inter.gate_input.weight") * v + value("inter.gate_input.bias") +
                                                value("inter.gate_attention.bias") + value("inter.gate_bias")));
        Matrix joined(3 * features, 1);
        joined << h, Matrix::Zero(features, 1), e;
        const Matrix z = value("fusion.weight") * joined + value("fusion.bias");
        const Matrix g = sigmoid(z.bottomRows(features)), f = z.topRows(features).array().tanh();
        QVERIFY(close(small.output(Layout({1}), x).bottomRows(features), h + g.cwiseProduct(f - h)));
    }

    void reversedSentenceSwapsTheDirections() { // oracle 3, where blocks come out the same from both ends
        SmallEncoder small("biblosa", "released", {{"block_length", "3"}});
        for (std::size_t p = 0; p < small.parameters.size(); ++p) {
            const std::string& name = small.parameters[p].name;
            if (const auto at = name.find("forward"); at != std::string::npos)
                small.parameters.find(std::string(name).replace(at, 7, "backward"))->value = small.parameters[p].value;
        }
        const Layout layout({9});
        const Matrix x = input(9);
        const Matrix y = small.output(layout, x), reversed = small.output(layout, x.rowwise().reverse());
        QVERIFY(close(y.topRows(features), reversed.bottomRows(features).rowwise().reverse()));
        QVERIFY(close(y.bottomRows(features), reversed.topRows(features).rowwise().reverse()));
    }

    void mapsShowBlocks() {
        const SmallEncoder small("biblosa", "released", {{"block_length", "2"}});
        const auto found = weightMaps(small, input(5));
        QCOMPARE(found[0].mask, std::string("fw+block(2)"));
        QCOMPARE(found[1].mask, std::string("bw+block(2)"));
        for (Index query = 0; query < 5; ++query)
            for (Index key = 0; key < 5; ++key)
                QCOMPARE(found[0].isVisible(query, key), query / 2 == key / 2 && key < query);
        QCOMPARE(weightMaps(SmallEncoder("biblosa", "released"), input(5))[0].mask,
                 std::string("fw+block(4)")); // ⌈∛10⌉ + 1
    }

    void everyHeadSaysWhatItIs() {
        const auto listed = [](const OptionValues& values) {
            QStringList list;
            for (const AttentionMap& map : weightMaps(SmallEncoder("biblosa", "released", values), input(5)))
                list << QString("%1 %2 %3")
                            .arg(map.address.head)
                            .arg(kindName(map.address.part).c_str(), map.label.c_str());
            return list;
        };
        QCOMPARE(listed({}), (QStringList{"0 token-to-token forward", "1 token-to-token backward",
                                          "0 block-to-block forward blocks", "1 block-to-block backward blocks",
                                          "0 gate forward block gate", "1 gate backward block gate",
                                          "2 gate forward fusion gate", "3 gate backward fusion gate"}));
        QCOMPARE(listed({{"global", "false"}}),
                 (QStringList{"0 token-to-token forward", "1 token-to-token backward", "0 gate forward fusion gate",
                              "1 gate backward fusion gate"}));
        QCOMPARE(listed({{"local", "false"}}).size(), 8);
    }

    void blocksAttendToOtherBlocks() {
        const auto found = weightMaps(SmallEncoder("biblosa", "released", {{"block_length", "3"}}), input(7));
        for (const int head : {2, 3}) {
            const AttentionMap& map = found[std::size_t(head)];
            QCOMPARE(map.mask, std::string(head == 2 ? "fw" : "bw"));
            QCOMPARE(map.keyNames, (std::vector<std::string>{"0–2", "3–5", "6"}));
            QCOMPARE(map.queryNames, map.keyNames);
            QCOMPARE(map.features, features);
            for (Index query = 0; query < 3; ++query)
                for (Index f = 0; f < features; ++f) {
                    double sum = 0;
                    for (Index key = 0; key < 3; ++key) {
                        QCOMPARE(map.isVisible(query, key), head == 2 ? key < query : key > query);
                        sum += double(map.at(query, key, f));
                    }
                    QVERIFY(std::abs(sum - (query == (head == 2 ? 0 : 2) ? 0 : 1)) < 1e-6);
                }
        }
        // Blocks of padding alone are seen by the blocks before them.
        const auto padded = weightMaps(
            SmallEncoder("biblosa", "released", {{"block_length", "3"}, {"padded_length", "12"}}), input(7))[3];
        QCOMPARE(padded.keyNames, (std::vector<std::string>{"0–2", "3–5", "6", "padding"}));
        QVERIFY(padded.at(2, 3, 0) > 0.999);
    }

    void theGateBetweenBlocksIsThatOfItsMap() {
        for (const char* form : {"released", "paper"}) {
            const SmallEncoder small("biblosa", form, {{"block_length", "5"}, {"activation", "tanh"}});
            const AttentionMap gate = weightMaps(small, input(5))[4]; // one block, which sees no other: o = 0
            QCOMPARE(gate.keyNames, std::vector<std::string>{"0–4"});
            const auto value = [&](const std::string& name) -> const Matrix& {
                return small.parameters.find("encoder.forward." + name)->value;
            };
            const bool released = form == std::string("released");
            // v of the block, from the weights within it
            const AttentionMap inside = weightMaps(small, input(5))[0];
            const Matrix h = ((value("input.weight") * input(5)).colwise() + value("input.bias").col(0)).array().tanh();
            Matrix a = Matrix::Zero(features, 5);
            for (Index query = 0; query < 5; ++query)
                for (Index key = 0; key < 5; ++key)
                    for (Index f = 0; f < features; ++f)
                        a(f, query) += Real(inside.at(query, key, f)) * h(f, key);
            Matrix score = a;
            if (!released)
                score = ((value("summary1.weight") * a).colwise() + value("summary1.bias").col(0)).array().tanh();
            score = (value("summary.weight") * score).colwise() + value("summary.bias").col(0);
            const Matrix shares = score.array().exp();
            const Matrix v = shares.cwiseProduct(a).rowwise().sum().cwiseQuotient(shares.rowwise().sum());
            Matrix z = value("inter.gate_bias");
            if (released)
                z += value("inter.gate_attention.bias") + value("inter.gate_input.bias") +
                     value("inter.gate_input.weight") *
                         Matrix((value("inter.input.weight") * v + value("inter.input.bias")).array().tanh());
            else
                z += value("inter.gate_input.weight") * v;
            for (Index f = 0; f < features; ++f)
                QVERIFY(std::abs(double(gate.at(0, 0, f)) - 1 / (1 + std::exp(-z(f, 0)))) < 1e-5);
        }
    }

    void theGateOfTheFusionIsThatOfItsMap() { // u = G ⊙ F + (1 − G) ⊙ h, F made constant
        for (const char* form : {"fused", "reference"}) {
            SmallEncoder small("biblosa", "released", {{"activation", "tanh"}, {"form", form}});
            const Matrix x = input(5);
            small.parameters.find("encoder.backward.fusion.weight")->value.topRows(features).setZero();
            const auto value = [&](const char* name) -> const Matrix& {
                return small.parameters.find("encoder.backward." + std::string(name))->value;
            };
            const Matrix h = ((value("input.weight") * x).colwise() + value("input.bias").col(0)).array().tanh();
            const Matrix fused = value("fusion.bias").topRows(features).array().tanh();
            const Matrix u = small.output(Layout({5}), x).bottomRows(features);
            const AttentionMap gate = weightMaps(small, x)[7];
            QCOMPARE(gate.queries, Index(1));
            QVERIFY(gate.keyNames.empty());
            for (Index token = 0; token < 5; ++token)
                for (Index f = 0; f < features; ++f) {
                    const double g = double(gate.at(0, token, f));
                    QVERIFY(g > 0 && g < 1);
                    QVERIFY(std::abs(g * fused(f, 0) + (1 - g) * h(f, token) - u(f, token)) < 1e-6);
                }
        }
    }

    void bothFormsShowTheSame() {
        const auto of = [](const char* form) {
            return weightMaps(SmallEncoder("biblosa", "released", {{"block_length", "2"}, {"form", form}}), input(9));
        };
        const auto fused = of("fused"), reference = of("reference");
        QCOMPARE(fused.size(), std::size_t(8));
        QCOMPARE(reference.size(), fused.size());
        for (std::size_t m = 0; m < fused.size(); ++m) {
            QCOMPARE(fused[m].values.size(), reference[m].values.size());
            for (std::size_t k = 0; k < fused[m].values.size(); ++k)
                QVERIFY(std::abs(fused[m].values[k] - reference[m].values[k]) < 1e-6f);
        }
    }

    void aMaskOfTheUserStaysWithinTheBlocks() {
        const Layout layout({8, 3});
        const Matrix x = input(11);
        const SmallEncoder small("biblosa", "released", {{"block_length", "3"}, {"activation", "elu"}});
        const Matrix own = small.output(layout, x);
        const auto with = [&](HeadChange change) {
            return small.output(layout, x, {{{address(0, 0), std::move(change)}}});
        };
        for (const char* same : {"fw", "fw+block(3)", "fw+offdiag"})
            QVERIFY(close(with({1, Mask::parse(same).text(), {}}), own));
        const Matrix backward = with({1, Mask::parse("bw").text(), {}});
        QVERIFY(!close(backward.topRows(features), own.topRows(features)));
        QVERIFY(close(backward.bottomRows(features), own.bottomRows(features)));

        HeadChange forbidden; // a cell within the second block, counted from the sentence's first token
        forbidden.forbidden = {{5, 4}};
        const SmallEncoder local("biblosa", "released",
                                 {{"block_length", "3"}, {"activation", "elu"}, {"global", "false"}});
        const Layout one({8});
        const Matrix before = local.output(one, x.leftCols(8)),
                     after = local.output(one, x.leftCols(8), {{{address(0, 0), forbidden}}});
        for (Index token = 0; token < 8; ++token)
            QCOMPARE(close(before.col(token), after.col(token)), token != 5);
        QVERIFY(!weightMaps(small, x.leftCols(8), {{{address(0, 0), forbidden}}})[0].isVisible(5, 4));
    }

    void withoutBothTheWordsAreLeft() {
        const SmallEncoder small("biblosa", "released", {{"local", "false"}, {"global", "false"}});
        QCOMPARE(small.parameters.size(), std::size_t(0));
        const Matrix x = Matrix::Random(SmallEncoder::inputs, 8);
        QVERIFY(small.output(Layout({8}), x) == x);
    }
};

QTEST_GUILESS_MAIN(BiblosaDoubleTest)
#include "biblosa_double_test.moc"
