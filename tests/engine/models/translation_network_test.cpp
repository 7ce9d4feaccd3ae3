#include "engine/traced_maps.h"
#include "message_of.h"
#include "translation_case.h"

using namespace headlight;
using namespace headlight::translationcase;

namespace {

/// Options of a preset of the encoder, with 512 features and positions as in the paper.
TransformerOptions presetOptions(const std::string& preset) {
    const EncoderRow& row = encoderRow("transformer");
    const auto config = row.makeConfig();
    applyPreset(row, *config, preset);
    return dynamic_cast<ConfigOf<TransformerOptions>&>(*config).value;
}

TranslationCounts countsOf(const TransformerOptions& stack, SharedTables shared = SharedTables::All,
                           Index sourceWords = 33740, Index targetWords = 33740) {
    TranslationOptions options;
    options.stack = stack;
    options.shared = shared;
    options.sourceWords = sourceWords;
    options.targetWords = targetWords;
    return countParameters(options);
}

/// Maps of the weights by address, of the first pair of the golden file.
std::vector<AttentionMap> weightsOf(const TranslationNetwork& network) {
    const Json& pair = document()["pairs"][0];
    TranslationBatch batch;
    network.add(batch, pair[0], pair[1], 0);
    Tape tape;
    Context context(tape, batch.sources);
    Trace source(0), target(1, 0);
    context.setTrace(&source);
    const Var encoded = network.encode(context, batch.source);
    const LayoutScope targets(context, batch.targets);
    context.setTrace(&target);
    network.decode(context, encoded, batch.sources, batch.read);
    std::vector<AttentionMap> weights = mapsOf(source);
    for (AttentionMap& map : mapsOf(target))
        weights.push_back(std::move(map));
    std::erase_if(weights, [](const AttentionMap& map) { return map.stage != MapStage::Weight; });
    return weights;
}

} // namespace

class TranslationNetworkTest : public QObject {
    Q_OBJECT
private slots:
    void torchGivesTheSame_data() { addCases(); }
    void torchGivesTheSame() {
        QFETCH(int, number);
        QCOMPARE(unlikeTorch(caseOf(number)), QString());
    }

    void mapsHaveTorchsWeights_data() { addCases(); }
    void mapsHaveTorchsWeights() {
        QFETCH(int, number);
        const Json& c = caseOf(number);
        const std::vector<AttentionMap> maps = weightsOf(*networkOf(c));
        const Index sourceTokens = 3, targetTokens = 3, heads = 2;
        QCOMPARE(Index(maps.size()), heads * 2 * 3); // two layers of the encoder, of both parts of the decoder
        int ofDecoder = 0;
        for (const AttentionMap& map : maps) {
            const bool isCross = map.address.part == MapPart::Cross, isDecoder = map.address.stack == Stack::Decoder;
            QCOMPARE(map.queries, isDecoder ? targetTokens : sourceTokens);
            QCOMPARE(map.querySequence, isDecoder ? 1 : 0);
            QCOMPARE(map.keySequence, isDecoder && !isCross ? 1 : 0);
            QCOMPARE(map.mask, std::string(isDecoder && !isCross ? "causal" : "all"));
            if (!isDecoder)
                continue;
            ++ofDecoder;
            const std::string layer = "dec." + std::to_string(map.address.layer) + (isCross ? ".cross" : "");
            QCOMPARE(map.address.text(), layer + "." + std::to_string(map.address.head));
            const Matrix expected = matrixOf(c["weights"][layer][std::size_t(map.address.head)]);
            for (Index j = 0; j < map.queries; ++j)
                for (Index i = 0; i < map.keys; ++i)
                    QVERIFY(std::abs(double(map.at(j, i)) - double(expected(j, i))) < 1e-5);
        }
        QCOMPARE(ofDecoder, 8);
    }

    /// Pairs of a batch do not know of each other, and no token of those behind it.
    void whatATokenDependsOn() {
        const auto network = randomNetwork(smallOptions());
        const auto scoresOf = [&](const std::vector<std::pair<std::vector<int>, std::vector<int>>>& pairs) {
            TranslationBatch batch;
            for (const auto& [source, target] : pairs)
                network->add(batch, source, target, std::uint64_t(batch.sources.sequences()));
            Tape tape;
            Context context(tape, batch.sources);
            return Matrix(network->logits(context, batch).value());
        };
        const Matrix both = scoresOf({{{3, 4, 5}, {6, 7}}, {{8, 3}, {4, 4, 5}}});
        QVERIFY(apart(scoresOf({{{3, 4, 5}, {6, 7}}}), both.leftCols(3)) < tolerance());
        QVERIFY(apart(scoresOf({{{8, 3}, {4, 4, 5}}}), both.rightCols(4)) < tolerance());
        const Matrix other = scoresOf({{{3, 4, 5}, {6, 3}}});
        QVERIFY(apart(other.leftCols(2), both.leftCols(2)) < tolerance());
        QVERIFY(apart(other.col(2), both.col(2)) > 1e-2);
        QVERIFY(apart(scoresOf({{{3, 4, 6}, {6, 7}}}), both.leftCols(3)) > 1e-2);
    }

    /// Dropout everywhere, the same for a pair in whatever batch it is.
    void dropoutBelongsToThePair() {
        TranslationOptions options = smallOptions();
        options.keep = 0.7;
        options.stack.attentionKeep = 0;
        const auto network = randomNetwork(options);
        const auto trained = [&](const TranslationBatch& batch, bool trains) {
            Tape tape;
            Context context(tape, batch.sources);
            if (trains)
                context.train(RandomKey(3));
            return Matrix(network->logits(context, batch).value());
        };
        TranslationBatch both, alone;
        network->add(both, {3, 4}, {5}, 7);
        network->add(both, {6, 5, 8}, {4, 3}, 2);
        network->add(alone, {6, 5, 8}, {4, 3}, 2);
        QVERIFY(apart(trained(both, true).rightCols(3), trained(alone, true)) < tolerance());
        QVERIFY(apart(trained(alone, false), trained(alone, true)) > 1e-2);
    }

