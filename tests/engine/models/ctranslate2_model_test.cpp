// A translation model as CTranslate2 saves it: the real one of shared data against numbers computed elsewhere, and what
// is refused.

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "message_of.h"
#include "models/formats.h"
#include "models/published/ctranslate2_model.h"
#include "models/translation_model.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

template <class Number>
std::string number(Number value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string text(const std::string& characters) {
    return number(std::uint16_t(characters.size() + 1)) + characters + '\0';
}

/// A variable of float32 as version 2 has it, small numbers that differ.
std::string variable(const std::string& name, const std::vector<std::uint32_t>& shape) {
    std::uint32_t count = 1;
    std::string bytes = text(name) + char(shape.size());
    for (const std::uint32_t size : shape) {
        bytes += number(size);
        count *= size;
    }
    bytes += char(4) + number(count);
    for (std::uint32_t k = 0; k < count; ++k)
        bytes += number(float(int((k * 7919 + name.size() * 31) % 23) - 11) / 16);
    return bytes;
}

/// One layer of 16 on each side, five source tokens and four target tokens, with their unknown ones.
std::string smallModel(const std::string& kind = "TransformerBase", const std::string& without = {}) {
    std::vector<std::pair<std::string, std::vector<std::uint32_t>>> all = {{"encoder/embeddings/weight", {6, 16}},
                                                                           {"decoder/embeddings/weight", {5, 16}},
                                                                           {"decoder/projection/weight", {5, 16}},
                                                                           {"decoder/projection/bias", {5}}};
    const auto linear = [&](const std::string& name, std::uint32_t outputs, std::uint32_t inputs) {
        all.push_back({name + "/weight", {outputs, inputs}});
        all.push_back({name + "/bias", {outputs}});
    };
    const auto norm = [&](const std::string& name) {
        all.push_back({name + "/layer_norm/gamma", {16}});
        all.push_back({name + "/layer_norm/beta", {16}});
    };
    for (const std::string side : {"encoder", "decoder"}) {
        const std::string layer = side + "/layer_0";
        linear(layer + "/self_attention/linear_0", 48, 16);
        linear(layer + "/self_attention/linear_1", 16, 16);
        norm(layer + "/self_attention");
        linear(layer + "/ffn/linear_0", 8, 16);
        linear(layer + "/ffn/linear_1", 16, 8);
        norm(layer + "/ffn");
        norm(side);
    }
    linear("decoder/layer_0/attention/linear_0", 16, 16);
    linear("decoder/layer_0/attention/linear_1", 32, 16);
    linear("decoder/layer_0/attention/linear_2", 16, 16);
    norm("decoder/layer_0/attention");
    std::string bytes;
    std::uint32_t count = 0;
    for (const auto& [name, shape] : all)
        if (name != without) {
            bytes += variable(name, shape);
            ++count;
        }
    return number(std::uint32_t(2)) + text(kind) + number(std::uint32_t(2)) + number(count) + bytes;
}

/// Of all heads of a recording in a stack's part, row-major [layer][head][query][key].
std::vector<double> mapsOf(const Recording& recording, const std::vector<HeadInfo>& heads, Stack stack, MapPart part) {
    std::vector<double> all;
    for (const HeadInfo& head : heads)
        if (head.address.stack == stack && head.address.part == part) {
            const AttentionMap map = recording.map({head.address, head.sequence});
            all.insert(all.end(), map.values.begin(), map.values.end());
        }
    return all;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
        most = std::max(most, std::abs(a[k] - b[k]));
    return most;
}

} // namespace

class CTranslate2ModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path write(const std::string& model, const std::string& target = "<blank>\n<s>\n</s>\na\n") {
        const fs::path folder = m_folder.path().toStdString();
        std::ofstream(folder / "model.bin", std::ios::binary) << model;
        std::ofstream(folder / "source_vocabulary.txt", std::ios::binary) << "<blank>\n<s>\n</s>\nx\ny\n";
        std::ofstream(folder / "target_vocabulary.txt", std::ios::binary) << target;
        return folder;
    }

