#include "engine/models/read_sentence.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "models/safetensors.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace headlight;

namespace {

TaskNetwork smallModel(const std::string& encoder = "mtsa") {
    ModelDescription description;
    description.encoder = encoder;
    description.encoderConfig = encoderRow(encoder).makeConfig();
    const std::map<std::string, std::string> small = {
        {"heads", "2"}, {"head_features", "3"}, {"features", "6"}, {"feed_forward", "5"}, {"max_length", "4"}};
    for (const OptionRow& option : description.encoderConfig->rows())
        if (const auto found = small.find(option.name); found != small.end() && option.defaultValue != "0")
            description.encoderConfig->set(option.name, found->second);
    description.classifier.embeddingFeatures = 4;
    description.classifier.hidden = 6;
    description.labels = {"good", "bad"};
    description.tokenizer.rule = TokenizerRule::Words;
    description.examples = {{"A sentence to start from ."}, {"Tea is hot .", {"B-NP", "O", "O", "O"}}};
    description.predicates = {"is", "start"};
    Vocabulary vocabulary;
    for (const char* word : {"a", "fine", "day", "in", "Köln"})
        vocabulary.add(word);
    TaskNetwork model(std::move(description), std::move(vocabulary), 3);
    Random random(RandomKey(1));
    for (Index k = 8; k < model.embedding().value.size(); ++k)
        model.embedding().value.data()[k] = Real(random.normal());
    return model;
}

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void overwrite(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

} // namespace

class ModelFolderTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    std::filesystem::path m_folder;

