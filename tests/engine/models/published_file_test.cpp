// Models of one file: GGUF and llama2.c.

#include "gguf_cases.h"
#include "message_of.h"
#include "models/formats.h"
#include "models/published/file_model.h"
#include "published_golden.h"

#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::publishedgolden;
using namespace headlight::ggufcases;

namespace {

std::string llamaAsGguf(const std::string& architecture = "llama") {
    const GgufCase& llama = ggufCases().front();
    return asGguf(llama, folderOf(llama.folder), architecture);
}

/// A file with another name of a key. Of all calls together names must be as long as before, for numbers stand aligned.
std::string withKey(std::string bytes, const std::string& from, const std::string& to) {
    const auto entry = [](const std::string& key) { return char(key.size()) + std::string(7, '\0') + key; };
    return bytes.replace(bytes.find(entry(from)), entry(from).size(), entry(to));
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
    /// Of each kind, other names and other orders are what the folder has.
    void aGgufFileIsTheFolder_data() {
        QTest::addColumn<int>("row");
        for (std::size_t row = 0; row < ggufCases().size(); ++row)
            QTest::newRow(ggufCases()[row].architecture.c_str()) << int(row);
    }
    void aGgufFileIsTheFolder() {
        QFETCH(int, row);
        const GgufCase& from = ggufCases()[std::size_t(row)];
        const fs::path folder = fs::path(m_dir.path().toStdString()) / from.architecture;
        fs::copy(folderOf(from.folder), folder);
        Json config = jsonOf(folder / "config.json");
        config.erase("sliding_window_pattern"); // which files don't say
        if (config.contains("query_pre_attn_scalar"))
            config["query_pre_attn_scalar"] = config["head_dim"];
        writeFile(folder / "config.json", jsonText(config));
        const auto model = openPublishedFile(write("model.gguf", asGguf(from, folder, from.architecture)));
        const auto network = loadPublished(folder);
        std::vector<int> ids;
        const std::vector<float> maps = mapsOf(*model, "a b cab", ids);
        QCOMPARE(ids.front(), 1); // <s>
        QCOMPARE(model->kind(), describedBy(folder).architecture->title);
        const Layout layout({Index(ids.size())});
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        const Var last = network->read(context, ids, std::vector<int>(ids.size())).stack.last;
        std::vector<float> expected;
        for (const auto& source : trace.sources()) {
            const AttentionMap map = mapOf(*source, MapStage::Weight, meanOfFeatures);
            expected.insert(expected.end(), map.values.begin(), map.values.end());
        }
        QCOMPARE(maps.size(), expected.size());
        for (std::size_t k = 0; k < maps.size(); ++k)
            QVERIFY(std::abs(maps[k] - expected[k]) < 1e-5f);
        if (!model->writes())
            return;
        const auto recording = model->run(model->read({"a b cab"}), {}, {});
        const ClassAnswer& next = std::get<TokenAnswer>(recording->answer()).places.front().candidates;
        const Matrix scores = network->tokenScores(context, last).value();
        QVERIFY(std::abs(next.logits.front() - double(scores.rightCols(1).maxCoeff())) < 1e-5);
    }

    /// As llama.cpp reads them.
    void aFactorOfRotationsIsLinearWithoutAType() {
        const std::string type = "llama.rope.scaling.type", factor = "llama.rope.scaling.factor";
        const std::string bytes = asGguf(ggufCases().front(), folderOf("published/llama-3"), "llama");
        std::vector<int> ids;
        const auto maps = [&](const std::string& file) {
            return mapsOf(*openPublishedFile(write("model.gguf", file)), "a b cab", ids);
        };
        const std::vector<float> expected = maps(bytes);
        QVERIFY(maps(withKey(bytes, factor, "llama.rope.scaling.nobody")) != expected);
        QCOMPARE(maps(withKey(bytes, type, "llama.rope.scaling.none")), expected);
        QCOMPARE(maps(withKey(withKey(bytes, type, "llama.rope.scaling.no_one"), factor, "llama.rope.scale_linear")),
                 expected);
    }

    void whatIsNoModelIsNamed() {
        const QString bloom = messageOf([&] { openModel(write("bloom.gguf", llamaAsGguf("bloom"))); });
        QVERIFY2(bloom.contains("bloom.gguf: the architecture \"bloom\" is not read from GGUF; it reads llama, qwen2"),
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
