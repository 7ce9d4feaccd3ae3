#include "core/files.h"
#include "gguf_bytes.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/gguf_file.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace headlight;

namespace {

const std::string published = HEADLIGHT_SOURCE_DIR "/../shared/data/";

double sumOf(const std::vector<float>& numbers) {
    double sum = 0;
    for (const float number : numbers)
        sum += double(number);
    return sum;
}

/// The name that Hugging Face gives to a tensor of llama.cpp.
std::string huggingFaceName(const std::string& name) {
    static const std::map<std::string, std::string> whole = {{"token_embd.weight", "model.embed_tokens.weight"},
                                                             {"output.weight", "model.embed_tokens.weight"},
                                                             {"output_norm.weight", "model.norm.weight"}};
    static const std::map<std::string, std::string> parts = {
        {"attn_q", "self_attn.q_proj"},          {"attn_k", "self_attn.k_proj"},
        {"attn_v", "self_attn.v_proj"},          {"attn_output", "self_attn.o_proj"},
        {"attn_norm", "input_layernorm"},        {"ffn_gate", "mlp.gate_proj"},
        {"ffn_down", "mlp.down_proj"},           {"ffn_up", "mlp.up_proj"},
        {"ffn_norm", "post_attention_layernorm"}};
    if (whole.contains(name))
        return whole.at(name);
    const std::size_t layerEnd = name.find('.', 4), partEnd = name.rfind('.');
    return "model.layers." + name.substr(4, layerEnd - 4) + "." +
           parts.at(name.substr(layerEnd + 1, partEnd - layerEnd - 1)) + ".weight";
}

} // namespace

class GgufFileTest : public QObject {
    Q_OBJECT

private slots:
    void tensorsAreRowMajor() {
        for (const std::uint32_t version : {2u, 3u}) {
            GgufBuilder built = smallGguf();
            built.version = version;
            const auto file = GgufFile::fromBytes(built.bytes(), "m.gguf");
            QCOMPARE(file.version(), version);
            QCOMPARE(file.names(), (std::vector<std::string>{"a", "b", "c"})); // as their numbers lie
            QCOMPARE(file.info("b").shape, (std::vector<std::int64_t>{2, 3}));
            QVERIFY(file.info("b").dtype == Dtype::F32 && file.contains("a") && !file.contains("d"));
            QCOMPARE(file.readFloat("b"), (std::vector<float>{1, 2, 3, 4, 5, 6}));
            QCOMPARE(file.readFloat("a"), (std::vector<float>{7, -8}));
            QCOMPARE(file.readFloat("c"), (std::vector<float>{1, -128, 127, -1}));
            QVERIFY(!file.mapped("b")); // bytes in memory
            QCOMPARE(messageOf([&] { file.info("bb"); }),
                     QString("m.gguf: there is no tensor \"bb\". Did you mean \"b\"?"));
        }
    }

