#include "head_address.h"
#include "message_of.h"
#include "models/formats.h"
#include "models/published/image_preparation.h"
#include "published_golden.h"

#include <QTemporaryDir>
#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

/// Folders of models that see images as window and command line use them: an image's name in, recording out.
class ImageModelTest : public QObject {
    Q_OBJECT

    static fs::path pathOf(const std::string& name) { return folderOf("published/" + name); }

    static Image imageOf(const Json& rows) {
        Image image{Index(rows.size()), Index(rows.at(0).size()), {}};
        for (const Json& row : rows)
            for (const Json& pixel : row)
                for (const Json& channel : pixel)
                    image.pixels.push_back(channel.get<std::uint8_t>());
        return image;
    }
    /// "Decodes" the example of that name.
    static ImageDecoder examplesOf(const fs::path& folder) {
        return [folder](const std::string& name) {
            return imageOf(jsonOf(folder / "expected.json").at(name).at("image"));
        };
    }
    static std::shared_ptr<const Model> open(const std::string& name) {
        return openModel(pathOf(name), examplesOf(pathOf(name)));
    }
    /// A preprocessor_config.json of these entries.
    static ImagePreparation preparationOf(const std::string& entries) {
        const QTemporaryDir folder;
        const fs::path path = folder.path().toStdString();
        writeFile(path / "preprocessor_config.json", entries);
        return readImagePreparation(path);
    }
    static Image grey(Index height, Index width) {
        return {height, width, std::vector<std::uint8_t>(std::size_t(height * width * 3), 100)};
    }

private slots:
    void imagesGivePyTorchsNumbers_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"vit-model", "vit-classifier", "deit-classifier", "deit-teacher", "dinov2-classifier", "dinov2-gated",
              "dinov2-interpolated", "dinov2_with_registers-classifier", "dinov2_with_registers-interpolated"})
            QTest::newRow(name) << name;
    }
    void imagesGivePyTorchsNumbers() {
        QFETCH(QString, name);
        const fs::path folder = pathOf(name.toStdString());
        const auto model = open(name.toStdString());
        QVERIFY(model->inputs().size() == 1 && model->inputs()[0].isImage);
        const SafetensorsFile expected = SafetensorsFile::open(folder / "expected.safetensors");
        for (const std::string example : {"gradient", "noise"}) {
            const auto recording = model->run(model->read({example}), {}, {});
            const Index tokens = Index(recording->sequences()[0].tokens.size());
            QCOMPARE(recording->heads(0).size(), model->heads().size());
            for (const HeadInfo& head : model->heads()) {
                const AttentionMap map = recording->map({head.address});
                const Numbers weights = Eigen::Map<const RowMajor>(map.values.data(), tokens, tokens).cast<double>();
                const Numbers all =
                    columnsOf(expected, example + ".attention." + std::to_string(head.address.layer)).transpose();
                compare(head.address.text(), weights, all.middleRows(head.address.head * tokens, tokens));
            }
            const auto* classes = std::get_if<ClassAnswer>(&recording->answer());
            QCOMPARE(classes != nullptr, expected.contains(example + ".logits"));
            if (!classes)
                continue;
            const std::vector<float> logits = expected.readFloat(example + ".logits");
            QCOMPARE(classes->labels.size(), logits.size());
            for (std::size_t k = 0; k < logits.size(); ++k)
                QVERIFY(std::abs(classes->logits[k] - double(logits[k])) < 1e-4);
        }
    }

    void tokensAreMarksThenPatchesRowByRow() {
        const Sequence sequence = open("deit-classifier")->read({"noise"}).front();
        QCOMPARE(sequence.tokens.size(), std::size_t(2 + 9));
        QVERIFY(sequence.tokens[0].text == "[CLS]" && sequence.tokens[0].special && sequence.tokens[0].word == -1);
        QCOMPARE(sequence.tokens[1].text, std::string("[DIST]"));
        QVERIFY(sequence.tokens[2].text == "1,1" && !sequence.tokens[2].special);
        QVERIFY(sequence.tokens[7].text == "2,3" && sequence.tokens[7].word == 5);
        QVERIFY(sequence.image && sequence.image->rows() == 3 && sequence.image->columns() == 3);
        const Sequence registers = open("dinov2_with_registers-classifier")->read({"noise"}).front();
        QCOMPARE(registers.tokens[2].text, std::string("[REG]"));
        QCOMPARE(registers.tokens[3].text, std::string("1,1"));
    }

    /// Its place keeps its position: the others are not moved.
    void aPatchThatIsLeftOutIsNotSeen() {
        const fs::path folder = pathOf("dinov2-classifier");
        Image image = imageOf(jsonOf(folder / "expected.json").at("noise").at("image"));
        const auto model = openModel(folder, [&](const std::string&) { return image; });
        Intervention changes;
        changes.leftOut = {{0, 5}}; // the patch "2,2": pixels 4 to 7
        const auto without = model->run(model->read({"a"}), changes, {});
        QVERIFY(classesOf(without->answer()).logits !=
                classesOf(model->run(model->read({"a"}), {}, {})->answer()).logits);
        QVERIFY(!without->map({at(0, 0)}).isVisible(0, 5) && without->map({at(0, 0)}).isVisible(0, 4));
        for (Index row = 4; row < 8; ++row)
            for (Index number = 12; number < 24; ++number)
                image.pixels[std::size_t(row * 36 + number)] ^= 0xFF;
        QCOMPARE(classesOf(model->run(model->read({"a"}), changes, {})->answer()).logits,
                 classesOf(without->answer()).logits);
    }

    void aHeadThatIsOffChangesTheAnswer() {
        const auto model = open("vit-classifier");
        const auto sequences = model->read({"noise"});
        Intervention off;
        off[at(1, 2)].scale = 0;
        QVERIFY(classesOf(model->run(sequences, {}, {})->answer()).logits !=
                classesOf(model->run(sequences, off, {})->answer()).logits);
    }

    void whatItCanNotReadIsSaid() {
        const auto model = open("vit-classifier");
        QVERIFY(messageOf([&] { model->read({"noise", "gradient"}); }).contains("one image"));
        QVERIFY(messageOf([&] { model->read({""}); }).contains("path of an image file"));
        const auto blind = openModel(pathOf("vit-classifier"));
        QVERIFY(messageOf([&] { blind->read({"noise"}); }).contains("nothing here decodes"));
        const QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "model";
        fs::copy(pathOf("vit-classifier"), path);
        fs::remove(path / "preprocessor_config.json");
        QVERIFY(messageOf([&] { openModel(path); }).contains("preprocessor_config.json"));
    }

    void anImageKeepsItsProportionsWhereTheShorterSideIsGiven() {
        const std::string size = R"("size": {"shortest_edge": 10}, "do_normalize": false)";
        const Image tall = preparationOf("{" + size + "}").fitted(grey(33, 20));
        QVERIFY(tall.width == 10 && tall.height == 16); // as Hugging Face cuts 16.5
        const std::string crop = R"(, "crop_size": {"height": 12, "width": 12})";
        const ImagePreparation cropping = preparationOf("{" + size + crop + "}");
        const Image cut = cropping.fitted(grey(33, 20));
        QVERIFY(cut.width == 12 && cut.height == 12);
        QVERIFY(cut.pixels[0] == 0 && cut.pixels[3] == 100); // black on both sides
        QVERIFY(cut.pixels[11 * 3] == 0 && cut.pixels[10 * 3] == 100);
        QCOMPARE(cropping.numbersOf(cut)[1], float(100.0 / 255));
        QVERIFY(messageOf([&] { preparationOf("{" + size + "}").fitted(grey(2000000, 1)); }).contains("too long"));
    }

    void preparationsOfFirstReleasesAreRead() {
        const ImagePreparation square =
            preparationOf(R"({"size": 9, "feature_extractor_type": "DeiTFeatureExtractor", "do_normalize": false})");
        QVERIFY(square.height == 9 && square.width == 9 && square.shorter == 0);
        const ImagePreparation shorter =
            preparationOf(R"({"size": 9, "image_processor_type": "BitImageProcessor", "do_normalize": false})");
        QVERIFY(shorter.height == 0 && shorter.shorter == 9);
    }

    void whatIsNotDoneHereIsRefused_data() {
        QTest::addColumn<QString>("entries");
        QTest::addColumn<QString>("named");
        QTest::newRow("kernel") << R"({"size": 9, "resample": 1})"
                                << "\"resample\"";
        QTest::newRow("crop") << R"({"size": 9, "crop_pct": 0.875})"
                              << "\"crop_pct\"";
        QTest::newRow("padding") << R"({"size": 9, "do_pad": true})"
                                 << "\"do_pad\"";
        QTest::newRow("channels") << R"({"size": 9, "do_flip_channel_order": true})"
                                  << "\"do_flip_channel_order\"";
        QTest::newRow("no size") << R"({"resample": 2})"
                                 << "\"size\"";
        QTest::newRow("size") << R"({"size": {"height": 0, "width": 3}})"
                              << "\"height\"";
        QTest::newRow("longer side") << R"({"size": {"shortest_edge": 3, "longest_edge": 9}})"
                                     << "\"longest_edge\"";
        QTest::newRow("mean") << R"({"size": 9, "image_mean": [0.5, 0.5], "image_std": [1, 1, 1]})"
                              << "\"image_mean\"";
        QTest::newRow("deviation") << R"({"size": 9, "image_mean": [0, 0, 0], "image_std": [1, 0, 1]})"
                                   << "\"image_std\"";
    }
    void whatIsNotDoneHereIsRefused() {
        QFETCH(QString, entries);
        QFETCH(QString, named);
        const QString message = messageOf([&] { preparationOf(entries.toStdString()); });
        QVERIFY2(message.contains(named) && message.contains("preprocessor_config.json"), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(ImageModelTest)
#include "image_model_test.moc"
