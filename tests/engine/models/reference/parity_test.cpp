#include "engine/models/golden_reference.h"
#include "message_of.h"
#include "models/formats.h"
#include "models/reference/parity.h"
#include "models/reference/reference_file.h"

#include <QTemporaryDir>
#include <limits>

using namespace headlight;
using namespace headlight::publishedgolden;

/// A model beside its reference. The golden values of every architecture serve as references.
class ParityTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path pathOf(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    static const ParityPart& partOf(const ParityReport& report, PassPart part) {
        for (const ParityPart& own : report.texts.front().parts)
            if (own.part == part)
                return own;
        qFatal("%s was not compared", nameOf(part).c_str());
    }
    /// Of a GPT-2 of two layers with three heads and its reference, after `change`.
    template <class Change>
    ParityReport after(const Change& change) const {
        ReferenceArrays arrays = referenceArraysOf(m_gpt2, m_example);
        change(arrays);
        return checkParity(*openModel(m_gpt2), arrays.save(pathOf("changed.npz")), {});
    }
    static float& at(ReferenceArrays::Floats& array, const std::vector<std::int64_t>& place) {
        std::int64_t number = 0;
        for (std::size_t axis = 0; axis < place.size(); ++axis)
            number = number * array.shape.at(axis) + place[axis];
        return array.values.at(std::size_t(number));
    }

    const fs::path m_gpt2 = folderOf("published/gpt2");
    const std::string m_example = "first";

private slots:
    void everyArchitectureAgreesWithPyTorch_data() {
        addColumns();
        addRows("bert", isOfText);
        // The tokenizer of one is another model's, so it is no whole model.
        addRows("published", isOfText, [](const fs::path& path) { return path.filename() != "marian-unshared"; });
    }
    void everyArchitectureAgreesWithPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const fs::path path = folderOf(folder.toStdString());
        const ReferenceArrays arrays = referenceArraysOf(path, example.toStdString());
        const auto model = openModel(path);
        QVERIFY(canCheckParity(*model));
        const ParityReport report = checkParity(*model, arrays.save(pathOf("golden.npz")), {});
        QCOMPARE(report.texts.size(), std::size_t(1));
        const ParityText& text = report.texts.front();
        QCOMPARE(std::size_t(text.tokens), arrays.ids.at("ids").size());
        QCOMPARE(text.parts.size(), arrays.numbers.size());
        for (const ParityPart& part : text.parts) {
            QVERIFY2(part.fits(), nameOf(part.part).c_str());
            const double relative = part.layers[part.relativeAt()].relative();
            QVERIFY2(relative <= 1e-5, (nameOf(part.part) + ": " + std::to_string(relative)).c_str());
            // A model that computes in float32 is not the float64 of the goldens: nothing was compared with itself.
            QVERIFY2(part.part != PassPart::HiddenStates || relative > 0, nameOf(part.part).c_str());
        }
        QCOMPARE(report.verdict(), ParityVerdict::Green);
    }

    void saysWhereADifferenceIs() {
        const ParityReport map = after([](ReferenceArrays& arrays) {
            at(arrays.numbers.at("attentions"), {1, 2, 3, 1}) += 0.004F;
        });
        QCOMPARE(map.verdict(), ParityVerdict::Yellow);
        const ParityPart& attentions = partOf(map, PassPart::Attentions);
        QCOMPARE(attentions.verdict(), ParityVerdict::Yellow);
        QCOMPARE(attentions.largestAt(), std::size_t(1));
        QCOMPARE(attentions.relativeAt(), std::size_t(1));
        const ParityLayer& layer = attentions.layers[1];
        QCOMPARE(layer.head, 2);
        QCOMPARE(layer.token, 3);
        QCOMPARE(layer.entry, 1);
        QVERIFY(std::abs(layer.largest - 0.004) < 1e-5);
        QCOMPARE(verdictOf(attentions.layers[0].relative()), ParityVerdict::Green);
        QCOMPARE(partOf(map, PassPart::Logits).verdict(), ParityVerdict::Green);

        const ParityReport score = after([](ReferenceArrays& arrays) {
            at(arrays.numbers.at("logits"), {2, 7}) += 1000;
        });
        QCOMPARE(score.verdict(), ParityVerdict::Red);
        const ParityLayer& logits = partOf(score, PassPart::Logits).layers.front();
        QCOMPARE(logits.token, 2);
        QCOMPARE(logits.entry, 7);
        QVERIFY(*score.relative() > 0.9);
    }

    /// Numbers of one layer may be a thousand times those of another: each is measured by its own.
    void measuresEachLayerByItsOwn() {
        double large = 0;
        const ParityReport report = after([&](ReferenceArrays& arrays) {
            ReferenceArrays::Floats& states = arrays.numbers.at("hidden_states");
            const std::int64_t rest = states.shape[1] * states.shape[2];
            for (std::int64_t k = 0; k < rest; ++k)
                large = std::max(large, double(std::abs(states.values[std::size_t(k)])));
            at(states, {0, 1, 4}) += float(large / 20);
            at(states, {2, 1, 4}) = 1e6F;
        });
        const ParityPart& states = partOf(report, PassPart::HiddenStates);
        QCOMPARE(states.relativeAt(), std::size_t(2));
        QCOMPARE(states.layers[2].magnitude, 1e6);
        QVERIFY(states.layers[0].relative() > 0.03);
        QCOMPARE(states.layers[0].token, 1);
        QCOMPARE(verdictOf(states.layers[1].relative()), ParityVerdict::Green);
    }

    void shapesThatDifferAreRed() {
        const ParityReport report = after([](ReferenceArrays& arrays) {
            ReferenceArrays::Floats& states = arrays.numbers.at("hidden_states");
            states.shape[0] -= 1;
            states.values.resize(states.values.size() / std::size_t(states.shape[0] + 1) *
                                 std::size_t(states.shape[0]));
        });
        const ParityPart& states = partOf(report, PassPart::HiddenStates);
        QVERIFY(!states.fits());
        QCOMPARE(states.theirs[0] + 1, states.ours[0]);
        QCOMPARE(report.verdict(), ParityVerdict::Red);
        QCOMPARE(partOf(report, PassPart::Attentions).verdict(), ParityVerdict::Green);
    }

    void whatTheModelDoesNotHaveIsRed() {
        const fs::path classifier = folderOf("bert/classifier"), bare = pathOf("bare");
        fs::copy(classifier, bare);
        Json config = jsonOf(bare / "config.json");
        config["architectures"] = Json::array({"BertModel"});
        writeFile(bare / "config.json", jsonText(config));
        const SafetensorsFile all = SafetensorsFile::open(classifier / "model.safetensors");
        std::map<std::string, std::vector<float>> kept;
        std::vector<TensorView> tensors;
        for (const std::string& name : all.names())
            if (!name.starts_with("classifier."))
                tensors.push_back({name, all.info(name).shape, (kept[name] = all.readFloat(name)).data()});
        writeSafetensors(bare / "model.safetensors", tensors);
        const fs::path reference = referenceArraysOf(classifier, "text").save(pathOf("classifier.npz"));
        const ParityReport report = checkParity(*openModel(bare), reference, {});
        QVERIFY(partOf(report, PassPart::Logits).ours.empty());
        QCOMPARE(partOf(report, PassPart::Logits).verdict(), ParityVerdict::Red);
        QCOMPARE(partOf(report, PassPart::HiddenStates).verdict(), ParityVerdict::Green);
    }

    void axesOfOneMayBeThere() {
        const ParityReport report = after([](ReferenceArrays& arrays) {
            for (auto& [name, array] : arrays.numbers)
                array.shape.insert(array.shape.begin() + (name == "logits" ? 0 : 1), 1);
        });
        QCOMPARE(report.verdict(), ParityVerdict::Green);
    }

    void severalTextsHaveNumbers() {
        const ReferenceArrays right = referenceArraysOf(m_gpt2, m_example);
        ReferenceArrays wrong = right;
        at(wrong.numbers.at("logits"), {0, 0}) += 1000;
        NpzWriter writer;
        right.addTo(writer, "10.");
        wrong.addTo(writer, "2.");
        writer.save(pathOf("several.npz"));
        const ParityReport report = checkParity(*openModel(m_gpt2), pathOf("several.npz"), {});
        QCOMPARE(report.texts.size(), std::size_t(2));
        QCOMPARE(report.texts[0].name, std::string("2"));
        QCOMPARE(report.texts[1].name, std::string("10"));
        QCOMPARE(report.verdict(), ParityVerdict::Red);
        for (const ParityPart& part : report.texts[1].parts)
            QCOMPARE(part.verdict(), ParityVerdict::Green);
    }

    void theBoundsAreThoseThatAreStated() {
        QCOMPARE(verdictOf(0), ParityVerdict::Green);
        QCOMPARE(verdictOf(1e-4), ParityVerdict::Green);
        QCOMPARE(verdictOf(1.1e-4), ParityVerdict::Yellow);
        QCOMPARE(verdictOf(1e-2), ParityVerdict::Yellow);
        QCOMPARE(verdictOf(1.1e-2), ParityVerdict::Red);
        QCOMPARE(verdictOf(std::numeric_limits<double>::infinity()), ParityVerdict::Red);
    }

    void isFoundBesideTheModel() {
        QCOMPARE(referenceBeside(m_gpt2), m_gpt2 / "headlight_reference.npz");
        QCOMPARE(referenceBeside(m_gpt2 / "config.json"), m_gpt2 / "headlight_reference.npz");
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QString>("what");
        for (const char* row :
             {"id", "fraction", "types", "target", "finite", "name", "alone", "missing", "long", "decoder"})
            QTest::addRow("%s", row) << row;
    }
    void saysWhatIsWrong() {
        QFETCH(QString, what);
        ReferenceArrays arrays = referenceArraysOf(m_gpt2, m_example);
        QString expected;
        if (what == "id") {
            arrays.ids["ids"][1] = 100'000;
            expected = "array \"ids\": id 100000 of token 1 is none of the model's";
        } else if (what == "fraction") {
            arrays.ids.erase("ids");
            arrays.numbers["ids"] = {{2}, {1, 1.5}};
            expected = "array \"ids\": number 1 is no id";
        } else if (what == "types") {
            arrays.ids["token_types"] = {0};
            expected = "array \"token_types\" has 1 numbers for";
        } else if (what == "target") {
            arrays.ids["target_ids"] = {1};
            expected = "array \"target_ids\": the model has no decoder";
        } else if (what == "finite") {
            at(arrays.numbers.at("attentions"), {0, 1, 2, 0}) = std::numeric_limits<float>::quiet_NaN();
            expected = "array \"attentions\": a number of layer 0, head 1, token 2 is not finite";
        } else if (what == "name") {
            arrays.numbers["logit"] = {{1}, {1}};
            expected = "array \"logit\": no array of a reference has this name";
        } else if (what == "alone") {
            arrays.numbers.clear();
            expected = "array \"ids\" stands alone";
        } else if (what == "missing") {
            arrays.ids.clear();
            expected = "array \"ids\" is missing";
        } else if (what == "long") {
            arrays.ids["ids"].resize(1000);
            expected = "array \"ids\": 1000 tokens, and the model has positions for";
        } else {
            arrays.numbers["cross_attentions"] = {{1}, {1}};
            expected = "array \"target_ids\" is missing";
        }
        const fs::path path = arrays.save(pathOf("wrong.npz"));
        const auto model = openModel(m_gpt2);
        const QString message = messageOf([&] { checkParity(*model, path, {}); });
        QVERIFY2(message.contains(expected), qPrintable(message));
        QVERIFY2(message.contains("wrong.npz"), qPrintable(message));
    }

    void otherFilesAndModelsAreRefused() {
        const auto model = openModel(m_gpt2);
        writeFile(pathOf("text.npz"), "no archive");
        QVERIFY(messageOf([&] { checkParity(*model, pathOf("text.npz"), {}); }).contains("text.npz"));
        QVERIFY(messageOf([&] { checkParity(*model, pathOf("nowhere.npz"), {}); }).contains("nowhere.npz"));
        const fs::path path = referenceArraysOf(m_gpt2, m_example).save(pathOf("gpt2.npz"));
        for (const fs::path& folder : {fs::path(HEADLIGHT_SOURCE_DIR "/resources/models/trec"), // our own
                                       folderOf("published/vit-model")}) {                      // which sees images
            const auto other = openModel(folder);
            QVERIFY(!canCheckParity(*other));
            QVERIFY(messageOf([&] { checkParity(*other, path, {}); }).contains("only published models"));
        }
    }

    void logitsOfADecoderNeedWhatItReads() {
        const fs::path folder = folderOf("published/marian");
        ReferenceArrays arrays = referenceArraysOf(folder, "first");
        const auto model = openModel(folder);
        arrays.ids.erase("target_ids");
        for (const char* name : {"decoder_hidden_states", "decoder_attentions", "cross_attentions"})
            arrays.numbers.erase(name);
        const fs::path path = arrays.save(pathOf("marian.npz"));
        QVERIFY(messageOf([&] { checkParity(*model, path, {}); }).contains("\"target_ids\" is missing"));
        arrays.numbers.erase("logits"); // what is left is of the encoder alone
        QCOMPARE(checkParity(*model, arrays.save(path), {}).verdict(), ParityVerdict::Green);
    }
};

QTEST_GUILESS_MAIN(ParityTest)
#include "parity_test.moc"