private slots:
    /// Letters are tokens, and one that is not there is unknown.
    void opens() {
        const auto model = openModel(write(smallModel()));
        QCOMPARE(model->kind(), std::string("OpenNMT Transformer"));
        QCOMPARE(model->heads().size(), std::size_t(3 * 8));
        const auto sequences = model->read({"xy zx"});
        QCOMPARE(sequences[0].tokens.size(), std::size_t(4)); // no mark of an end
        QCOMPARE(sequences[0].tokens[3].id, 3);
        QCOMPARE(sequences[0].tokens[2].word, 1);
        QVERIFY(!sequences[0].tokens[2].known);
        const auto recording = model->run(sequences, {}, {});
        QVERIFY(!std::get<TranslationAnswer>(recording->answer()).beams.empty());
        QCOMPARE(inspectModel(m_folder.path().toStdString()).words, Index(5));
    }

    /// English is offered only where the source's vocabulary has it; else the vocabulary's own letters or words.
    void offersWhatItsVocabularyHas() {
        const auto exampleOf = [&](const std::string& source) {
            write(smallModel());
            std::ofstream(m_folder.path().toStdString() + "/source_vocabulary.txt", std::ios::binary) << source;
            return openModel(m_folder.path().toStdString())->examples().front().text;
        };
        QCOMPARE(exampleOf("<blank>\n<s>\n</s>\nx\ny\n"), std::string("xy"));
        QCOMPARE(exampleOf("<s>\n</s>\nقلم\nبيت\n.\n"), std::string("قلم بيت ."));
        QCOMPARE(exampleOf("The\ncat\nsat\non\nthe\n"), std::string("The cat sat on the mat because it was tired."));
    }

    void saysWhatIsWrong() {
        const auto refusal = [&](const std::string& bytes) { return messageOf([&] { openModel(write(bytes)); }); };
        const QString kind = refusal(smallModel("WhisperSpec"));
        QVERIFY2(kind.contains("WhisperSpec") && kind.contains("TransformerBig"), qPrintable(kind));
        const QString missing = refusal(smallModel("TransformerBase", "decoder/layer_0/attention/linear_2/bias"));
        QVERIFY2(missing.contains("linear_2"), qPrintable(missing));
        const QString empty = refusal(smallModel("TransformerBase", "encoder/embeddings/weight"));
        QVERIFY2(empty.contains("\"encoder/embeddings/weight\""), qPrintable(empty));
        const QString marks = messageOf([&] { openModel(write(smallModel(), "a\nb\n")); });
        QVERIFY2(marks.contains("target_vocabulary.txt") && marks.contains("\"<s>\""), qPrintable(marks));
        const QString many = messageOf([&] { openModel(write(smallModel(), "<s>\n</s>\na\nb\nc\nd\ne\n")); });
        QVERIFY2(many.contains("different models"), qPrintable(many));
    }

    void transliterates_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<double>("tolerance"); // numbers of fewer digits are other numbers
        QTest::newRow("float32") << "aren-transliteration" << 2e-5;
        QTest::newRow("int16") << "aren-transliteration-i16" << 0.02;
        QTest::newRow("int8") << "aren-transliteration-i8" << 0.3;
    }
    void transliterates() {
        QFETCH(QString, folder);
        QFETCH(double, tolerance);
        const fs::path data = fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models/aren_transliteration";
        if (!fs::exists(data))
            QSKIP("../shared/data is absent");
        const auto model = openModel(data / folder.toStdString());
        const Json golden = parseJson(readFile(data / "golden.json"), "golden.json");
        for (const Json& c : golden.at("cases")) {
            std::string typed, expected;
            for (const Json& letter : c.at("source"))
                typed += letter.get<std::string>();
            for (const Json& letter : c.at("greedy"))
                expected += letter.get<std::string>();
            const auto recording = model->run(model->read({typed}), {}, {});
            const auto& answer = std::get<TranslationAnswer>(recording->answer());
            QCOMPARE(answer.beams.front().text, expected);
            for (std::size_t k = 0; k < answer.tokens.size(); ++k)
                QVERIFY(std::abs(answer.tokens[k].logProbability - c.at("token_logprobs")[k].get<double>()) <=
                        tolerance);
            const auto maps = [&](Stack stack, MapPart part, const char* name) {
                return apart(mapsOf(*recording, model->heads(), stack, part), c.at(name).get<std::vector<double>>());
            };
            QVERIFY(maps(Stack::Encoder, MapPart::Self, "encoder_attention") <= tolerance);
            QVERIFY(maps(Stack::Decoder, MapPart::Self, "decoder_self_attention") <= tolerance);
            QVERIFY(maps(Stack::Decoder, MapPart::Cross, "cross_attention") <= tolerance);
        }
    }
};

QTEST_GUILESS_MAIN(CTranslate2ModelTest)
#include "ctranslate2_model_test.moc"
