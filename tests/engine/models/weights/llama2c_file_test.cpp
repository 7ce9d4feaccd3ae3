#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/llama2c_file.h"

#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<std::int64_t>;
using Values = std::vector<float>;

/// A file with this header whose floats count up from 0.
std::string fileOf(const std::vector<std::int32_t>& header, int floats) {
    std::string bytes(reinterpret_cast<const char*>(header.data()), header.size() * sizeof(std::int32_t));
    for (int k = 0; k < floats; ++k) {
        const float value = float(k);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return bytes;
}

Llama2cFile opened(const std::string& bytes) {
    return Llama2cFile::fromBytes(bytes, "m.bin");
}

QString refusal(const std::vector<std::int32_t>& header, int floats = 0) {
    return messageOf([&] { opened(fileOf(header, floats)); });
}

/// Width 4, feed-forward 3, 2 layers, 2 heads, 1 of keys and values, vocabulary of 5 with a classifier, 6 positions.
const std::vector<std::int32_t> small = {4, 3, 2, 2, 1, -5, 6};
// embeddings, norm, wq, wk, wv, wo, norm, w1, w2, w3, norm, cosines, sines, classifier
constexpr int smallFloats = 20 + 2 * (4 + 16 + 8 + 8 + 16 + 4 + 12 + 12 + 12) + 4 + 6 + 6 + 20;

bool sameBits(const Values& a, const Values& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::filesystem::path published(const std::string& name) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/models/stories260K/" + name;
}

} // namespace

class Llama2cFileTest : public QObject {
    Q_OBJECT
private slots:
    void everyTensorHasItsPlace() {
        const auto file = opened(fileOf(small, smallFloats));
        const Llama2cHeader& header = file.header();
        QCOMPARE(header.dim, 4);
        QCOMPARE(header.hiddenDim, 3);
        QCOMPARE(header.layers, 2);
        QCOMPARE(header.heads, 2);
        QCOMPARE(header.keyValueHeads, 1);
        QCOMPARE(header.vocabularySize, 5);
        QCOMPARE(header.sequenceLength, 6);
        QVERIFY(header.hasClassifier);
        Names names;
        float next = 0;
        const auto check = [&](const std::string& name, const Shape& shape) {
            names.push_back(name);
            QCOMPARE(file.info(name).shape, shape);
            for (const float value : file.readFloat(name))
                QCOMPARE(value, next++);
        };
        const auto layers = [&](const std::string& name, const Shape& shape) {
            check("layers.0." + name, shape);
            check("layers.1." + name, shape);
        };
        check("tok_embeddings.weight", {5, 4});
        layers("attention_norm.weight", {4});
        layers("attention.wq.weight", {4, 4});
        layers("attention.wk.weight", {2, 4});
        layers("attention.wv.weight", {2, 4});
        layers("attention.wo.weight", {4, 4});
        layers("ffn_norm.weight", {4});
        layers("feed_forward.w1.weight", {3, 4});
        layers("feed_forward.w2.weight", {4, 3});
        layers("feed_forward.w3.weight", {3, 4});
        check("norm.weight", {4});
        check("freq_cis_real", {6, 1});
        check("freq_cis_imag", {6, 1});
        check("output.weight", {5, 4});
        QCOMPARE(next, float(smallFloats));
        QCOMPARE(file.names(), names);
    }

    void withoutAClassifierThereIsNone() {
        std::vector<std::int32_t> header = small;
        header[5] = 5;
        const auto file = opened(fileOf(header, smallFloats - 20));
        QVERIFY(!file.header().hasClassifier && !file.contains("output.weight"));
        QCOMPARE(file.header().vocabularySize, 5);
    }

