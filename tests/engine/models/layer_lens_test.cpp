// What each layer of a published model says.

#include "models/formats.h"
#include "models/layer_lens.h"
#include "numbered_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

/// The sequence of these ids, whatever the model's tokenizer would make of a text.
Sequence sequenceBy(const Text& text) {
    Sequence sequence;
    for (std::size_t k = 0; k < text.ids.size(); ++k) {
        Token& token = sequence.tokens.emplace_back();
        token.id = text.ids[k];
        token.input = text.types[k];
    }
    return sequence;
}

std::vector<int> allOf(const Sequence& sequence) {
    std::vector<int> tokens(sequence.tokens.size());
    std::iota(tokens.begin(), tokens.end(), 0);
    return tokens;
}

/// The ten likeliest of PyTorch's scores, by their own order: near ties may change places.
void compareCell(const ClassAnswer& ours, const Eigen::Ref<const Eigen::VectorXd>& scores, double allowed) {
    QCOMPARE(ours.labels.size(), std::size_t(10));
    const double top = scores.maxCoeff(), reach = scores.cwiseAbs().maxCoeff();
    const double logSum = top + std::log((scores.array() - top).exp().sum());
    std::vector<double> sorted(scores.data(), scores.data() + scores.size());
    std::sort(sorted.rbegin(), sorted.rend());
    for (std::size_t k = 0; k < ours.labels.size(); ++k) {
        const int id = QString::fromStdString(ours.labels[k]).mid(2).toInt(); // "▁t7"
        QVERIFY(std::abs(ours.logits[k] - scores[id]) <= allowed * reach);
        QVERIFY(std::abs(ours.logits[k] - sorted[k]) <= allowed * reach);
        QVERIFY(std::abs(ours.probabilities[k] - std::exp(scores[id] - logSum)) <= 10 * allowed);
    }
}

} // namespace

class LayerLensTest : public QObject {
    Q_OBJECT

private slots:
    /// Layers before the last by models in PyTorch that have no further ones, the last by the model's own logits.
    void asPyTorch_data() {
        addColumns();
        addRows("published", isOfText, [](const fs::path& path) { return fs::exists(path / "lens.safetensors"); });
    }
    void asPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const fs::path path = folderOf(folder.toStdString());
        const SafetensorsFile expected = SafetensorsFile::open(path / "expected.safetensors");
        const SafetensorsFile lens = SafetensorsFile::open(path / "lens.safetensors");
        const Sequence sequence = sequenceBy(textOf(path, example.toStdString()));
        const LayerLens found = numberedModelOf(path)->lens({sequence}, {}, allOf(sequence), {});
        QVERIFY(found.layers.size() > 1);
        for (std::size_t layer = 0; layer < found.layers.size(); ++layer) {
            const bool isLast = layer + 1 == found.layers.size();
            const std::string name = example.toStdString() + (isLast ? ".logits" : ".lens." + std::to_string(layer));
            const Numbers scores = columnsOf(isLast ? expected : lens, name);
            QCOMPARE(Index(found.layers[layer].size()), scores.cols());
            for (Index token = 0; token < scores.cols(); ++token)
                compareCell(found.layers[layer][std::size_t(token)], scores.col(token), 1e-4);
        }
    }

    /// None that tells words is without its numbers. Of layers that share weights in groups there are none: fewer
    /// layers would have others.
    void everyModelOfWordsHasThem() {
        for (const auto& entry : fs::directory_iterator(folderOf("published"))) {
            if (!isRead(entry.path()))
                continue;
            const NetworkShape shape = describedBy(entry.path()).shape;
            const bool sharesInGroups = shape.stack.parameterSets > 1 && shape.stack.parameterSets < shape.stack.layers;
            if (shape.top.kind == TopShape::Kind::Words && !shape.decoder && shape.stack.layers > 1 && !sharesInGroups)
                QVERIFY2(fs::exists(entry.path() / "lens.safetensors"), entry.path().c_str());
        }
    }

    /// The last layer says what the model answers, in whatever order tokens are asked for.
    void endsWithTheAnswer() {
        const auto model = openModel(folderOf("published/llama-3"));
        const LensModel* const layers = lensModel(*model);
        QVERIFY(layers);
        const auto sequences = model->read({"5 9 2 7"});
        const auto recording = model->run(sequences, {}, {});
        const ClassAnswer& next = std::get<TokenAnswer>(recording->answer()).places.front().candidates;
        const LayerLens found = layers->lens(sequences, {}, {3, 0}, {});
        QCOMPARE(found.tokens, (std::vector<int>{3, 0}));
        QCOMPARE(found.layers.back()[0].labels, next.labels);
        QVERIFY(std::abs(found.layers.back()[0].probabilities[0] - next.probabilities[0]) < 1e-6);
        QVERIFY(found.layers.back()[1].labels != next.labels);
    }

    /// What is left out has no words, and the others are as if it had not been typed; a head's change is heard.
    void followsChanges() {
        const auto model = openModel(folderOf("published/llama-3"));
        const LensModel& layers = *lensModel(*model);
        const auto sequences = model->read({"5 9 2 7"});
        Intervention changes;
        changes.leftOut = {{0, 1}};
        const LayerLens marked = layers.lens(sequences, changes, {1, 3}, {});
        const LayerLens shorter = layers.lens(model->read({"5 2 7"}), {}, {2}, {});
        QVERIFY(marked.layers.front()[0].labels.empty());
        QCOMPARE(marked.layers.front()[1].logits, shorter.layers.front()[0].logits);
        Intervention off;
        off[model->heads().front().address].scale = 0;
        QVERIFY(layers.lens(sequences, off, {3}, {}).layers.front()[0].logits !=
                layers.lens(sequences, {}, {3}, {}).layers.front()[0].logits);
    }

    void othersHaveNone() {
        QVERIFY(!lensModel(*openModel(folderOf("published/marian"))));
        QVERIFY(!lensModel(*openModel(folderOf("published/roberta-classifier"))));
        const auto model = openModel(folderOf("published/llama-3"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, lensModel(*model)->lens(model->read({"5 9"}), {}, {2}, {}));
    }
};

QTEST_GUILESS_MAIN(LayerLensTest)
#include "layer_lens_test.moc"
