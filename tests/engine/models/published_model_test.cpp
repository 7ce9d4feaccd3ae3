#include "head_address.h"
#include "message_of.h"
#include "models/formats.h"
#include "published_golden.h"

#include <QTemporaryDir>
#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

/// A published folder as window and command line use it: text in, recording out.
class PublishedModelTest : public QObject {
    Q_OBJECT

    static nlohmann::ordered_json exampleOf(const std::filesystem::path& folder, const std::string& example) {
        const std::string path = (folder / "expected.json").string();
        return parseJson(readFile(path), path).at(example);
    }
    static std::vector<std::string> textsOf(const nlohmann::ordered_json& example) {
        std::vector<std::string> texts = {example.at("text").get<std::string>()};
        if (!example.at("second").is_null())
            texts.push_back(example.at("second").get<std::string>());
        return texts;
    }

    /// A folder to be changed.
    struct Copy {
        explicit Copy(const char* name) { std::filesystem::copy(folderOf(std::string("bert/") + name), path); }
        void setConfig(const std::string& name, const std::string& value) const {
            auto config = parseJson(readFile(path / "config.json"), "config.json");
            config[name] = value;
            writeFile(path / "config.json", jsonText(config));
        }
        QTemporaryDir folder;
        std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "model";
    };

private slots:
    void textGivesPyTorchsNumbers_data() {
        addColumns();
        addRows("bert");
    }
    void textGivesPyTorchsNumbers() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const std::filesystem::path path = folderOf(folder.toStdString());
        const auto model = openModel(path);
        const auto golden = exampleOf(path, example.toStdString());
        const std::vector<Sequence> sequences = model->read(textsOf(golden));
        QCOMPARE(sequences.size(), std::size_t(1));
        std::vector<int> ids, types;
        for (const Token& token : sequences[0].tokens) {
            ids.push_back(token.id);
            types.push_back(token.input);
        }
        QCOMPARE(ids, golden.at("ids").get<std::vector<int>>());
        QCOMPARE(types, golden.at("token_types").get<std::vector<int>>());