    void hostileHeaders_data() {
        QTest::addColumn<QList<int>>("header");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const QList<int>& header, const char* message) {
            QTest::newRow(title) << header << QString("m.bin: ") + message;
        };
        const int least = std::numeric_limits<int>::min();
        row("empty", {}, "byte 0: the width needs 4 bytes, only 0 are left; the file is cut off or damaged");
        row("cut", {4, 3},
            "byte 8: the number of layers needs 4 bytes, only 0 are left; the file is cut off or damaged");
        row("later version", {0x616b3432},
            "this is version 1 or 2 of llama2.c's export, which can't be read; export the model as version 0, or in "
            "the Hugging Face layout (version -1)");
        row("zero", {0}, "the width would be 0, expected 1 to 1048576; this is no model of llama2.c or it is damaged");
        row("negative", {4, -3},
            "the width of the feed-forward layers would be -3, expected 1 to 1048576; this is no model of llama2.c or "
            "it is damaged");
        row("layers", {4, 3, 1025},
            "the number of layers would be 1025, expected 1 to 1024; this is no model of llama2.c or it is damaged");
        row("no vocabulary", {4, 3, 2, 2, 1, 0},
            "the size of the vocabulary would be 0, expected 1 to 16777216, or negative; this is no model of llama2.c "
            "or it is damaged");
        row("least vocabulary", {4, 3, 2, 2, 1, least},
            "the size of the vocabulary would be -2147483648, expected 1 to 16777216, or negative; this is no model of "
            "llama2.c or it is damaged");
        row("heads", {4, 3, 2, 3, 1, 5, 6},
            "a width of 4, 3 heads and 1 key and value heads do not divide each other into heads of an even width; "
            "this is no model of llama2.c or it is damaged");
        row("odd heads", {4, 3, 2, 4, 1, 5, 6},
            "a width of 4, 4 heads and 1 key and value heads do not divide each other into heads of an even width; "
            "this is no model of llama2.c or it is damaged");
        row("key heads", {4, 3, 2, 2, 4, 5, 6},
            "a width of 4, 2 heads and 4 key and value heads do not divide each other into heads of an even width; "
            "this is no model of llama2.c or it is damaged");
        row("largest", {1 << 20, 1 << 20, 1024, 1, 1, -(1 << 24), 1 << 24},
            "the model that its first 28 bytes describe needs a file of 31736312218255388 bytes, this one has 28; it "
            "is no model of llama2.c (version 0), or cut off");
    }
    void hostileHeaders() {
        QFETCH(QList<int>, header);
        QFETCH(QString, message);
        QCOMPARE(refusal(std::vector<std::int32_t>(header.begin(), header.end())), message);
    }

    void anyOtherSizeIsRefused() {
        const std::string bytes = fileOf(small, smallFloats);
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!messageOf([&] { opened(bytes.substr(0, length)); }).isEmpty());
        QCOMPARE(messageOf([&] { opened(bytes + "x"); }),
                 QString("m.bin: the model that its first 28 bytes describe needs a file of %1 bytes, this one has %2; "
                         "it is no model of llama2.c (version 0), or cut off")
                     .arg(28 + 4 * smallFloats)
                     .arg(29 + 4 * smallFloats));
    }

    /// The same numbers as in the layout of Hugging Face, bit for bit; the rows of queries and keys are in another
    /// order there: those of a head's even numbers, then those of its odd ones.
    void publishedModel() {
        if (!std::filesystem::exists(published("")))
            QSKIP("../shared/data/models/stories260K is absent");
        const auto file = Llama2cFile::open(published("stories260K.bin"));
        const auto derived = SafetensorsFile::open(published("derived_hf/model.safetensors"));
        QCOMPARE(file.header().layers, 5);
        QCOMPARE(file.header().keyValueHeads, 4);
        QVERIFY(!file.header().hasClassifier);
        QVERIFY(sameBits(file.readFloat("tok_embeddings.weight"), derived.readFloat("model.embed_tokens.weight")));
        QVERIFY(sameBits(file.readFloat("norm.weight"), derived.readFloat("model.norm.weight")));
        const std::vector<std::pair<std::string, std::string>> same = {
            {"attention_norm", "input_layernorm"}, {"attention.wv", "self_attn.v_proj"},
            {"attention.wo", "self_attn.o_proj"},  {"ffn_norm", "post_attention_layernorm"},
            {"feed_forward.w1", "mlp.gate_proj"},  {"feed_forward.w2", "mlp.down_proj"},
            {"feed_forward.w3", "mlp.up_proj"}};
        for (int layer = 0; layer < 5; ++layer) {
            const std::string here = "layers." + std::to_string(layer) + '.', there = "model." + here;
            for (const auto& [ours, theirs] : same) {
                const std::string a = here + ours + ".weight", b = there + theirs + ".weight";
                QCOMPARE(file.info(a).shape, derived.info(b).shape);
                QVERIFY(sameBits(file.readFloat(a), derived.readFloat(b)));
            }
            for (const std::string kind : {"q", "k"}) {
                const Values a = file.readFloat(here + "attention.w" + kind + ".weight");
                const Values b = derived.readFloat(there + "self_attn." + kind + "_proj.weight");
                QCOMPARE(a.size(), b.size());
                for (std::size_t row = 0; row < a.size() / 64; ++row) {
                    const std::size_t head = row / 8 * 8, other = head + row % 8 / 2 + row % 2 * 4;
                    QVERIFY(std::equal(a.begin() + std::ptrdiff_t(row * 64), a.begin() + std::ptrdiff_t(row * 64 + 64),
                                       b.begin() + std::ptrdiff_t(other * 64)));
                }
            }
        }
        const float* const mapped = file.mapped("norm.weight");
        QVERIFY(mapped && *mapped == file.readFloat("norm.weight")[0]);
    }

    /// The rotation's angles, by their definition.
    void publishedRotation() {
        if (!std::filesystem::exists(published("")))
            QSKIP("../shared/data/models/stories260K is absent");
        const auto file = Llama2cFile::open(published("stories260K.bin"));
        QCOMPARE(file.info("freq_cis_real").shape, (Shape{512, 4}));
        const Values cosines = file.readFloat("freq_cis_real"), sines = file.readFloat("freq_cis_imag");
        for (int k = 0; k < 512 * 4; ++k) {
            const double angle = (k / 4) / std::pow(10000.0, (k % 4) / 4.0);
            QVERIFY(std::abs(double(cosines[std::size_t(k)]) - std::cos(angle)) < 1e-4);
            QVERIFY(std::abs(double(sines[std::size_t(k)]) - std::sin(angle)) < 1e-4);
        }
    }
};

QTEST_GUILESS_MAIN(Llama2cFileTest)
#include "llama2c_file_test.moc"