    QString loadMessage() {
        return messageOf([&] { loadModel(m_folder); });
    }

private slots:
    void bundledModelsHaveChecksums_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("trec") << "trec";
        QTest::newRow("sst2") << "sst2";
    }
    void bundledModelsHaveChecksums() {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const std::filesystem::path copy = folder.filePath(name).toStdString();
        std::filesystem::copy(HEADLIGHT_SOURCE_DIR "/resources/models/" + name.toStdString(), copy);
        loadModel(copy);
        QFile tensors(folder.filePath(name + "/model.safetensors"));
        QVERIFY(tensors.open(QIODevice::ReadWrite) && tensors.seek(tensors.size() / 2));
        const char byte = tensors.peek(1).front();
        QVERIFY(tensors.putChar(char(byte ^ 4)));
        tensors.close();
        QVERIFY_THROWS_EXCEPTION(Error, loadModel(copy));
    }

    void init() {
        m_folder = std::filesystem::path(m_dir.path().toStdString()) / "model";
        std::filesystem::remove_all(m_folder);
        saveModel(smallModel(), m_folder);
    }

    void comesBackAsItWas_data() {
        QTest::addColumn<QString>("encoder");
        for (const EncoderRow& row : encoderRows())
            QTest::newRow(row.id.c_str()) << QString::fromStdString(row.id);
    }

    void comesBackAsItWas() {
        QFETCH(QString, encoder);
        const TaskNetwork model = smallModel(encoder.toStdString());
        saveModel(model, m_folder);
        const auto loaded = loadModel(m_folder);
        for (std::size_t p = 0; p < model.parameters().size(); ++p)
            QVERIFY(model.parameters()[p].value == loaded->parameters()[p].value);
        QVERIFY(model.vocabulary() == loaded->vocabulary());
        QCOMPARE(loaded->description().labels, model.description().labels);
        QCOMPARE(loaded->description().examples, model.description().examples);
        QCOMPARE(loaded->description().predicates, model.description().predicates);
        const std::vector<std::string> tokens = tokensOf(model, "a fine day in Köln, unknown words too");
        QVERIFY(attend(model, tokens).logits == attend(*loaded, tokens).logits);
    }

    void modelsFromBeforeAnOptionAreAsTheyWere() {
        std::string written = contentOf(m_folder / "config.json");
        for (const char* option : {"\"max_tokens\"", "\"hidden_norm\"", "\"difference\""}) {
            const std::size_t at = written.find(option), comma = written.rfind(',', at);
            QVERIFY(at != std::string::npos);
            written.erase(comma, written.find_first_of(",}", at) - comma);
        }
        overwrite(m_folder / "config.json", written);
        const auto model = loadModel(m_folder);
        QCOMPARE(model->description().classifier.maxTokens, 0);
        QCOMPARE(model->readLength(100000), std::size_t(100000));
        QCOMPARE(model->description().classifier.hiddenNorm, false);
        QVERIFY(model->description().classifier.difference == Difference::Signed);
    }

    void halfPrecisionIsClose() {
        const TaskNetwork model = smallModel();
        saveModel(model, m_folder, StoredType::Float16);
        const auto loaded = loadModel(m_folder);
        for (std::size_t p = 0; p < model.parameters().size(); ++p)
            QVERIFY(loaded->parameters()[p].value.isApprox(model.parameters()[p].value, Real(1e-3)));
        QCOMPARE(SafetensorsFile::open(m_folder / "model.safetensors").info("pooling.inner.weight").dtype, Dtype::F16);
    }

    void weightsLieOnDiskAsInTorch() {
        const TaskNetwork model = smallModel();
        const auto file = SafetensorsFile::open(m_folder / "model.safetensors");
        const Matrix& hidden = model.parameters().find("classifier.hidden.weight")->value; // [6 × 6], outputs × inputs
        QCOMPARE(double(file.readFloat("classifier.hidden.weight")[1]), double(hidden(0, 1)));
        const std::vector<std::int64_t> shape = {7, 4};
        QCOMPARE(file.info("embedding.weight").shape, shape); // [words, features]
        QCOMPARE(double(file.readFloat("embedding.weight")[5 * 4 + 2]),
                 double(model.parameters().find("embedding.weight")->value(2, 5)));
    }

    void badConfigurationsAreNamed_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("expected");
        QTest::newRow("not JSON") << "{"
                                  << ""
                                  << "no valid JSON";
        QTest::newRow("foreign") << "\"headlight\""
                                 << "\"other\""
                                 << "expected a Headlight model";
        QTest::newRow("newer") << "\"version\": 1"
                               << "\"version\": 2"
                               << "newer Headlight";
        QTest::newRow("version") << "\"version\": 1"
                                 << "\"version\": \"x\""
                                 << "\"version\": expected";
        QTest::newRow("unknown entry") << "\"labels\""
                                       << "\"lables\""
                                       << "Did you mean \"labels\"?";
        QTest::newRow("unknown option") << "\"heads\""
                                        << "\"haeds\""
                                        << "Did you mean \"heads\"?";
        QTest::newRow("option out of range") << "\"heads\": 2"
                                             << "\"heads\": 2000"
                                             << "1 … 64";
        QTest::newRow("unknown encoder") << "\"mtsa\""
                                         << "\"mtsb\""
                                         << "Did you mean \"mtsa\"?";
        std::string tasks;
        for (const std::string& id : taskIds())
            tasks += (tasks.empty() ? "" : " | ") + id;
        QTest::newRow("other task") << "\"classify\""
                                    << "\"juggle\""
                                    << QString::fromStdString("task: expected " + tasks + ", got \"juggle\"");
        QTest::newRow("labels") << "\"good\""
                                << "3"
                                << "\"labels\": expected a list of strings";
        QTest::newRow("example") << "\"text\": \"Tea"
                                 << "\"words\": \"Tea"
                                 << "\"examples\": expected a text, or an object of \"text\" and \"labels\"";
        QTest::newRow("predicates") << "\"is\""
                                    << "\"was\""
                                    << "\"predicates\": expected words in alphabetical order";
        QTest::newRow("mask") << "\"fw, bw\""
                              << "\"fw, bx\""
                              << "masks";
        QTest::newRow("too large") << "\"head_features\": 3"
                                   << "\"head_features\": 2048"
                                   << "more than there can be";
        QTest::newRow("another shape") << "\"hidden\": 6"
                                       << "\"hidden\": 5"
                                       << "expected shape [5, 6], got [6, 6]";
    }

    void badConfigurationsAreNamed() {
        QFETCH(QString, what);
        QFETCH(QString, with);
        QFETCH(QString, expected);
        const auto path = m_folder / "config.json";
        overwrite(path, replaced(contentOf(path), what.toStdString(), with.toStdString()));
        const QString message = loadMessage();
        QVERIFY2(message.contains(expected), qPrintable(message));
        QVERIFY2(message.contains("config.json") || message.contains("model.safetensors"), qPrintable(message));
    }

    void badTensorsAreNamed() {
        const auto path = m_folder / "model.safetensors";
        const auto file = SafetensorsFile::open(path);
        std::vector<std::vector<float>> values;
        std::vector<TensorView> tensors;
        for (const std::string& name : file.names()) {
            values.push_back(file.readFloat(name));
            tensors.push_back({name, file.info(name).shape, nullptr, Dtype::F32});
        }
        for (std::size_t t = 0; t < tensors.size(); ++t)
            tensors[t].data = values[t].data();

        auto fewer = tensors;
        fewer.pop_back();
        writeSafetensors(path, fewer);
        QVERIFY(loadMessage().contains(QString::fromStdString(tensors.back().name) + "\": missing"));

        // Its numbers are still there: what is missing goes before the bytes that nobody has.
        std::string bytes = safetensorsBytes(tensors);
        const std::string first = "\"" + tensors.front().name + "\":{";
        const std::size_t begin = bytes.find(first), end = bytes.find("},", begin) + 2;
        QVERIFY(begin < end);
        overwrite(path, bytes.replace(begin, end - begin, std::string(end - begin, ' ')));
        QVERIFY2(loadMessage().contains(QString::fromStdString(tensors.front().name) + "\": missing"),
                 qPrintable(loadMessage()));

        auto more = tensors;
        more.push_back({"encoder.extra", {1}, values[0].data(), Dtype::F32});
        writeSafetensors(path, more);
        QVERIFY(loadMessage().contains("\"encoder.extra\""));

        values[1][0] = std::numeric_limits<float>::quiet_NaN();
        writeSafetensors(path, tensors);
        QVERIFY(loadMessage().contains("no finite number"));
    }

    /// As many words in another order fit the embedding as well, and every answer would be another one.
    void foreignWordsAreNoticed() {
        const std::string words = contentOf(m_folder / "vocab.txt");
        const QString expected = QString::fromStdString((m_folder / "vocab.txt").string()) +
                                 ": these are not the words that the model was trained with: put its own file back";
        for (const auto& [what, with] : {std::pair("a\nfine\n", "fine\na\n"), {"day\n", "night\n"}}) {
            overwrite(m_folder / "vocab.txt", replaced(words, what, with));
            QCOMPARE(loadMessage(), expected);
        }
        overwrite(m_folder / "vocab.txt", QByteArray::fromStdString(words).replace("\n", "\r\n").toStdString());
        QCOMPARE(loadMessage(), QString()); // the same words
    }

    /// Folders from before the fingerprint have none.
    void wordsWithoutFingerprintAreTaken() {
        auto written = nlohmann::ordered_json::parse(contentOf(m_folder / "config.json"));
        QCOMPARE(written.erase("words"), std::size_t(1));
        overwrite(m_folder / "config.json", written.dump(1));
        overwrite(m_folder / "vocab.txt", replaced(contentOf(m_folder / "vocab.txt"), "day\n", "night\n"));
        QVERIFY(loadModel(m_folder)->vocabulary().contains("night"));
    }

    void brokenLinksSayWhereTheyLead() {
        for (const char* name : {"config.json", "model.safetensors", "vocab.txt"}) {
            saveModel(smallModel(), m_folder);
            std::filesystem::remove(m_folder / name);
            std::filesystem::create_symlink("../nowhere", m_folder / name);
            QVERIFY2(loadMessage().contains(QString(name) + " links to ../nowhere, which is not there; a model folder"),
                     qPrintable(loadMessage()));
            std::filesystem::remove(m_folder / name);
            std::filesystem::create_symlink(name, m_folder / name);
            QVERIFY2(loadMessage().contains("its links lead in a circle"), qPrintable(loadMessage()));
            std::filesystem::remove_all(m_folder); // a save would not replace the link
        }
    }

    void missingAndTruncatedFilesAreNamed() {
        for (const char* name : {"config.json", "model.safetensors", "vocab.txt"}) {
            saveModel(smallModel(), m_folder);
            const std::string content = contentOf(m_folder / name);
            overwrite(m_folder / name, content.substr(0, content.size() / 2));
            QVERIFY2(loadMessage().contains(name) || loadMessage().contains("safetensors"), name);
            std::filesystem::remove(m_folder / name);
            QVERIFY2(loadMessage().contains(name), name);
        }
    }

    void aFailedSaveLeavesTheOldModel() {
        if (geteuid() == 0) { // root may write everywhere: a path that can't be a folder serves as well
            overwrite(m_folder.parent_path() / "file", "x");
            QVERIFY(!messageOf([&] { saveModel(smallModel(), m_folder.parent_path() / "file" / "model"); }).isEmpty());
        }
        const std::string before = contentOf(m_folder / "model.safetensors");
        TaskNetwork model = smallModel();
        model.parameters()[3].value(0, 0) = Real(1e30); // does not fit half precision
        const QString message = messageOf([&] { saveModel(model, m_folder, StoredType::Float16); });
        QVERIFY2(message.contains(QString::fromStdString(model.parameters()[3].name)), qPrintable(message));
        QCOMPARE(contentOf(m_folder / "model.safetensors"), before);
    }
};

QTEST_GUILESS_MAIN(ModelFolderTest)
#include "model_folder_test.moc"
