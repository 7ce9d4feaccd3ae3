#include "core/files.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/sharded_file.h"
#include "torch_pieces.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <fstream>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;
const std::vector<float> numbers = {1.5f, -2.0f, 0.1f, 1e-30f, 65504.0f, -3.0f};

/// A model in two shards: "b" and "a" in the first, in this order, "c" in the second.
class Model {
public:
    Model() {
        writeShard("m-1.safetensors", {{"b", {2, 3}, numbers.data()}, {"a", {1}, numbers.data() + 1}});
        writeShard("m-2.safetensors", {{"c", {2}, numbers.data() + 2, Dtype::F16}});
        writeIndex("{'metadata':{'total_size':32},'weight_map':{'a':'m-1.safetensors','b':'m-1.safetensors',"
                   "'c':'m-2.safetensors'}}");
    }
    std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    std::filesystem::path index() const { return path("model.safetensors.index.json"); }
    void writeShard(const std::string& name, const std::vector<TensorView>& tensors) const {
        writeSafetensors(path(name), tensors);
    }
    /// ' stands for ".
    void writeIndex(std::string text) const {
        std::replace(text.begin(), text.end(), '\'', '"');
        writeFile(index(), text);
    }
    /// The refusal, without the folder.
    QString refusal() const {
        return messageOf([&] { ShardedFile::open(index()); }).remove(m_folder.path() + "/");
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class ShardedFileTest : public QObject {
    Q_OBJECT
private slots:
    void shardsAreOneFile() {
        const Model model;
        const auto file = ShardedFile::open(model.index());
        QCOMPARE(file.shards(), std::size_t(2));
        QCOMPARE(file.names(), (Names{"b", "a", "c"}));
        QCOMPARE(file.info("b").shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(file.readFloat("b"), numbers);
        QCOMPARE(file.readFloat("a"), std::vector<float>{-2.0f});
        QCOMPARE(dtypeName(file.info("c").dtype), std::string("F16"));
        QCOMPARE(file.readFloat("c")[0], 0.0999755859375f);
        float part[2];
        file.readFloat("b", 4, 2, part);
        QCOMPARE(part[1], -3.0f);
        QVERIFY(file.contains("c") && !file.contains("d"));
        QVERIFY(messageOf([&] { file.readFloat("aa"); }).endsWith("there is no tensor \"aa\". Did you mean \"a\"?"));
        const float* const mapped = file.mapped("b");
        QVERIFY(mapped && std::equal(numbers.begin(), numbers.end(), mapped));
        QVERIFY(!file.mapped("c"));
    }

    /// Of PyTorch, as the first large models were saved.
    void shardsMayBePickles() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        writeFile(path / "pytorch_model-00001-of-00001.bin",
                  torchpieces::legacyOf(true, "0", 1, torchpieces::raw(-2.5f)));
        writeFile(path / "pytorch_model.bin.index.json",
                  R"({"weight_map": {"w": "pytorch_model-00001-of-00001.bin"}})");
        const auto file = ShardedFile::open(path / "pytorch_model.bin.index.json");
        QCOMPARE(file.readFloat("w"), (std::vector<float>{-2.5f}));
    }

    void aChangedShardIsNoticed() {
        const Model model;
        const auto file = ShardedFile::open(model.index());
        file.refuseChanges();
        std::ofstream(model.path("m-2.safetensors"), std::ios::app) << "x";
        QVERIFY(messageOf([&] { file.refuseChanges(); })
                    .endsWith("the file was changed after it had been opened; open "
                              "it again"));
    }

    void gapsAreToldOrKept() {
        const Model model;
        const std::string header = "{\"c\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
        writeFile(model.path("m-2.safetensors"), char(header.size()) + std::string(7, '\0') + header + "dataX");
        QCOMPARE(model.refusal(), QString("m-2.safetensors: the last byte belongs to no tensor"));
        QVERIFY(messageOf([&] { ShardedFile::openWithGaps(model.index()).refuseGaps(); }).contains("no tensor"));
        QCOMPARE(ShardedFile::openWithGaps(model.index()).names().size(), std::size_t(3));
    }

    void hostileIndexes_data() {
        QTest::addColumn<QString>("index");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const char* index, const QString& message) {
            QTest::newRow(title) << index << "model.safetensors.index.json: " + message;
        };
        const QString noIndex = "expected an object with \"weight_map\", which names the file of each tensor; this is "
                                "no index of shards";
        const QString noName =
            "tensor \"a\": expected the name of a .safetensors or .bin file in the index's folder, got ";
        row("list", "[]", noIndex);
        row("no map", "{'metadata':{}}", noIndex);
        row("map is a list", "{'weight_map':['a']}", noIndex);
        row("nothing", "{'weight_map':{}}", "its \"weight_map\" names no tensor; get the index again");
        row("number", "{'weight_map':{'a':3}}", noName + "3; get the index again");
        row("object", "{'weight_map':{'a':{'b':'c'}}}", noName + "{}; get the index again");
        for (const char* name : {"../m-1.safetensors", "/m-1.safetensors", "x/m-1.safetensors", "x\\\\m-1.safetensors",
                                 "..", ".safetensors", "m-1.txt", ".hidden.safetensors", "m-1.safetensors\\u0000"}) {
            const QString shown = QString(name).replace("\\\\", "\\").replace("\\u0000", "?");
            row(name, qPrintable("{'weight_map':{'a':'" + QString(name) + "'}}"),
                noName + "\"" + shown + "\"; get the index again");
        }
        row("twice", "{'weight_map':{'a':'m-1.safetensors','a':'m-2.safetensors'}}",
            "tensor \"a\": it is in the index twice; get the index again");
        row("missing file", "{'weight_map':{'a':'m-1.safetensors','b':'m-1.safetensors','c':'m-3.safetensors'}}",
            "the file \"m-3.safetensors\" is not beside it, of the 2 that the model consists of; get it, too");
        row("not in the index", "{'weight_map':{'b':'m-1.safetensors','c':'m-2.safetensors'}}",
            "tensor \"a\": it is in \"m-1.safetensors\" and not in the index; index and files are not of the same "
            "model");
        row("in another file", "{'weight_map':{'a':'m-1.safetensors','b':'m-2.safetensors','c':'m-2.safetensors'}}",
            "tensor \"b\": it is in \"m-1.safetensors\", and by the index in \"m-2.safetensors\"; index and files are "
            "not of the same model");
        row("not in its file",
            "{'weight_map':{'a':'m-1.safetensors','b':'m-1.safetensors','c':'m-2.safetensors','d':'m-2.safetensors'}}",
            "tensor \"d\": by the index it is in \"m-2.safetensors\", and it is not; index and files are not of the "
            "same "
            "model");
    }
    void hostileIndexes() {
        QFETCH(QString, index);
        QFETCH(QString, message);
        const Model model;
        model.writeIndex(index.toStdString());
        QCOMPARE(model.refusal(), message);
    }

    void tooMuchIsRefused() {
        const Model model;
        std::string files, tensors;
        for (int k = 0; k <= 100'000; ++k) {
            const std::string name = "'t" + std::to_string(k) + "':'";
            if (k <= 500)
                files += (k ? "," : "") + name + std::to_string(k) + ".safetensors'";
            tensors += (k ? "," : "") + name + "m-1.safetensors'";
        }
        model.writeIndex("{'weight_map':{" + files + "}}");
        QCOMPARE(model.refusal(),
                 QString("model.safetensors.index.json: it names more than the 500 files that are allowed"));
        model.writeIndex("{'weight_map':{" + tensors + "}}");
        QCOMPARE(model.refusal(),
                 QString("model.safetensors.index.json: it names more than the 100,000 tensors that are allowed"));
    }

    void brokenFilesAreRefused() {
        const Model model;
        model.writeIndex("{'weight_map':");
        QVERIFY(model.refusal().contains("no valid JSON"));
        const Model other;
        writeFile(other.path("m-2.safetensors"), "no tensors");
        QVERIFY(other.refusal().startsWith("m-2.safetensors: "));
        QVERIFY(!messageOf([] { ShardedFile::open("/nowhere/index.json"); }).isEmpty());
    }

    /// A published model that is cut in two gives what it gave in one.
    void aPublishedModelInTwoParts() {
        const std::filesystem::path path =
            std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/models/gpt_nano_sort/derived/model.safetensors";
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/models/gpt_nano_sort is absent");
        const auto whole = SafetensorsFile::open(path);
        std::vector<std::vector<float>> values;
        std::vector<TensorView> parts[2];
        std::string map;
        for (const std::string& name : whole.names()) {
            const bool isLater = values.size() >= whole.names().size() / 2;
            values.push_back(whole.readFloat(name));
            parts[isLater].push_back({name, whole.info(name).shape, values.back().data()});
            map += (map.empty() ? "'" : ",'") + name + (isLater ? "':'m-2.safetensors'" : "':'m-1.safetensors'");
        }
        const Model model;
        model.writeShard("m-1.safetensors", parts[0]);
        model.writeShard("m-2.safetensors", parts[1]);
        model.writeIndex("{'weight_map':{" + map + "}}");
        const auto file = ShardedFile::open(model.index());
        QCOMPARE(file.names(), whole.names());
        for (const std::string& name : whole.names())
            QCOMPARE(file.readFloat(name), whole.readFloat(name));
    }
};

QTEST_GUILESS_MAIN(ShardedFileTest)
#include "sharded_file_test.moc"
