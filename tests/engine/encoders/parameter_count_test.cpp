#include "models/sentence_classifier.h"

#include <QtTest>

using namespace headlight;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// A classifier around the encoder with 300 features in, as the papers count: without embeddings.
ParameterCounts countsOf(const std::string& id, const std::string& preset, const Options& options, int classes) {
    const EncoderRow& row = encoderRow(id);
    ModelDescription description;
    description.encoder = id;
    description.encoderConfig = row.makeConfig();
    applyPreset(row, *description.encoderConfig, preset);
    for (const auto& [name, value] : options)
        description.encoderConfig->set(name, value);
    description.labels.assign(std::size_t(classes), "label");
    return SentenceClassifier(description, Vocabulary(), 1).counts();
}

} // namespace

/// REFERENCE §3: exact integers.
class ParameterCountTest : public QObject {
    Q_OBJECT
private slots:
    void encoders_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("encoder");
        // SNLI totals of §3.1 less s2t(600), NLI(600) and, for MTSA, the highway layer.
        const int rest = 2 * 600 * 600 + 2 * 600 + 4 * 600 * 300 + 300 + 3 * 300 + 3, highway = 2 * (300 * 300 + 300);
        QTest::newRow("multihead") << "multihead"
                                   << "paper"
                                   << ""
                                   << "" << 1982403 - rest;
        QTest::newRow("disa") << "disa"
                              << "paper"
                              << ""
                              << "" << 2345403 - rest;
        QTest::newRow("mtsa") << "mtsa"
                              << "classification"
                              << ""
                              << "" << 2885403 - rest - highway;
        QTest::newRow("mtsa without masks") << "mtsa"
                                            << "classification"
                                            << "masks"
                                            << "offdiag" << 2885403 - rest - highway;
        QTest::newRow("mtsa without token2token") << "mtsa"
                                                  << "classification"
                                                  << "token2token"
                                                  << "false" << 2525403 - rest - highway;
        QTest::newRow("mtsa without source2token") << "mtsa"
                                                   << "classification"
                                                   << "source"
                                                   << "none" << 2524203 - rest - highway;
    }

    void encoders() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        QFETCH(QString, option);
        QFETCH(QString, value);
        QFETCH(int, encoder);
        Options options;
        if (!option.isEmpty())
            options.push_back({option.toStdString(), value.toStdString()});
        QCOMPARE(int(countsOf(id.toStdString(), preset.toStdString(), options, 3).encoder), encoder);
    }

    void csanAddsNothing() { // §6, oracle 5
        const Options sizes = {{"heads", "8"}, {"head_features", "64"}};
        const Index plain = countsOf("multihead", "transformer", sizes, 3).encoder;
        QCOMPARE(plain, Index(3 * (300 * 512 + 512) + 512 * 512 + 512));
        for (const char* preset : {"paper", "1d", "released"})
            QCOMPARE(countsOf("csan", preset, {}, 3).encoder, plain);
    }

    void transformers() {
        const Options model = {{"features", "512"}, {"heads", "8"}, {"feed_forward", "2048"}};
        const auto layers = [&](const std::string& preset, const std::string& count, Options more = {}) {
            more.insert(more.end(), model.begin(), model.end());
            more.push_back({"layers", count});
            return countsOf("transformer", preset, more, 3).encoder;
        };
        const Index input = 300 * 512 + 512; // words have 300 features here
        const Index plain = layers("base", "6"), unbiased = layers("base", "6", {{"biases", "false"}});
        // The encoder's part of Transformer base: §3.4's 44,103,680 less a decoder of 25,200,640 values.
        QCOMPARE(unbiased - input, Index(44103680 - 25200640));
        QCOMPARE(plain - unbiased, Index(6 * 4 * 512));

        QCOMPARE(layers("mtsa-nmt", "6") - unbiased, Index(199680)); // §3.4
        QCOMPARE(layers("local-soft", "6") - plain, Index(812592));  // §3.5
        QCOMPARE(layers("block", "6") - plain, Index(6 * 1316360));
        // 2K + 1 vectors where the released code has 2K: 4096 a layer and 128 for the one more
        QCOMPARE(layers("rel-pos", "6") - plain, Index(6 * (73728 / 18 + 2 * 64)));
        QCOMPARE(layers("neighbor", "6") - plain, Index(6 * 8));
        QCOMPARE(layers("local-hard", "6") - plain, Index(3 * (512 * 512 + 512 + 512 * 8 + 8)));
        for (const char* preset : {"csan-2d", "csan-1d", "bi-direct", "post-norm"})
            QCOMPARE(layers(preset, "6", {{"final_norm", "true"}}), plain);
    }

    void teCountsItsPositions() { // §1.12: 1 layer of 512, feed-forward 1024
        const Index body = 4 * (512 * 512 + 512) + 2 * 512 * 1024 + 1024 + 512 + 4 * 512;
        QCOMPARE(countsOf("te", "paper", {}, 3).encoder, 300 * 512 + 512 + 512 * 512 + body);
    }

    void sentenceModels() { // §3.3, "Table 1 others", SST with 5 classes
        QCOMPARE(int(countsOf("disa", "paper", {}, 5).total()), 1806000);
        QCOMPARE(int(countsOf("multihead", "paper", {}, 5).total()), 1443000);
    }

    void poolingAndClassifier() {
        const ParameterCounts counts = countsOf("disa", "paper", {}, 5);
        QCOMPARE(int(counts.pooling), 2 * 600 * 600 + 2 * 600);
        QCOMPARE(int(counts.classifier), 600 * 300 + 300 + 300 * 5);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"
