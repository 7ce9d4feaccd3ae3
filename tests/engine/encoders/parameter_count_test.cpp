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

    void biblosa_data() {
        QTest::addColumn<int>("features");
        QTest::addColumn<QString>("off");
        QTest::addColumn<int>("total");
        QTest::newRow("600D") << 300 << "" << 4148403;
        QTest::newRow("480D") << 240 << "" << 2800563;
        QTest::newRow("480D without local") << 240 << "local" << 2570163;
        QTest::newRow("480D without global") << 240 << "global" << 1876083;
    }
    void biblosa() { // SNLI, §3.1: less s2t and NLI of both directions' features
        QFETCH(int, features);
        QFETCH(QString, off);
        QFETCH(int, total);
        Options options = {{"features", std::to_string(features)}};
        if (!off.isEmpty())
            options.push_back({off.toStdString(), "false"});
        const int d = 2 * features;
        const int rest = 2 * d * d + 2 * d + 4 * d * 300 + 300 + 3 * 300 + 3;
        QCOMPARE(int(countsOf("biblosa", "released", options, 3).encoder), total - rest);
    }

    void sentenceModels() { // §3.3, "Table 1 others", SST with 5 classes
        QCOMPARE(int(countsOf("disa", "paper", {}, 5).total()), 1806000);
        QCOMPARE(int(countsOf("multihead", "paper", {}, 5).total()), 1443000);
        QCOMPARE(int(countsOf("biblosa", "released", {}, 5).total()), 3609000);
        QCOMPARE(int(countsOf("biblosa", "released", {{"features", "240"}}, 5).total()), 2369160);
    }

    void mpsan_data() {
        QTest::addColumn<QString>("masks");
        QTest::addColumn<QString>("scores");
        QTest::addColumn<QString>("fusion");
        QTest::addColumn<int>("total");
        const QString mul = "fw+logdist, bw+logdist, fa(2), fa(3)", two = "fw, bw";
        QTest::newRow("mul + tpw") << mul << "scalar"
                                   << "tpw" << 1089004;
        QTest::newRow("b&f + tpw") << two << "scalar"
                                   << "tpw" << 726002;
        QTest::newRow("m-d, mul + tpw") << mul << "features"
                                        << "tpw" << 1807800;
        QTest::newRow("m-d, b&f + tpw") << two << "features"
                                        << "tpw" << 1085400;
        QTest::newRow("mul + fg") << mul << "scalar"
                                  << "gate" << 4331404;
        QTest::newRow("b&f + fg") << two << "scalar"
                                  << "gate" << 1446602;
    }
    void mpsan() { // §3.3, SST with 5 classes
        QFETCH(QString, masks);
        QFETCH(QString, scores);
        QFETCH(QString, fusion);
        QFETCH(int, total);
        const Options options = {
            {"masks", masks.toStdString()}, {"scores", scores.toStdString()}, {"fusion", fusion.toStdString()}};
        QCOMPARE(int(countsOf("mpsan", "paper", options, 5).total()), total);
    }

    void poolingAndClassifier() {
        const ParameterCounts counts = countsOf("disa", "paper", {}, 5);
        QCOMPARE(int(counts.pooling), 2 * 600 * 600 + 2 * 600);
        QCOMPARE(int(counts.classifier), 600 * 300 + 300 + 300 * 5);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"