        const auto recording = model->run(sequences, {}, {});
        const SafetensorsFile expected = SafetensorsFile::open(path / "expected.safetensors");
        const Index tokens = Index(ids.size());
        QCOMPARE(recording->heads(0).size(), model->heads().size());
        for (const HeadInfo& head : model->heads()) {
            const AttentionMap map = recording->map({head.address});
            const Numbers weights = Eigen::Map<const RowMajor>(map.values.data(), tokens, tokens).cast<double>();
            const auto all = columnsOf(expected.readFloat(example.toStdString() + ".attention." +
                                                          std::to_string(head.address.layer)),
                                       tokens)
                                 .transpose()
                                 .eval();
            compare(head.address.text(), weights, all.middleRows(head.address.head * tokens, tokens));
        }
        const std::vector<float> logits = expected.readFloat(example.toStdString() + ".logits");
        if (const auto* classes = std::get_if<ClassAnswer>(&recording->answer())) {
            QCOMPARE(classes->labels.size(), logits.size());
            for (std::size_t k = 0; k < logits.size(); ++k)
                QVERIFY(std::abs(classes->logits[k] - double(logits[k])) < 1e-5);
        } else if (const auto* places = std::get_if<TokenAnswer>(&recording->answer())) {
            const TokenAnswer::Place& place = places->places.at(0);
            QCOMPARE(ids[std::size_t(place.token)], 4); // [MASK]
            const std::size_t vocabulary = logits.size() / ids.size();
            const auto row = logits.begin() + std::ptrdiff_t(vocabulary * std::size_t(place.token));
            const float largest = *std::max_element(row, row + std::ptrdiff_t(vocabulary));
            QVERIFY(std::abs(place.candidates.logits[0] - double(largest)) < 1e-5);
            QVERIFY(std::is_sorted(place.candidates.logits.rbegin(), place.candidates.logits.rend()));
            QCOMPARE(place.candidates.labels.size(), std::size_t(10));
        } else {
            QCOMPARE(example, QStringLiteral("pair")); // there is no [MASK] in it
            QVERIFY(QString::fromStdString(recording->note()).contains("[MASK]"));
        }
    }

    void twoTextsAreOneSequenceThatKnowsWhichIsWhich() {
        const auto model = openModel(folderOf("bert/classifier"));
        QCOMPARE(model->inputs().size(), std::size_t(2));
        QVERIFY(!model->inputs()[0].optional && model->inputs()[1].optional);
        QCOMPARE(model->sequences(), 1);
        const Sequence pair = model->read({"The bird sings.", "Who sings?"})[0];
        QCOMPARE(pair.tokens.front().text, std::string("[CLS]"));
        QVERIFY(pair.tokens.front().special && pair.tokens.back().special);
        const Token& who = pair.tokens[7];
        QCOMPARE(who.text, std::string("who"));
        QCOMPARE(who.input, 1);
        QVERIFY(who.begin == 0 && who.end == 3); // of its own text
    }

    void aHeadThatIsOffChangesTheAnswer() {
        const auto model = openModel(folderOf("bert/classifier"));
        const auto sequences = model->read({"the old dog"});
        const auto before = model->run(sequences, {}, {});
        Intervention off;
        off[at(1, 2)].scale = 0;
        const auto after = model->run(sequences, off, {});
        QVERIFY(classesOf(before->answer()).logits != classesOf(after->answer()).logits);
        Intervention mask;
        mask[at(0, 0)].mask = "causal";
        const AttentionMap map = model->run(sequences, mask, {})->map({at(0, 0)});
        QVERIFY(!map.isVisible(0, 1) && map.isVisible(1, 0));
    }

    void whatItCanNotReadIsSaid() {
        const auto model = openModel(folderOf("bert/masked"));
        QVERIFY(messageOf([&] { model->read({""}); }).contains("empty"));
        QVERIFY(messageOf([&] { model->read({"a", "b", "c"}); }).contains("one text, or two"));
        QString longText;
        for (int word = 0; word < 40; ++word)
            longText += "the ";
        QVERIFY2(messageOf([&] { model->read({longText.toStdString()}); }).contains("positions for 32"),
                 qPrintable(messageOf([&] { model->read({longText.toStdString()}); })));
    }

    void aFolderOfNoKnownKindSaysWhatItIsAndWhatCanBeRead() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        writeFile(path / "config.json", R"({"model_type": "bloom", "vocab_size": 5})");
        const QString message = messageOf([&] { openModel(path); });
        QVERIFY2(message.contains("found a model of the type \"bloom\""), qPrintable(message));
        QVERIFY2(message.contains("Headlight's own (\"format\": \"headlight\")"), qPrintable(message));
        QVERIFY2(message.contains("bert, roberta, "), qPrintable(message));
        writeFile(path / "config.json", "[1, 2]");
        QVERIFY(messageOf([&] { openModel(path); }).contains("no kind of model"));
        writeFile(path / "config.json", "{\"model_type\": \"\x1b[31m\"}");
        QVERIFY(!messageOf([&] { openModel(path); }).contains('\x1b'));
        QVERIFY(messageOf([&] { openModel(path / "absent"); }).contains("no such folder"));
    }

    void theNearestToAnUnknownKindAreNamedByItsTensors() {
        const Copy copy("masked");
        const std::string config = readFile(copy.path / "config.json");
        std::string other = config;
        other.replace(other.find("\"bert\""), 6, "\"ernie\"");
        writeFile(copy.path / "config.json", other);
        const QString message = messageOf([&] { openModel(copy.path); });
        QVERIFY2(message.contains("The nearest by its "), qPrintable(message));
        QVERIFY2(message.contains(" tensors: BERT (\"bert\") names "), qPrintable(message));
        std::filesystem::remove(copy.path / "model.safetensors"); // nothing but the name is left to compare
        other.replace(other.find("\"ernie\""), 7, "\"robreta\"");
        writeFile(copy.path / "config.json", other);
        const QString bySpelling = messageOf([&] { openModel(copy.path); });
        QVERIFY2(bySpelling.contains("The nearest by its name is RoBERTa (\"roberta\")"), qPrintable(bySpelling));
    }

    void aLinkToNoTokenizerIsSaid() {
        const Copy copy("masked");
        std::filesystem::create_symlink(copy.path / "gone", copy.path / "tokenizer.json");
        QVERIFY2(messageOf([&] { openModel(copy.path); }).contains("tokenizer.json: it is a link"),
                 qPrintable(messageOf([&] { openModel(copy.path); })));
        std::filesystem::remove(copy.path / "tokenizer.json");
        std::filesystem::create_symlink(copy.path / "gone", copy.path / "spiece.model");
        QVERIFY(messageOf([&] { openModel(copy.path); }).contains("spiece.model: it is a link"));
        std::filesystem::remove(copy.path / "spiece.model");
        std::filesystem::remove(copy.path / "model.safetensors");
        QVERIFY(messageOf([&] { openModel(copy.path); }).contains("there is no model.safetensors"));
    }

    void labelsMayEachHaveAProbability() {
        const Copy copy("classifier");
        const auto answerOf = [&] {
            const auto model = openModel(copy.path);
            return model->run(model->read({"the old dog"}), {}, {});
        };
        const ClassAnswer together = classesOf(answerOf()->answer());
        copy.setConfig("problem_type", "multi_label_classification");
        const ClassAnswer each = classesOf(answerOf()->answer());
        QCOMPARE(each.logits, together.logits);
        QCOMPARE(each.logOdds, each.logits);
        QCOMPARE(together.logOdds, logOddsOfOne(together.logits));
        for (std::size_t k = 0; k < each.logits.size(); ++k)
            QVERIFY(std::abs(each.probabilities[k] - 1 / (1 + std::exp(-each.logits[k]))) < 1e-6);
        copy.setConfig("problem_type", "regression");
        QVERIFY(messageOf(answerOf).contains("a number has one label"));
    }

    void whatTheVocabularyDoesNotHaveIsShownAsTyped() {
        const auto model = openModel(folderOf("bert/masked"));
        const Token token = model->read({"the Zürich dog"}).front().tokens[2];
        QVERIFY(!token.known && token.text == "Zürich");
    }

    void aTokenizerOfAnotherModelIsRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "model";
        std::filesystem::copy(folderOf("bert/masked"), path);
        std::string words = readFile(path / "vocab.txt");
        if (words.back() != '\n')
            words += '\n';
        writeFile(path / "vocab.txt", words + "onemore\n");
        QVERIFY2(messageOf([&] { openModel(path); }).contains("belong to different models"),
                 qPrintable(messageOf([&] { openModel(path); })));
    }

    /// BART's: its decoder reads the text once more, a token behind.
    void aClassifierWithADecoderReadsTheTextTwice() {
        const std::filesystem::path path = folderOf("published/bart-classifier");
        const auto model = openModel(path);
        QCOMPARE(model->sequences(), 2);
        const auto sequences = model->read({"0 4 6 28 5 2 15 23 44 2"});
        QCOMPARE(sequences.size(), std::size_t(2));
        QVERIFY(sequences[1].isTarget && sequences[1].isComplete);
        const auto recording = model->run(sequences, {}, {});
        const SafetensorsFile expected = SafetensorsFile::open(path / "expected.safetensors");
        const std::vector<float> logits = expected.readFloat("first.logits");
        const ClassAnswer& answer = classesOf(recording->answer());
        QCOMPARE(answer.labels, (std::vector<std::string>{"contradiction", "neutral", "entailment"}));
        for (std::size_t k = 0; k < logits.size(); ++k)
            QVERIFY(std::abs(answer.logits[k] - double(logits[k])) < 1e-5);
        std::size_t maps = 0;
        for (const HeadInfo& head : model->heads()) {
            const AttentionMap map = recording->map({head.address, head.sequence});
            QVERIFY(map.queries == 10 && map.keys == 10);
            ++maps;
        }
        QCOMPARE(maps, std::size_t(3 + 2 + 2));
        Intervention off;
        off[{Stack::Decoder, 0, MapPart::Cross, 1}].scale = 0;
        QVERIFY(classesOf(model->run(sequences, off, {})->answer()).logits != answer.logits);
    }

    /// A token that is left out is in neither reading of the text.
    void whatIsLeftOutIsReadByNeitherSide() {
        const auto model = openModel(folderOf("published/bart-classifier"));
        const auto sequences = model->read({"0 4 6 28 5 2"});
        Intervention changes;
        changes.leftOut = {{0, 2}};
        const auto without = model->run(sequences, changes, {}),
                   shorter = model->run(model->read({"0 4 28 5 2"}), {}, {});
        QCOMPARE(classesOf(without->answer()).logits, classesOf(shorter->answer()).logits);
    }

    /// A model of Hugging Face's own: the window opens it by its folder.
    void aPublishedFolderOpens() {
        const auto folder = std::filesystem::path(HEADLIGHT_SOURCE_DIR) / ".." /
                            "shared/data/models/random_bert_xsmall_dummy/derived_hf";
        if (!std::filesystem::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder);
        const auto recording = model->run(model->read({"a river", "near it"}), {}, {});
        QVERIFY(std::holds_alternative<std::monostate>(recording->answer()));
        const AttentionMap map = recording->map({at(0, 0)});
        QCOMPARE(map.queries, Index(recording->sequences()[0].tokens.size()));
    }
};

QTEST_GUILESS_MAIN(PublishedModelTest)
#include "published_model_test.moc"