    void mappedNumbers() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "m.gguf";
        writeFile(path, smallGguf().bytes());
        const auto file = GgufFile::open(path);
        const float* const numbers = file.mapped("b");
        QVERIFY(numbers && std::equal(numbers, numbers + 6, file.readFloat("b").begin()));
        QVERIFY(!file.mapped("c"));
        file.refuseChanges();
        std::filesystem::resize_file(path, 100);
        QVERIFY(messageOf([&] { file.refuseChanges(); }).contains("was changed"));
        QVERIFY(messageOf([&] { file.readFloat("b"); }).contains("became shorter"));
    }

    void valuesOfKeys() {
        GgufBuilder built;
        built.key("u8", 0, "\xff").key("i8", 1, "\xff").key("u16", 2, "\x02\x01").key("i16", 3, "\xfe\xff");
        built.key("u32", 4, std::string(4, '\xff')).key("i32", 5, std::string(4, '\xff'));
        built.key("f32", 6, ggufNumber(0.25f)).key("f64", 12, ggufNumber(-0.1));
        built.key("yes", 7, "\x01").key("no", 7, std::string(1, '\0')).key("text", 8, ggufText("a\nb"));
        built.key("u64", 10, std::string(8, '\xff')).key("i64", 11, ggufNumber(std::int64_t(-5)));
        built.array("whole", 5, 2, ggufNumber(std::int32_t(-7)) + ggufNumber(std::int32_t(8)));
        built.array("flags", 7, 2, std::string("\0\1", 2)).array("empty", 8, 0, "");
        const auto file = GgufFile::fromBytes(built.bytes(), "m.gguf");
        const auto integer = [&](const char* key) { return file.find(key)->integer(); };
        QCOMPARE(file.keys().size(), std::size_t(16));
        QCOMPARE(file.keys().front(), std::string("u8"));
        QVERIFY(!file.find("none"));
        QVERIFY(integer("u8") == 255 && integer("i8") == -1 && integer("u16") == 258 && integer("i16") == -2);
        QVERIFY(integer("u32") == 4294967295 && integer("i32") == -1 && integer("i64") == -5);
        QVERIFY(!integer("u64") && file.find("u64")->number() == 18446744073709551616.0);
        QVERIFY(!integer("f32") && file.find("f32")->number() == 0.25 && file.find("f64")->number() == -0.1);
        QVERIFY(file.find("yes")->boolean() == true && file.find("no")->boolean() == false && !integer("yes"));
        QVERIFY(file.find("text")->text() == "a\nb" && !file.find("text")->number() && !file.find("text")->boolean());
        const GgufValue& whole = *file.find("whole");
        QVERIFY(whole.isArray() && whole.size() == 2 && whole.integerAt(0) == -7 && whole.numberAt(1) == 8.0);
        QVERIFY(!whole.integer() && !whole.textAt(0) && !whole.booleanAt(1) && !file.find("i32")->integerAt(0));
        QVERIFY(file.find("flags")->booleanAt(0) == false && file.find("flags")->booleanAt(1) == true);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, whole.integerAt(2));
        QCOMPARE(whole.description(), std::string("an array of 2 whole numbers"));
        QCOMPARE(file.find("empty")->description(), std::string("an array of 0 texts"));
        QCOMPARE(file.find("f32")->description(), std::string("a number"));
    }

    void whatIsAllowed() {
        // No numbers at any place, a scalar, another alignment, gaps, a type of which only the shape is known.
        GgufBuilder built;
        built.alignment = 8;
        built.key("general.alignment", 4, ggufNumber(8));
        built.tensor("empty", {0, 1ull << 62}, 0, 8).tensor("scalar", {}, 0, 16).tensor("new", {100, 3}, 77, 24);
        built.data = std::string(16, '\0') + ggufNumber(1.5f) + std::string(60, '\xff');
        const auto file = GgufFile::fromBytes(built.bytes(), "m.gguf");
        QCOMPARE(file.readFloat("scalar"), std::vector<float>{1.5f});
        QVERIFY(file.readFloat("empty").empty() && file.info("scalar").shape.empty());
        QCOMPARE(file.info("new").shape, (std::vector<std::int64_t>{3, 100}));
        file.refuseGaps();
        QCOMPARE(messageOf([&] { file.readFloat("new"); }),
                 QString("m.gguf: tensor \"new\": its numbers are of ggml's type 77, which is not read; get the model "
                         "with F32, F16, Q4_0, Q8_0, Q4_K, Q6_K, I8, I16, I32, I64, F64 or BF16, or convert it"));
        QVERIFY(GgufFile::fromBytes(GgufBuilder().bytes(), "m.gguf").names().empty());
    }

    /// stories260K in two forms. q and k are the same numbers with their rows in another order.
    void publishedFloats() {
        const std::string folder = published + "models/stories260K/";
        if (!std::filesystem::exists(folder))
            QSKIP("no models/stories260K in ../shared/data");
        const auto file = GgufFile::open(folder + "tinyllm.gguf");
        const auto other = SafetensorsFile::open(folder + "derived_hf/model.safetensors");
        QCOMPARE(file.names().size(), std::size_t(48));
        int compared = 0;
        for (const std::string& name : file.names()) {
            std::vector<float> numbers = file.readFloat(name), same = other.readFloat(huggingFaceName(name));
            QCOMPARE(file.info(name).shape, other.info(huggingFaceName(name)).shape);
            const float* const mapped = file.mapped(name);
            QVERIFY(mapped && std::memcmp(mapped, numbers.data(), numbers.size() * sizeof(float)) == 0);
            if (name.find("attn_q") != std::string::npos || name.find("attn_k") != std::string::npos) {
                std::sort(numbers.begin(), numbers.end());
                std::sort(same.begin(), same.end());
            } else {
                ++compared;
            }
            QVERIFY2(std::memcmp(numbers.data(), same.data(), numbers.size() * sizeof(float)) == 0, name.c_str());
        }
        QCOMPARE(compared, 38);
        QVERIFY(file.find("llama.attention.head_count_kv")->integer() == 4);
        QVERIFY(file.find("tokenizer.ggml.padding_token_id")->integer() == 4294967295);
        QCOMPARE(file.find("tokenizer.ggml.tokens")->size(), std::size_t(512));
    }

    /// The sums were computed with numpy.
    void publishedHalves() {
        const std::string path = published + "models/random_tiny_llama_gguf/llama-2-tiny-random.gguf";
        if (!std::filesystem::exists(path))
            QSKIP("no models/random_tiny_llama_gguf in ../shared/data");
        const auto file = GgufFile::open(path);
        QCOMPARE(file.info("token_embd.weight").shape, (std::vector<std::int64_t>{32000, 8}));
        QCOMPARE(file.info("blk.0.ffn_down.weight").shape, (std::vector<std::int64_t>{8, 32}));
        QVERIFY(file.info("output.weight").dtype == Dtype::F16 && !file.mapped("output.weight"));
        const auto isNear = [&](const char* name, double sum) {
            return std::abs(sumOf(file.readFloat(name)) - sum) < 1e-9;
        };
        QVERIFY(isNear("token_embd.weight", -6.394698202610016));
        QVERIFY(isNear("output.weight", -0.9195126891136169));
        QVERIFY(isNear("blk.0.ffn_down.weight", 0.18627119064331055));
        QVERIFY(isNear("output_norm.weight", 8)); // each is 1
        float part[3] = {};
        file.readFloat("output.weight", 8, 3, part);
        QVERIFY(part[0] == -0.01300048828125f && part[1] == 0.0247802734375f && part[2] == 0.00159454345703125f);
    }

    void publishedVocabularies_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("keys");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<QString>("thousandth");
        QTest::addColumn<int>("kinds");
        QTest::newRow("llama") << "llama-spm" << 22 << 32000 << 210919 << "ied" << 33285;
        QTest::newRow("gpt-2") << "gpt-2" << 16 << 50257 << 356735 << "ale" << 50259;
        QTest::newRow("bert") << "bert-bge" << 20 << 30522 << 260415 << QString::fromUtf8("\xe2\x96\x81\"") << 30532;
    }

    /// The numbers were counted by a program of a few lines in Python.
    void publishedVocabularies() {
        QFETCH(QString, name);
        QFETCH(int, keys);
        QFETCH(int, tokens);
        QFETCH(int, bytes);
        QFETCH(QString, thousandth);
        QFETCH(int, kinds);
        const std::string path = published + "tokenizers/ggml_vocab/ggml-vocab-" + name.toStdString() + ".gguf";
        if (!std::filesystem::exists(path))
            QSKIP("no tokenizers/ggml_vocab in ../shared/data");
        const auto file = GgufFile::open(path);
        QCOMPARE(file.keys().size(), std::size_t(keys));
        QVERIFY(file.names().empty());
        const GgufValue* const texts = file.find("tokenizer.ggml.tokens");
        const GgufValue* const types = file.find("tokenizer.ggml.token_type");
        QVERIFY(texts && types && texts->size() == std::size_t(tokens) && types->size() == std::size_t(tokens));
        std::size_t length = 0;
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < texts->size(); ++k) {
            length += texts->textAt(k).value().size();
            sum += types->integerAt(k).value();
        }
        QCOMPARE(length, std::size_t(bytes));
        QCOMPARE(sum, std::int64_t(kinds));
        QCOMPARE(QString::fromUtf8(std::string(texts->textAt(1000).value()).c_str()), thousandth);
        QElapsedTimer time;
        time.start();
        GgufFile::open(path);
        qInfo("opened in %lld ms", static_cast<long long>(time.elapsed()));
        QVERIFY(time.elapsed() < 5000);
    }
};

QTEST_GUILESS_MAIN(GgufFileTest)
#include "gguf_file_test.moc"
