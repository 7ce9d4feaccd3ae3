// Models of one file: GGUF and llama2.c.

#include "message_of.h"
#include "models/formats.h"
#include "models/published/file_model.h"
#include "published_golden.h"

#include <QTemporaryDir>
#include <cstring>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

/// Writes what the reader of GGUF is given.
class GgufBytes {
public:
    template <class Number>
    void add(Number number) {
        m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void add(const std::string& text) {
        add(std::uint64_t(text.size()));
        m_bytes += text;
    }
    void key(const std::string& name, const std::string& text) {
        add(name);
        add(std::uint32_t(8));
        add(text);
    }
    void key(const std::string& name, std::uint32_t number) {
        add(name);
        add(std::uint32_t(4));
        add(number);
    }
    void key(const std::string& name, float number) {
        add(name);
        add(std::uint32_t(6));
        add(number);
    }
    template <class Value>
    void key(const std::string& name, std::uint32_t type, const std::vector<Value>& values) {
        add(name);
        add(std::uint32_t(9));
        add(type);
        add(std::uint64_t(values.size()));
        for (const Value& value : values)
            add(value);
    }
    std::string& bytes() { return m_bytes; }

private:
    std::string m_bytes;
};

struct Tensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// As llama.cpp's converter has it: of each head's rows the halves take turns.
void interleaveHalves(Tensor& tensor, std::int64_t heads) {
    const std::int64_t columns = tensor.shape[1], width = tensor.shape[0] / heads;
    const std::vector<float> before = tensor.values;
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t i = 0; i < width / 2; ++i)
            for (std::int64_t half = 0; half < 2; ++half)
                std::copy_n(before.begin() + (head * width + half * width / 2 + i) * columns, columns,
                            tensor.values.begin() + (head * width + 2 * i + half) * columns);
}

/// The folder published/llama as a GGUF file; `architecture` as its keys have it.
std::string llamaAsGguf(const std::string& architecture = "llama") {
    const SafetensorsFile file = SafetensorsFile::open(folderOf("published/llama") / "model.safetensors");
    std::vector<Tensor> tensors;
    const auto take = [&](const std::string& theirs, const std::string& own) -> Tensor& {
        return tensors.emplace_back(Tensor{own, file.info(theirs).shape, file.readFloat(theirs)});
    };
    take("model.embed_tokens.weight", "token_embd.weight");
    take("model.norm.weight", "output_norm.weight");
    take("lm_head.weight", "output.weight");
    for (const std::string layer : {"0", "1"}) {
        const std::string theirs = "model.layers." + layer + ".", own = "blk." + layer + ".";
        interleaveHalves(take(theirs + "self_attn.q_proj.weight", own + "attn_q.weight"), 4);
        interleaveHalves(take(theirs + "self_attn.k_proj.weight", own + "attn_k.weight"), 2);
        for (const auto& [from, to] :
             {std::pair("self_attn.v_proj", "attn_v"), std::pair("self_attn.o_proj", "attn_output"),
              std::pair("input_layernorm", "attn_norm"), std::pair("post_attention_layernorm", "ffn_norm"),
              std::pair("mlp.gate_proj", "ffn_gate"), std::pair("mlp.up_proj", "ffn_up"),
              std::pair("mlp.down_proj", "ffn_down")})
            take(theirs + from + ".weight", own + to + ".weight");
    }
    GgufBytes out;
    out.bytes() = "GGUF";
    out.add(std::uint32_t(3));
    out.add(std::uint64_t(tensors.size()));
    out.add(std::uint64_t(13));
    out.key("general.architecture", architecture);
    out.key("llama.embedding_length", 16u);
    out.key("llama.block_count", 2u);
    out.key("llama.feed_forward_length", 24u);
    out.key("llama.attention.head_count", 4u);
    out.key("llama.attention.head_count_kv", 2u);
    out.key("llama.context_length", 32u);
    out.key("llama.attention.layer_norm_rms_epsilon", 1e-5f);
    out.key("tokenizer.ggml.model", std::string("llama"));
    std::vector<std::string> tokens = {"<unk>", "<s>", "</s>", "\u2581"};
    for (int letter = 'a'; tokens.size() < 48; ++letter)
        tokens.push_back(letter <= 'z' ? std::string(1, char(letter)) : "\u2581" + std::string(1, char(letter - 26)));
    std::vector<std::int32_t> types(48, 1);
    types[0] = 2;
    types[1] = types[2] = 3;
    out.key("tokenizer.ggml.tokens", 8, tokens);
    out.key("tokenizer.ggml.scores", 6, std::vector<float>(48, 0));
    out.key("tokenizer.ggml.token_type", 5, types);
    out.key("tokenizer.ggml.bos_token_id", 1u);
    std::uint64_t offset = 0;
    for (const Tensor& tensor : tensors) {
        out.add(tensor.name);
        out.add(std::uint32_t(tensor.shape.size()));
        for (std::size_t axis = tensor.shape.size(); axis-- > 0;)
            out.add(std::uint64_t(tensor.shape[axis]));
        out.add(std::uint32_t(0));
        out.add(offset);
        offset += (tensor.values.size() * 4 + 31) / 32 * 32;
    }
    for (const Tensor& tensor : tensors) {
        out.bytes().resize((out.bytes().size() + 31) / 32 * 32);
        out.bytes().append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * 4);
    }
    out.bytes().resize((out.bytes().size() + 31) / 32 * 32);
    return out.bytes();
}

