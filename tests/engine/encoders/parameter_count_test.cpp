#include "message_of.h"
#include "models/task_network.h"

#include <QtTest>
#include <sys/resource.h>

using namespace headlight;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// A classifier around the encoder, by default with 300 features in.
ModelDescription describe(const std::string& id, const std::string& preset, const Options& options, int classes,
                          int inputs = 300) {
    const EncoderRow& row = encoderRow(id);
    ModelDescription description;
    description.encoder = id;
    description.encoderConfig = row.makeConfig();
    applyPreset(row, *description.encoderConfig, preset);
    for (const auto& [name, value] : options)
        description.encoderConfig->set(name, value);
    description.classifier.embeddingFeatures = inputs;
    description.labels.assign(std::size_t(classes), "label");
    return description;
}

/// As the papers count: without embeddings.
ParameterCounts countsOf(const std::string& id, const std::string& preset, const Options& options, int classes,
                         int inputs = 300) {
    return countParameters(describe(id, preset, options, classes, inputs));
}

/// The most memory this process has held so far.
std::int64_t mostBytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t(usage.ru_maxrss) * 1024;
}

} // namespace

/// REFERENCE §3: exact integers of encoders. Those of whole models, §3.1 and §3.3, are in cli_models_test.cpp.
class ParameterCountTest : public QObject {
    Q_OBJECT
private slots:
    /// However it is counted: with values or without.
    void countingIsExact_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("preset");
        for (const EncoderRow& row : encoderRows())
            for (const Preset& preset : row.presets)
                QTest::addRow("%s %s", row.id.c_str(), preset.id.c_str()) << row.id.c_str() << preset.id.c_str();
    }
    void countingIsExact() {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const ModelDescription description = describe(id.toStdString(), preset.toStdString(), {}, 3, 50);
        const ParameterCounts counted = countParameters(description),
                              made = TaskNetwork(description, Vocabulary(), 1).counts();
        QCOMPARE(counted.encoder, made.encoder);
        QCOMPARE(counted.pooling, made.pooling);
        QCOMPARE(counted.classifier, made.classifier);
    }

    void countingTakesNoMemory() {
        const std::int64_t before = mostBytes();
        const Options large = {{"layers", "48"}, {"features", "4096"}, {"feed_forward", "16384"}};
        QVERIFY(countsOf("transformer", "base", large, 3).encoder > Index(9'000'000'000));
        QVERIFY(mostBytes() - before < 100'000'000);
    }

    void sizesBeyondEveryMemoryAreRefused() {
        const Index most = std::numeric_limits<Index>::max();
        for (const bool counted : {false, true}) {
            Parameters parameters = counted ? Parameters::onlyCounted() : Parameters();
            QCOMPARE(messageOf([&] { parameters.add("part.weight", Parameter::Kind::Weight, most / 2, 3); }),
                     QString::fromUtf8("\"part.weight\" would have 4611686018427387903 × 3 values, more than there can "
                                       "be"));
        }
        Parameters parameters = Parameters::onlyCounted(); // each can be, but not all of them
        parameters.add("part.weight", Parameter::Kind::Weight, most / 8, 1);
        QVERIFY(messageOf([&] {
                    parameters.add("part.bias", Parameter::Kind::Bias, most / 4, 1);
                }).contains("more than there can be"));
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
        QCOMPARE(layers("rel-pos", "6") - plain, Index(6 * 73728 / 18)); // §3.5, of the encoder's attentions
        QCOMPARE(layers("rel-pos", "6", {{"last_distance", "true"}}) - layers("rel-pos", "6"), Index(6 * 2 * 64));
        QCOMPARE(layers("neighbor", "6") - plain, Index(6 * 8));
        // One predicted centre a head from half as many units as the model has features: the +0.4M of CSAN's table.
        for (const char* preset : {"local-hard", "local-hard-luong"}) {
            QCOMPARE(layers(preset, "6") - plain, Index(400152));
            QCOMPARE(layers(preset, "6", {{"window_units", "0"}}) - plain, Index(3 * (512 * 512 + 512 + 512 * 8 + 8)));
        }
        QCOMPARE(layers("local-soft", "6", {{"window_units", "512"}}), layers("local-soft", "6"));
        for (const char* preset : {"csan-2d", "csan-1d", "bi-direct", "post-norm"})
            QCOMPARE(layers(preset, "6", {{"final_norm", "true"}}), plain);
    }

    void
    mtsasLayersForRoles() { // 10 of 200: queries, keys, values, output and S; 800 inside; one vector on every token
        const Index attention = 5 * (200 * 200 + 200), feedForward = 2 * 200 * 800 + 800 + 200;
        QCOMPARE(countsOf("transformer", "mtsa-srl", {}, 3, 200).encoder,
                 10 * (attention + feedForward + 4 * 200) + 200);
        QCOMPARE(countsOf("transformer", "mtsa-srl", {{"order", "attention-first"}}, 3, 200).encoder,
                 countsOf("transformer", "mtsa-srl", {}, 3, 200).encoder);
    }

    /// The stack of roles has words of 100 features and marks of the predicate of 100, which is its width: nothing
    /// stands between them and the layers.
    void theStackForRoles() {
        const auto counted = [](const Options& options) {
            ModelDescription description = describe("transformer", "mtsa-srl", options, 0, 100);
            description.task = "roles";
            description.classifier.hidden = 0;
            description.labels.assign(129, "label"); // B- and I- of 64 roles, and O
            return countParameters(std::move(description));
        };
        const Index feedForward = 2 * 200 * 800 + 800 + 200, norms = 4 * 200, map = 200 * 200 + 200;
        QCOMPARE(counted({}).encoder, 10 * (5 * map + feedForward + norms) + 200);
        QCOMPARE(counted({{"attention", "plain"}}).encoder, 10 * (4 * map + feedForward + norms) + 200);
        const Index lstms = 2 * 4 * ((200 + 200) * 200 + 200), windows = (3 + 4 + 5 + 6) * 200 * 50 + 4 * 50;
        QCOMPARE(counted({{"attention", "bilstm"}}).encoder, 10 * (lstms + feedForward + norms) + 200);
        QCOMPARE(counted({{"attention", "multicnn"}}).encoder, 10 * (windows + feedForward + norms) + 200);
        QCOMPARE(counted({}).classifier, Index(200 * 129 + 129));
        QCOMPARE(counted({}).pooling, Index(0));
    }

    void mpsanWithoutFusion() { // §3.3: four attentions and nothing that joins them
        QCOMPARE(countsOf("mpsan", "mean", {}, 5).encoder, Index(4 * (300 * 300 + 300 + 2 * 300 + 1)));
        QCOMPARE(countsOf("mpsan", "mean", {}, 5).total(), Index(636004));
    }

    void teCountsItsPositions() { // §1.12: 1 layer of 512, feed-forward 1024
        const Index body = 4 * (512 * 512 + 512) + 2 * 512 * 1024 + 1024 + 512 + 4 * 512;
        QCOMPARE(countsOf("te", "paper", {}, 3).encoder, 300 * 512 + 512 + 512 * 512 + body);
    }

    /// §3.2: two layers with 100 and 400 inputs. Before an SRU of SQuAD there is a ReLU layer even if widths are equal.
    void squadModels() {
        const auto layers = [](const char* id) {
            const Options small = {{"features", "100"}};
            return int(countsOf(id, "paper", small, 2, 100).encoder + countsOf(id, "paper", small, 2, 400).encoder);
        };
        const int rest = 151001;
        QCOMPARE(layers("bilstm"), 712601 - rest);
        QCOMPARE(layers("bigru"), 572201 - rest);
        QCOMPARE(layers("bisru") + 100 * 100 + 100, 322001 - rest);
    }

    void lama() { // §3.6: 512 features a direction over 100 inputs, 2h + 32 for each head
        const auto encoder = [](const char* heads) {
            const Options options = {{"heads", heads}};
            return int(countsOf("lama", "wide", options, 2, 100).encoder);
        };
        const int below = 1886208 + 1049600 + 32;
        for (const char* heads : {"2", "4", "8", "16", "32", "64"})
            QCOMPARE(encoder(heads), below + 1056 * std::stoi(heads));
        // Without GRU and hidden layer: c, and for each head P and Q.
        QCOMPARE(int(countsOf("lama", "encoder", {{"heads", "8"}}, 2, 100).encoder), 32 + 8 * (32 + 100));
    }

    void san() { // two LSTMs of 4((300 + 300)·300 + 300), W₁ and W₂ without biases
        const int attention = 350 * 600 + 30 * 350;
        QCOMPARE(int(countsOf("san", "paper", {}, 5).encoder), 2 * 4 * (600 * 300 + 300) + attention);
        QCOMPARE(int(countsOf("san", "lama-baseline", {}, 5).encoder), 2 * 4 * 600 * 300 + attention);
        QCOMPARE(int(countsOf("san", "paper", {}, 5).pooling), 0);
    }

    void poolingAndClassifier() {
        const ParameterCounts counts = countsOf("disa", "paper", {}, 5);
        QCOMPARE(int(counts.pooling), 2 * 600 * 600 + 2 * 600);
        QCOMPARE(int(counts.classifier), 600 * 300 + 300 + 300 * 5);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"
