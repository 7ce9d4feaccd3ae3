#include "head_address.h"
#include "message_of.h"
#include "published_golden.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <thread>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

/// The tensors of a file, to be written again with changes.
struct Tensors {
    explicit Tensors(const std::filesystem::path& path) {
        const SafetensorsFile file = SafetensorsFile::open(path);
        for (const std::string& name : file.names())
            all[name] = {file.info(name).shape, file.readFloat(name)};
    }
    void rename(const std::string& from, const std::string& to) {
        std::map<std::string, Tensor> renamed;
        for (const auto& [name, tensor] : all) {
            const std::size_t at = name.find(from);
            renamed[at == std::string::npos ? name : std::string(name).replace(at, from.size(), to)] = tensor;
        }
        all = renamed;
    }
    void write(const std::filesystem::path& path, Dtype dtype = Dtype::F32) const {
        std::vector<TensorView> views;
        for (const auto& [name, tensor] : all)
            views.push_back({name, tensor.shape, tensor.values.data(), dtype});
        writeSafetensors(path, views);
    }

    struct Tensor {
        std::vector<std::int64_t> shape;
        std::vector<float> values;
    };
    std::map<std::string, Tensor> all;
};

Matrix labelScores(const PublishedNetwork& model, const std::vector<int>& ids, const std::vector<int>& types,
                   const Layout& layout, const Intervention& intervention = {}) {
    Tape tape;
    Context context(tape, layout);
    context.setIntervention(intervention);
    return model.classScores(context, model.read(context, ids, types).stack.last).value();
}

} // namespace

class PublishedNetworkTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    std::filesystem::path m_folder; ///< a copy of the classifier

    std::filesystem::path config() const { return m_folder / "config.json"; }
    std::filesystem::path tensors() const { return m_folder / "model.safetensors"; }
    void setConfig(const std::string& name, const Json& value) const {
        Json document = jsonOf(config());
        document[name] = value;
        writeFile(config(), document.dump());
    }
    QString loadMessage() const {
        return messageOf([&] { loadPublished(m_folder); });
    }

