// Scores that are sums: their parts are stages of their maps.

#include "models/formats.h"
#include "models/recording.h"
#include "published_golden.h"

using namespace headlight;
using namespace headlight::publishedgolden;

class ScorePartsTest : public QObject {
    Q_OBJECT

    /// What a stage has of all heads of a layer, one below the other: [keys × heads·queries].
    static Numbers stageOf(const Trace& trace, int layer, MapStage stage) {
        Numbers all;
        for (const auto& source : trace.sources()) {
            if (source->address.layer != layer)
                continue;
            const AttentionMap map = mapOf(*source, stage, meanOfFeatures);
            all.conservativeResize(map.keys, all.cols() + map.queries);
            all.rightCols(map.queries) =
                Eigen::Map<const RowMajor>(map.values.data(), map.queries, map.keys).cast<double>().transpose();
        }
        return all;
    }
    static std::string goldenName(MapStage part) {
        return part == MapStage::Content ? "content-content" : nameOf(part);
    }

private slots:
    void debertasAreThoseOfPyTorch_data() {
        addColumns();
        for (const char* folder :
             {"deberta-masked", "deberta-classifier", "deberta-v2-masked", "deberta-v2-classifier"})
            for (const char* example : {"text", "pair"})
                QTest::addRow("%s, %s", folder, example) << QString("published/%1").arg(folder) << QString(example);
    }
    void debertasAreThoseOfPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const fs::path path = folderOf(folder.toStdString());
        const auto network = loadPublished(path, Values::Own);
        const SafetensorsFile expected = SafetensorsFile::open(path / "expected.safetensors");
        const Text text = textOf(path, example.toStdString());
        const Layout layout = text.layout();
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        network->read(context, text.ids, text.types);
        const std::vector<MapStage> stages = stagesOf(*trace.sources().front());
        Numbers sum;
        for (const MapStage part : allStages()) {
            if (!isScorePart(part))
                continue;
            const std::string name = example.toStdString() + ".score.1." + goldenName(part);
            const bool isThere = std::find(stages.begin(), stages.end(), part) != stages.end();
            QCOMPARE(isThere, expected.contains(name));
            if (!isThere)
                continue;
            const Numbers own = stageOf(trace, 1, part);
            compare(name, own, columnsOf(expected, name));
            sum = sum.size() == 0 ? own : Numbers(sum + own);
        }
        compare("sum", sum, stageOf(trace, 1, MapStage::Score));
    }

    /// Before anything is read, as views and command line need them.
    void modelsSayThemInAdvance_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("parts");
        QTest::newRow("two of DeBERTa") << "deberta-classifier" << 2;
        QTest::newRow("three of DeBERTa") << "deberta-v2-masked" << 3;
        QTest::newRow("T5") << "t5" << 2;
        QTest::newRow("GPT-2") << "gpt2" << 0;
        QTest::newRow("turned") << "llama" << 0;
    }
    void modelsSayThemInAdvance() {
        QFETCH(QString, folder);
        QFETCH(int, parts);
        const auto model = openModel(folderOf("published/" + folder.toStdString()));
        const auto recording = model->run(model->read({"3 1 2"}), {}, {});
        for (const HeadInfo& head : model->heads()) {
            const int sequence = std::max(head.sequence, 0);
            QCOMPARE(head.stages.size(), std::size_t(3 + (head.address.part == MapPart::Cross ? 0 : parts)));
            QVERIFY(recording->map({head.address, sequence}).stages == head.stages);
            QVERIFY(recording->stages(head.address, sequence) == head.stages);
        }
    }

    /// T5's bias knows distances alone; what it reads of the encoder has none, and shows its score.
    void t5HasABiasByDistance() {
        const auto model = openModel(folderOf("published/t5"));
        const auto recording = model->run(model->read({"3 1 2 9 8 7"}), {}, {});
        const auto at = [&](const MapAddress& head, MapStage stage) {
            return recording->map({head, head.stack == Stack::Decoder ? 1 : 0, stage});
        };
        const MapAddress own{Stack::Encoder, 1, MapPart::Self, 2}, cross{Stack::Decoder, 1, MapPart::Cross, 0};
        const AttentionMap content = at(own, MapStage::Content), bias = at(own, MapStage::Bias),
                           score = at(own, MapStage::Score);
        QVERIFY(bias.values != std::vector<float>(bias.values.size(), bias.values[0]));
        for (Index query = 0; query < score.queries; ++query)
            for (Index key = 0; key < score.keys; ++key) {
                QVERIFY(std::abs(content.at(query, key) + bias.at(query, key) - score.at(query, key)) < 1e-5f);
                if (query > 0 && key > 0)
                    QCOMPARE(bias.at(query, key), bias.at(query - 1, key - 1));
            }
        QVERIFY(at(cross, MapStage::Bias).stage == MapStage::Score);
        QVERIFY(at(cross, MapStage::Bias).values == at(cross, MapStage::Score).values);
    }

    /// A part is there behind a mask, and of a token that is not read there is none.
    void partsAreThereBehindAMask() {
        const auto model = openModel(folderOf("published/deberta-masked"));
        const MapRequest request{{Stack::Encoder, 0, MapPart::Self, 1}, 0, MapStage::ContentPosition};
        Intervention changes;
        changes[request.address].mask = "causal";
        const auto sequences = model->read({"5 6 7"});
        const AttentionMap open = model->run(sequences, {}, {})->map(request);
        const AttentionMap masked = model->run(sequences, changes, {})->map(request);
        QVERIFY(masked.values == open.values && !masked.isVisible(0, 1));
        Intervention without;
        without.leftOut = {{0, 1}};
        QVERIFY(std::isnan(model->run(sequences, without, {})->map(request).at(0, 1)));
    }

    void wordsOfDocumentsAreReadBack() {
        for (const MapStage stage : allStages())
            QVERIFY(mapStageNamed(nameOf(stage)) == stage);
        QVERIFY(!mapStageNamed("scores"));
        QCOMPARE(allStages().size(), std::size_t(7));
    }
};

QTEST_GUILESS_MAIN(ScorePartsTest)
#include "score_parts_test.moc"