/// The weights of all heads of a model's recording of these ids, [layer][head][query][key].
std::vector<float> mapsOf(const Model& model, const std::string& text, std::vector<int>& ids) {
    const auto recording = model.run(model.read({text}), {}, {});
    ids.clear();
    for (const Token& token : recording->sequences()[0].tokens)
        ids.push_back(token.id);
    std::vector<float> all;
    for (const HeadInfo& head : model.heads()) {
        const AttentionMap map = recording->map({head.address});
        all.insert(all.end(), map.values.begin(), map.values.end());
    }
    return all;
}

} // namespace

class PublishedFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path write(const std::string& name, const std::string& bytes) const {
        const fs::path path = fs::path(m_dir.path().toStdString()) / name;
        writeFile(path, bytes);
        return path;
    }

private slots:
    /// Rows in another order and rotations of neighbouring features are what the folder has.
    void aGgufFileIsTheFolder() {
        const auto model = openPublishedFile(write("llama.gguf", llamaAsGguf()));
        const auto network = loadPublished(folderOf("published/llama"));
        std::vector<int> ids;
        const std::vector<float> maps = mapsOf(*model, "a b cab", ids);
        QCOMPARE(ids.front(), 1); // <s>
        QCOMPARE(model->kind(), std::string("Llama"));
        const Layout layout({Index(ids.size())});
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        network->read(context, ids, {});
        std::vector<float> expected;
        for (const auto& source : trace.sources()) {
            const AttentionMap map = mapOf(*source, MapStage::Weight, meanOfFeatures);
            expected.insert(expected.end(), map.values.begin(), map.values.end());
        }
        QCOMPARE(maps.size(), expected.size());
        for (std::size_t k = 0; k < maps.size(); ++k)
            QVERIFY(std::abs(maps[k] - expected[k]) < 1e-5f);
    }

    void whatIsNoModelIsNamed() {
        const QString bloom = messageOf([&] { openModel(write("bloom.gguf", llamaAsGguf("bloom"))); });
        QVERIFY2(bloom.contains("bloom.gguf: the architecture \"bloom\" is not read from GGUF; llama is"),
                 qPrintable(bloom));
        std::string cut = llamaAsGguf();
        cut.resize(cut.size() / 2);
        QVERIFY(messageOf([&] { openModel(write("cut.gguf", cut)); }).contains("cut.gguf"));
        std::string without = llamaAsGguf();
        const std::string key = "llama.block_count";
        without.replace(without.find(key), key.size(), "llama.block_numbr");
        const QString missing = messageOf([&] { openModel(write("w.gguf", without)); });
        QVERIFY2(missing.contains("\"llama.block_count\" is missing"), qPrintable(missing));
        QVERIFY(messageOf([&] { openModel(write("x.bin", "nothing of that kind")); }).contains("x.bin"));
    }

    /// Real ones: the same maps as an independent pass over the same numbers, from either file.
    void stories_data() {
        QTest::addColumn<QString>("file");
        QTest::addRow("llama2.c") << "stories260K.bin";
        QTest::addRow("GGUF") << "tinyllm.gguf";
    }
    void stories() {
        QFETCH(QString, file);
        const fs::path folder = fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models/stories260K";
        if (!fs::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder / file.toStdString());
        const Json golden = jsonOf(folder / "golden.json");
        for (const Json& prompt : golden.at("prompts")) {
            std::vector<int> ids;
            const std::vector<float> maps = mapsOf(*model, prompt.at("text").get<std::string>(), ids);
            QCOMPARE(ids, prompt.at("tokens").get<std::vector<int>>());
            const auto expected = prompt.at("attention").get<std::vector<float>>();
            QCOMPARE(maps.size(), expected.size());
            for (std::size_t k = 0; k < maps.size(); ++k)
                QVERIFY(std::abs(maps[k] - expected[k]) < 1e-5f);
        }
    }
};

QTEST_GUILESS_MAIN(PublishedFileTest)
#include "published_file_test.moc"
