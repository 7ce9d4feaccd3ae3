// Queries, keys and values of a head: scores and results follow from them.

#include "head_address.h"
#include "models/formats.h"
#include "models/recording.h"
#include "published_golden.h"

#include <cmath>
#include <numbers>

using namespace headlight;
using namespace headlight::publishedgolden;

class HeadVectorsTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<const Recording> run(const QString& folder, const char* text = "3 1 2 9 8 7") {
        const auto model = openModel(folderOf("published/" + folder.toStdString()));
        return model->run(model->read({text}), {}, {});
    }
    static AttentionMap mapOf(const Recording& recording, const MapAddress& head, int sequence, MapStage stage) {
        return recording.map({head, sequence, stage});
    }

private slots:
    /// Of every architecture: shared keys, norms, rotations, factors, caps, parts.
    void scoresFollowFromThem_data() {
        QTest::addColumn<QString>("folder");
        for (const char* folder :
             {"albert-masked", "bart", "deberta-masked", "deberta-v2-masked", "gemma2", "gemma3", "gpt2-options",
              "gpt_neox-pythia", "llama", "marian", "modernbert-masked", "qwen3", "t5", "transformer_lens"})
            QTest::newRow(folder) << QString(folder);
    }
    void scoresFollowFromThem() {
        QFETCH(QString, folder);
        const auto recording = run(folder);
        for (int sequence = 0; sequence < int(recording->sequences().size()); ++sequence)
            for (const MapAddress& head : recording->heads(sequence)) {
                const auto vectors = recording->vectors(head, sequence);
                QVERIFY(vectors.has_value());
                const AttentionMap score = mapOf(*recording, head, sequence, MapStage::Score);
                QCOMPARE(vectors->queries, score.queries);
                QCOMPARE(vectors->keys, score.keys);
                QCOMPARE(Index(vectors->value.size()), vectors->keys * vectors->valueFeatures);
                QCOMPARE(vectors->keyHead, Index(head.head) / vectors->sharing);
                std::vector<AttentionMap> others;
                for (const MapStage part : score.stages)
                    if (isScorePart(part) && part != MapStage::Content)
                        others.push_back(mapOf(*recording, head, sequence, part));
                for (Index query = 0; query < score.queries; ++query) {
                    const std::vector<float> dots = dotProducts(*vectors, query);
                    for (Index key = 0; key < score.keys; ++key) {
                        double sum = vectors->scale * double(dots[std::size_t(key)]);
                        for (const AttentionMap& part : others)
                            sum += double(part.at(query, key));
                        if (vectors->softCap != 0)
                            sum = vectors->softCap * std::tanh(sum / vectors->softCap);
                        QVERIFY2(std::abs(sum - double(score.at(query, key))) < 1e-4 * (1 + std::abs(sum)),
                                 head.text().c_str());
                    }
                }
            }
    }

    /// Those that PyTorch has of BERT's first layer, by its own weights.
    void bertsAreItsWeightsTimesItsStates() {
        const fs::path path = folderOf("bert/classifier");
        const auto network = loadPublished(path, Values::Own);
        const SafetensorsFile expected = SafetensorsFile::open(path / "expected.safetensors"),
                              weights = SafetensorsFile::open(path / "model.safetensors");
        const Text text = textOf(path, "text");
        const Layout layout = text.layout();
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        network->read(context, text.ids, text.types);
        const HeadVectors vectors = trace.sources()[1]->vectors();
        const Numbers x = columnsOf(expected, "text.hidden.0");
        const auto check = [&](const char* name, const std::vector<float>& ours, Index width) {
            const std::string tensor = std::string("bert.encoder.layer.0.attention.self.") + name;
            const Numbers map = columnsOf(weights, tensor + ".weight").transpose(); // [outputs × inputs]
            const Numbers bias = columnsOf(weights, tensor + ".bias");
            const Numbers all = (map * x).colwise() + Eigen::VectorXd(bias.reshaped());
            compare(name, Eigen::Map<const Eigen::MatrixXf>(ours.data(), width, x.cols()).cast<double>(),
                    all.middleRows(width, width)); // the second head
        };
        check("query", vectors.query, vectors.features);
        check("key", vectors.key, vectors.features);
        check("value", vectors.value, vectors.valueFeatures);
        QCOMPARE(float(vectors.scale), float(1 / std::sqrt(double(vectors.features))));
    }

    /// In each plane the angle from query to key grows with their distance: features turned back by it agree.
    void planesAreTurnedByTheirFrequency() {
        const auto recording = run("llama", "5 5 5 5"); // the same token four times: in the first layer the same vector
        const HeadVectors vectors = *recording->vectors(at(0, 1), 0);
        QCOMPARE(Index(vectors.planes.size()) * 2, vectors.features);
        QVERIFY(vectors.sharing > 1);
        for (const RotaryPlane& plane : vectors.planes)
            for (Index token = 1; token < 4; ++token) {
                const auto angleAt = [&](Index which) {
                    const float* const own = vectors.query.data() + which * vectors.features;
                    return std::atan2(double(own[plane.second]), double(own[plane.first]));
                };
                const double turned = angleAt(token) - angleAt(0) - double(token) * plane.frequency;
                QVERIFY(std::abs(std::remainder(turned, 2 * std::numbers::pi)) < 1e-3);
            }
        const std::vector<Index> order = orderByFrequency(vectors);
        QCOMPARE(Index(order.size()), vectors.features);
        QCOMPARE(order[0], vectors.planes[0].first);
        QCOMPARE(order[1], vectors.planes[0].second);
    }

    void featuresThatAreNotTurnedStandBehind() {
        const HeadVectors pythia = *run("gpt_neox-pythia")->vectors(at(0, 0), 0);
        QVERIFY(Index(pythia.planes.size()) * 2 < pythia.features);
        const std::vector<Index> order = orderByFrequency(pythia);
        QCOMPARE(order.back(), pythia.features - 1);
        QVERIFY(std::set<Index>(order.begin(), order.end()).size() == order.size());
        const std::vector<Index> plain = orderByFrequency(*run("gpt2")->vectors(at(0, 0), 0));
        QVERIFY(std::is_sorted(plain.begin(), plain.end()));
    }

    void whatIsLeftOutHasNone() {
        const auto model = openModel(folderOf("published/gpt2"));
        const auto sequences = model->read({"3 1 2 9"});
        Intervention without;
        without.leftOut = {{0, 1}};
        const HeadVectors vectors = *model->run(sequences, without, {})->vectors(at(0, 0), 0);
        QCOMPARE(vectors.keys, Index(4));
        for (Index token = 0; token < 4; ++token) {
            QCOMPARE(std::isnan(vectors.key[std::size_t(token * vectors.features)]), token == 1);
            QCOMPARE(std::isnan(vectors.query[std::size_t(token * vectors.features)]), token == 1);
        }
        QVERIFY(std::isnan(dotProducts(vectors, 3)[1]) && !std::isnan(dotProducts(vectors, 3)[2]));
    }
};

QTEST_GUILESS_MAIN(HeadVectorsTest)
#include "head_vectors_test.moc"
