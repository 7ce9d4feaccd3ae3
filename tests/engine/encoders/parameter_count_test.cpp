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
        // No pooling of their own: NLI(600) alone; s2t(300), NLI(300) and the highway layer.
        const int multicnnRest = 4 * 600 * 300 + 300 + 3 * 300 + 3;
        const int hrchycnnRest = 2 * 300 * 300 + 2 * 300 + 4 * 300 * 300 + 300 + 3 * 300 + 3 + highway;
        QTest::newRow("multicnn") << "multicnn"
                                  << "paper"
                                  << ""
                                  << "" << 1441803 - multicnnRest;
        QTest::newRow("hrchycnn") << "hrchycnn"
                                  << "paper"
                                  << ""
                                  << "" << 3424203 - hrchycnnRest;
        // Its sentence vector has 1200 features; the hidden layer of its classifier is normalised, with gain and bias.
        const int distanceRest = 4 * 1200 * 300 + 300 + 2 * 300 + 3 * 300 + 3;
        QTest::newRow("distance-san") << "distance-san"
                                      << "paper"
                                      << ""
                                      << "" << 4692243 - distanceRest;
        QTest::newRow("distance-san, tokens") << "distance-san"
                                              << "tokens"
                                              << ""
                                              << "" << 4692243 - distanceRest - (2 * 600 * 600 + 2 * 600 + 2 * 600);
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

    void sentenceModels() { // §3.3, "Table 1 others", SST with 5 classes
        QCOMPARE(int(countsOf("disa", "paper", {}, 5).total()), 1806000);
        QCOMPARE(int(countsOf("multihead", "paper", {}, 5).total()), 1443000);
        QCOMPARE(int(countsOf("cbow", "paper", {}, 5).total()), 91800); // "w/o attention"
        QCOMPARE(int(countsOf("avg", "paper", {}, 5).total()), 91800);
    }

    void poolingAndClassifier() {
        const ParameterCounts counts = countsOf("disa", "paper", {}, 5);
        QCOMPARE(int(counts.pooling), 2 * 600 * 600 + 2 * 600);
        QCOMPARE(int(counts.classifier), 600 * 300 + 300 + 300 * 5);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"