    /// REFERENCE §3.4: the base model of Tensor2Tensor, which MTSA took, and MTSA's own.
    void mtsasModels() {
        TransformerOptions mtsa = presetOptions("mtsa-nmt"), plain = mtsa;
        plain.attention = "plain";
        const TranslationCounts counts = countsOf(plain);
        QCOMPARE(counts.body(), Index(44103680));
        QCOMPARE(counts.decoder, Index(25200640));
        QCOMPARE(counts.tables, Index(33740) * 512);
        QCOMPARE(counts.total(), counts.body() + counts.tables);
        QVERIFY(std::abs(double(counts.total()) - 61.38e6) < 0.005e6);
        QCOMPARE(countsOf(mtsa).body() - counts.body(), Index(199680));
        QVERIFY(std::abs(double(countsOf(mtsa).total()) - 61.58e6) < 0.005e6);
    }

    /// REFERENCE §3.5: the base model of THUMT, which CSAN took, with biases in the attentions and one on the source's
    /// vectors, and three tables; and what some of those add that CSAN compares with.
    void csansModels() {
        const auto withBias = [](const std::string& preset) {
            TransformerOptions stack = presetOptions(preset);
            stack.inputBias = true;
            return stack;
        };
        const TranslationCounts base = countsOf(withBias("base"), SharedTables::None, 28660, 28500);
        QCOMPARE(base.body(), Index(44141056));
        QCOMPARE(base.tables, Index(28660 + 2 * 28500) * 512);
        QVERIFY(std::abs(double(base.total()) - 88.0e6) < 0.05e6);
        QCOMPARE(countsOf(withBias("base"), SharedTables::TargetAndOutput, 28660, 28500).tables,
                 Index(28660 + 28500) * 512);
        QCOMPARE(countsOf(withBias("csan-2d")).body(), base.body());
        QCOMPARE(countsOf(withBias("local-soft")).body() - base.body(), Index(812592));
        QCOMPARE(countsOf(withBias("local-soft")).decoder, base.decoder);
        QCOMPARE(countsOf(withBias("rel-pos")).body() - base.body(), Index(73728)); // all 18 attentions
        QCOMPARE(countsOf(presetOptions("translation-base")).body(), base.body());
        // Layers of d = 1024 and f = 4096: 4(d² + d) and 8(d² + d), each with 2df + d + f, 2d for each normalisation.
        QCOMPARE(countsOf(presetOptions("translation-big")).body(), Index(176362496));
    }

    void countingIsExact() {
        for (const SharedTables shared : {SharedTables::None, SharedTables::TargetAndOutput, SharedTables::All}) {
            TranslationOptions options = smallOptions();
            options.shared = shared;
            const TranslationCounts counted = countParameters(options), made = TranslationNetwork(options, 1).counts();
            QCOMPARE(counted.encoder, made.encoder);
            QCOMPARE(counted.decoder, made.decoder);
            QCOMPARE(counted.tables, made.tables);
            QCOMPARE(made.tables, Index(9 * 8 *
                                        (shared == SharedTables::All    ? 1
                                         : shared == SharedTables::None ? 3
                                                                        : 2)));
        }
        TransformerOptions large;
        large.layers = 48;
        large.features = 4096;
        large.feedForward = 16384;
        QVERIFY(countsOf(large).body() > Index(20'000'000'000)); // in no memory
    }

    void firstVectorsHaveSizeOneInTheStack() {
        TranslationOptions options = smallOptions();
        options.stack.features = 64;
        options.sourceWords = options.targetWords = 200;
        const TranslationNetwork network(options, 5);
        const Matrix& table = network.parameters().find("embedding.weight")->value;
        QVERIFY(std::abs(double(table.norm()) / std::sqrt(200.0) - 1) < 0.05);
        QVERIFY(apart(table, TranslationNetwork(options, 5).parameters().find("embedding.weight")->value) == 0);
        QVERIFY(apart(table, TranslationNetwork(options, 6).parameters().find("embedding.weight")->value) > 0);
    }

    void optionsThatDoNotFitAreRefused() {
        const auto refused = [](const std::function<void(TranslationOptions&)>& change) {
            TranslationOptions options = smallOptions();
            change(options);
            return messageOf([&] { TranslationNetwork(options, 1); });
        };
        QVERIFY(refused([](auto& o) { o.sourceWords = 8; }).contains("expected one vocabulary"));
        QVERIFY(refused([](auto& o) { o.begin = 9; }).contains("marks of begin and end among the 9"));
        QVERIFY(refused([](auto& o) { o.end = -1; }).contains("got -1"));
        QVERIFY(refused([](auto& o) {
                    o.stack.order = TransformerOptions::Order::FeedForwardFirst;
                }).contains("attention first"));
        QVERIFY(refused([](auto& o) { o.stack.heads = 3; }).contains("multiple of the 3 heads"));
        QVERIFY(refused([](auto& o) { o.stack.attentionLayers = 3; }).contains("attention_layers"));
        QVERIFY(refused([](auto& o) { o.stack.residualKeep = 0.01; }).contains("residual_keep"));
        QCOMPARE(refused([](auto& o) { o.begin = o.end; }), QString());
    }
};

QTEST_GUILESS_MAIN(TranslationNetworkTest)
#include "translation_network_test.moc"