private slots:
    void init() {
        m_folder = std::filesystem::path(m_dir.path().toStdString()) / "model";
        std::filesystem::remove_all(m_folder);
        std::filesystem::copy(folderOf("bert/classifier"), m_folder);
    }

    /// Where an exported graph has kept the names of its weights.
    void weightsOfOnnxAreTheSame() {
        const auto varint = [](std::uint64_t value) {
            std::string bytes;
            for (; value >= 0x80; value >>= 7)
                bytes += char(0x80 | (value & 0x7f));
            return bytes + char(value);
        };
        const auto field = [&](int number, const std::string& content) {
            return varint(std::uint64_t(number) << 3 | 2) + varint(content.size()) + content;
        };
        std::string graph;
        for (const auto& [name, tensor] : Tensors(tensors()).all) {
            std::string initialiser;
            for (const std::int64_t size : tensor.shape)
                initialiser += varint(1 << 3) + varint(std::uint64_t(size));
            initialiser += varint(2 << 3) + varint(1); // float
            initialiser += field(8, name) + field(9, std::string(reinterpret_cast<const char*>(tensor.values.data()),
                                                                 tensor.values.size() * sizeof(float)));
            graph += field(5, initialiser);
        }
        std::filesystem::remove(tensors());
        writeFile(m_folder / "model.onnx", varint(1 << 3) + varint(8) + field(7, graph));
        for (const Values values : {Values::Own, Values::Stored})
            compareAll(m_folder, "pair", values, folderOf("bert/classifier"));
    }

    /// Of a checkpoint of PyTorch, and of shards.
    void weightsOfOtherFilesAreTheSame() {
        const std::filesystem::path masked = folderOf("bert/masked");
        std::filesystem::remove_all(m_folder);
        std::filesystem::copy(masked, m_folder);
        std::filesystem::remove(tensors());
        QVERIFY(loadMessage().contains("there is no model.safetensors, model.safetensors.index.json or "
                                       "pytorch_model.bin, which has the weights"));
        std::filesystem::copy(folderOf("bert/masked.bin"), m_folder / "pytorch_model.bin");
        compareAll(m_folder, "pair");

        Tensors first(masked / "model.safetensors"), second(masked / "model.safetensors");
        Json map;
        bool isFirst = true; // every other tensor
        for (const auto& [name, tensor] : Tensors(masked / "model.safetensors").all) {
            (isFirst ? second : first).all.erase(name);
            map[name] = isFirst ? "model-00001-of-00002.safetensors" : "model-00002-of-00002.safetensors";
            isFirst = !isFirst;
        }
        first.write(m_folder / "model-00001-of-00002.safetensors");
        second.write(m_folder / "model-00002-of-00002.safetensors");
        writeFile(m_folder / "model.safetensors.index.json", Json{{"weight_map", map}}.dump());
        std::filesystem::remove(m_folder / "pytorch_model.bin");
        compareAll(m_folder, "text");
    }

    /// A model of Hugging Face's own, with values of an independent forward pass.
    void computesWhatAnotherProgramDoes() {
        const auto folder =
            std::filesystem::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models/random_bert_xsmall_dummy";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = loadPublished(folder); // a pytorch_model.bin of the older form
        const Json golden = jsonOf(folder / "golden.json");
        const Text text = textFrom(golden, "input_ids", "token_type_ids");
        const Layout layout = text.layout();
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        const PublishedNetwork::Pass pass = model->read(context, text.ids, text.types);
        const auto theirs = [&](const char* name, Index width) {
            return columnsOf(golden.at(name).get<std::vector<float>>(), width);
        };
        compare("hidden", pass.stack.last.value().cast<double>(), theirs("last_hidden_state", 20));
        compare("attention", weightsOf(trace, 0), theirs("attention", layout.tokens()));
        QVERIFY(model->shape().top.kind == TopShape::Kind::None);
    }

    void textsOfABatchDoNotKnowEachOther() {
        const auto model = loadPublished(m_folder);
        const auto text = textOf(m_folder, "text"), pair = textOf(m_folder, "pair");
        Text both = text;
        both.ids.insert(both.ids.end(), pair.ids.begin(), pair.ids.end());
        both.types.insert(both.types.end(), pair.types.begin(), pair.types.end());
        const Matrix together =
            labelScores(*model, both.ids, both.types, Layout({Index(text.ids.size()), Index(pair.ids.size())}));
        QVERIFY(together.col(0).isApprox(labelScores(*model, text.ids, text.types, text.layout()), Real(1e-6)));
        QVERIFY(together.col(1).isApprox(labelScores(*model, pair.ids, pair.types, pair.layout()), Real(1e-6)));
    }

    void aUserCanSwitchAHeadOff() {
        const auto model = loadPublished(m_folder);
        const auto text = textOf(m_folder, "text");
        const Matrix before = labelScores(*model, text.ids, text.types, text.layout());
        Intervention without;
        without[at(1, 2)].scale = 0;
        const Matrix after = labelScores(*model, text.ids, text.types, text.layout(), without);
        QVERIFY((after - before).cwiseAbs().maxCoeff() > Real(1e-3));
        // The same as a head whose part of the output map is zeros.
        model->parameters().find("layers.1.self.output.weight")->value.rightCols(8).setZero();
        QVERIFY(after.isApprox(labelScores(*model, text.ids, text.types, text.layout()), Real(1e-5)));
    }

    void valuesThatStayInTheFileComputeTheSame() {
        const auto text = textOf(m_folder, "text");
        for (const Dtype dtype : {Dtype::F32, Dtype::F16}) {
            Tensors(tensors()).write(tensors(), dtype);
            const auto own = loadPublished(m_folder), stored = loadPublished(m_folder, Values::Stored);
            for (std::size_t p = 0; p < own->parameters().size(); ++p)
                QVERIFY(stored->parameters()[p].matrix() == own->parameters()[p].value);
            QVERIFY(labelScores(*stored, text.ids, text.types, text.layout())
                        .isApprox(labelScores(*own, text.ids, text.types, text.layout()), Real(1e-6)));
        }
    }

    void severalThreadsMayRunAModelWhoseValuesStayInTheFile() {
        const auto text = textOf(m_folder, "text");
        const auto model = loadPublished(m_folder, Values::Stored);
        std::vector<Matrix> found(4);
        std::vector<std::thread> threads;
        for (Matrix& scores : found)
            threads.emplace_back([&] { scores = labelScores(*model, text.ids, text.types, text.layout()); });
        for (std::thread& thread : threads)
            thread.join();
        const Matrix expected =
            labelScores(*loadPublished(m_folder, Values::Stored), text.ids, text.types, text.layout());
        for (const Matrix& scores : found)
            QVERIFY(scores == expected);
    }

    void aTapeWithoutGradientsOfParametersTakesTheModelAsItIs_data() {
        QTest::addColumn<bool>("stored");
        QTest::addRow("own values") << false;
        QTest::addRow("stored values") << true;
    }
    void aTapeWithoutGradientsOfParametersTakesTheModelAsItIs() {
        QFETCH(bool, stored);
        const auto model = loadPublished(m_folder, stored ? Values::Stored : Values::Own);
        const auto text = textOf(m_folder, "text");
        const Layout layout = text.layout();
        Tape tape{Tape::OnlyInputs{}};
        Context context(tape, layout);
        QVERIFY(!model->read(context, text.ids, text.types).stack.last.needsGradient());
    }

    void labelsAreThoseOfTheFolder() {
        QCOMPARE(loadPublished(m_folder)->shape().top.labels,
                 (std::vector<std::string>{"contradiction", "entailment", "neutral"}));
    }

    void oldNamesAreRead() {
        const auto text = textOf(m_folder, "pair");
        const Matrix before = labelScores(*loadPublished(m_folder), text.ids, text.types, text.layout());
        Tensors old(tensors());
        old.rename("LayerNorm.weight", "LayerNorm.gamma");
        old.rename("LayerNorm.bias", "LayerNorm.beta");
        old.rename("bert.", "");
        old.write(tensors());
        QVERIFY(before == labelScores(*loadPublished(m_folder), text.ids, text.types, text.layout()));
    }

    void halfPrecisionIsClose() {
        const auto text = textOf(m_folder, "text");
        const Matrix before = labelScores(*loadPublished(m_folder), text.ids, text.types, text.layout());
        Tensors(tensors()).write(tensors(), Dtype::F16);
        const Matrix after = labelScores(*loadPublished(m_folder), text.ids, text.types, text.layout());
        QVERIFY(after.isApprox(before, Real(1e-2)) && after != before);
    }

    void tensorsThatChangeNothingArePassedOver() {
        Tensors more(folderOf("bert/masked") / "model.safetensors");
        more.all["bert.embeddings.position_ids"] = {{1, 2}, {0, 1}};
        more.all["cls.predictions.decoder.weight"] = more.all["bert.embeddings.word_embeddings.weight"];
        more.all["cls.predictions.decoder.bias"] = more.all["cls.predictions.bias"];
        more.all["cls.seq_relationship.bias"] = {{2}, {0, 1}};
        std::filesystem::copy_file(folderOf("bert/masked") / "config.json", config(),
                                   std::filesystem::copy_options::overwrite_existing);
        more.write(tensors());
        QVERIFY2(loadMessage().isEmpty(), qPrintable(loadMessage()));
    }

    void badTensorsAreNamed() {
        const std::string name = "bert.encoder.layer.0.attention.self.key.weight";
        const auto messageAfter = [&](auto change) {
            Tensors changed(folderOf("bert/classifier") / "model.safetensors");
            change(changed.all);
            changed.write(tensors());
            return loadMessage();
        };
        const auto starts = [&](const QString& message, const std::string& tensor, const char* rest) {
            const QString expected = QString::fromStdString(tensors().string() + ": tensor \"" + tensor + "\": ");
            QVERIFY2(message.startsWith(expected + rest), qPrintable(message));
        };
        const QString others = QString::fromStdString(
            tensors().string() + ": its tensors are not those of the BERT that config.json describes; ");
        const QString lacks = others + "it lacks \"" + name.c_str() + "\"";
        QCOMPARE(messageAfter([&](auto& all) { all.erase(name); }), lacks);
        QCOMPARE(messageAfter([&](auto& all) {
                     all["bert.encoder.layer.0.attention.self.keys.weight"] = all[name];
                     all.erase(name);
                 }),
                 lacks + "; nothing in the model is \"bert.encoder.layer.0.attention.self.keys.weight\"");
        QCOMPARE(messageAfter([&](auto& all) {
                     all["bert.embeddings.norm.weight"] = {{1}, {1}};
                 }),
                 others + "nothing in the model is \"bert.embeddings.norm.weight\"");
        starts(messageAfter([&](auto& all) {
                   all[name].shape = {12, 48};
               }),
               name, "expected shape [24, 24], got [12, 48]");
        starts(messageAfter([&](auto& all) { all[name].values[5] = std::numeric_limits<float>::infinity(); }), name,
               "holds a value that is no finite number");
    }

    void aValueThatStaysInTheFileIsCheckedByThePassThatUsesIt() {
        const std::string name = "bert.encoder.layer.0.attention.self.key.weight";
        const auto text = textOf(m_folder, "text");
        Tensors changed(tensors());
        changed.all[name].values[5] = std::numeric_limits<float>::infinity();
        changed.write(tensors());
        const auto model = loadPublished(m_folder, Values::Stored);
        QCOMPARE(messageOf([&] { labelScores(*model, text.ids, text.types, text.layout()); }),
                 QString::fromStdString(tensors().string() + ": tensor \"" + name +
                                        "\": holds a value that is no finite number"));
        changed.all[name].shape = {12, 48};
        changed.write(tensors());
        QVERIFY(messageOf([&] { loadPublished(m_folder, Values::Stored); }).contains("expected shape [24, 24]"));
        changed.all.erase(name);
        changed.write(tensors());
        QVERIFY(messageOf([&] {
                    loadPublished(m_folder, Values::Stored);
                }).contains(QString::fromStdString("it lacks \"" + name)));
    }

    void aFileThatIsCutWhileTheModelIsOpenIsAnError() {
        const auto text = textOf(m_folder, "text");
        const auto model = loadPublished(m_folder, Values::Stored);
        labelScores(*model, text.ids, text.types, text.layout());
        std::filesystem::resize_file(tensors(), std::filesystem::file_size(tensors()) / 2);
        QCOMPARE(messageOf([&] { labelScores(*model, text.ids, text.types, text.layout()); }),
                 QString::fromStdString(tensors().string() +
                                        ": the file was changed after it had been opened; open it again"));
    }

    void badConfigurationsAreNamed_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* entry, const char* value, const char* expected) {
            QTest::addRow("%s %s", entry, value) << entry << value << expected;
        };
        row("model_type", "\"bloom\"", "got \"bloom\"");
        row("model_type", "null", "\"model_type\" is missing");
        row("architectures", "[\"BertForMultipleChoice\"]", "BertForSequenceClassification, got");
        row("hidden_size", "-24", "\"hidden_size\": expected a whole number from 1 to 65536, got -24");
        row("hidden_size", "24.5", "\"hidden_size\": expected a whole number");
        row("hidden_size", "\"24\"", "\"hidden_size\": expected a whole number");
        row("hidden_size", "1e300", "\"hidden_size\": expected a whole number");
        row("hidden_size", "25", "\"num_attention_heads\": expected a divisor of \"hidden_size\", 25, got 3");
        row("hidden_size", "65535", "more than there can be");
        row("vocab_size", "10000000", "more than there can be");
        row("vocab_size", "58", "\"bert.embeddings.word_embeddings.weight\": expected shape [58, 24], got [59, 24]");
        row("num_hidden_layers", "0", "\"num_hidden_layers\": expected");
        row("num_hidden_layers", "3", "it lacks \"bert.encoder.layer.2.");
        row("num_hidden_layers", "1", "nothing in the model is \"bert.encoder.layer.1.");
        row("num_attention_heads", "5", "a divisor of \"hidden_size\", 24, got 5");
        row("intermediate_size", "18446744073709551615", "\"intermediate_size\": expected");
        row("max_position_embeddings", "null", "\"max_position_embeddings\" is missing");
        row("type_vocab_size", "[]", "\"type_vocab_size\": expected");
        row("layer_norm_eps", "0", "\"layer_norm_eps\": expected a number from 1e-20 to 1");
        row("layer_norm_eps", "\"small\"", "\"layer_norm_eps\": expected a number");
        row("hidden_act", "\"mish\"", "got \"mish\"");
        row("hidden_act", "3", "\"hidden_act\": expected a string, got 3");
        row("position_embedding_type", "\"relative_key\"", "expected \"absolute\"");
        row("is_decoder", "true", "\"is_decoder\": expected false");
        row("id2label", "{\"0\": \"a\", \"2\": \"b\"}", "\"id2label\": expected");
        row("id2label", "{\"0\": \"a\", \"1\": \"b\"}", "\"classifier.weight\": expected shape [2, 24], got [3, 24]");
        row("id2label", "{\"0\": 7}", "\"id2label\": expected");
        row("id2label", "{}", "\"id2label\": expected");
    }
    void badConfigurationsAreNamed() {
        QFETCH(QString, entry);
        QFETCH(QString, value);
        QFETCH(QString, expected);
        setConfig(entry.toStdString(), Json::parse(value.toStdString()));
        const QString message = loadMessage();
        QVERIFY2(message.contains(expected), qPrintable(message));
        QVERIFY2(message.startsWith(QString::fromStdString(m_folder.string())) && !message.contains('\n'),
                 qPrintable(message));
    }

    void everyActivationOfAConfigurationIsRead() {
        for (const auto& [word, activation] :
             {std::pair("gelu", Activation::Gelu), std::pair("gelu_new", Activation::GeluTanh),
              std::pair("relu", Activation::Relu), std::pair("silu", Activation::Silu)}) {
            setConfig("hidden_act", word);
            QCOMPARE(loadPublished(m_folder)->shape().stack.activation, activation);
        }
    }

    void filesThatAreNoModelAreNamed() {
        for (const char* name : {"config.json", "model.safetensors"}) {
            init();
            const std::string content = readFile(m_folder / name);
            writeFile(m_folder / name, content.substr(0, content.size() / 2));
            QVERIFY2(loadMessage().contains(name), qPrintable(loadMessage()));
            writeFile(m_folder / name, "[1]");
            QVERIFY2(loadMessage().contains(name), qPrintable(loadMessage()));
            std::filesystem::remove(m_folder / name);
            QVERIFY2(loadMessage().contains(name), qPrintable(loadMessage()));
        }
    }

    void whatTheModelHasNoPlaceForIsRefused() {
        const auto model = loadPublished(m_folder);
        const auto with = [&](std::vector<int> ids, std::vector<int> types, Index tokens) {
            labelScores(*model, ids, types, Layout({tokens}));
        };
        with(std::vector<int>(32, 7), std::vector<int>(32, 0), 32);
        const QString message = messageOf([&] { with(std::vector<int>(33, 7), std::vector<int>(33, 0), 33); });
        QCOMPARE(message, QString("the text has 33 tokens; this model has positions for 32: shorten it"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, with({2, 59}, {0, 0}, 2));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, with({2, 3}, {0, 2}, 2));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, with({2, 3}, {0}, 2));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, with({2, 3}, {0, 0}, 3));
    }
};

QTEST_GUILESS_MAIN(PublishedNetworkTest)
#include "published_network_test.moc"
