// Which tensors of a file a network's parameters are.

#include "models/published/names.h"

#include "core/error.h"
#include "message_of.h"
#include "models/published/nearest_architectures.h"
#include "models/safetensors.h"

#include <QtTest>
#include <numeric>

using namespace headlight;

namespace {

/// Four heads whose queries share two heads of keys and values, a row each, all in one tensor.
Architecture fused(bool byKeyHead) {
    const auto together = [&](const std::string& name) {
        return TensorName{
            .own = "layers.#.self." + name, .theirs = "h.#.qkv", .together = queryKeyValue(), .byKeyHead = byKeyHead};
    };
    return {"small", "small model", nullptr, {together("query"), together("key"), together("value")}, {}};
}

Parameters parameters() {
    Parameters all;
    all.add("layers.0.self.query.weight", Parameter::Kind::Weight, 4, 1);
    all.add("layers.0.self.key.weight", Parameter::Kind::Weight, 2, 1);
    all.add("layers.0.self.value.weight", Parameter::Kind::Weight, 2, 1);
    return all;
}

/// Its rows are their numbers.
std::shared_ptr<const TensorParts> tensorsOfRows(bool byKeyHead, std::int64_t rows) {
    std::vector<float> numbers(static_cast<std::size_t>(rows));
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    NetworkShape shape;
    shape.stack.heads = 4;
    shape.stack.keyHeads = 2;
    return tensorsOf(fused(byKeyHead), shape, parameters(),
                     std::make_shared<const SafetensorsFile>(SafetensorsFile::fromBytes(
                         safetensorsBytes({{"h.0.qkv.weight", {rows, 1}, numbers.data()}}), "model.safetensors")),
                     "model.safetensors");
}

} // namespace

class TensorNamesTest : public QObject {
    Q_OBJECT

    using Rows = std::vector<float>;

private slots:
    /// As many rows as each parameter has: fewer of keys than of queries.
    void rowsOfOneTensorFollowEachOther() {
        const auto tensors = tensorsOfRows(false, 8);
        QCOMPARE(tensors->readFloat("layers.0.self.query.weight"), (Rows{0, 1, 2, 3}));
        QCOMPARE(tensors->readFloat("layers.0.self.key.weight"), (Rows{4, 5}));
        QCOMPARE(tensors->readFloat("layers.0.self.value.weight"), (Rows{6, 7}));
    }

    void orForEachHeadOfKeys() {
        const auto tensors = tensorsOfRows(true, 8);
        QCOMPARE(tensors->readFloat("layers.0.self.query.weight"), (Rows{0, 1, 4, 5}));
        QCOMPARE(tensors->readFloat("layers.0.self.key.weight"), (Rows{2, 6}));
        QCOMPARE(tensors->readFloat("layers.0.self.value.weight"), (Rows{3, 7}));
    }

    /// Of a kind that is not known: by what its tensors are called.
    void theNearestArchitecturesAreFound() {
        const float number = 0;
        const auto nearest = [&](const std::vector<std::string>& names) {
            std::vector<TensorView> tensors;
            for (const std::string& name : names)
                tensors.push_back({name, {1}, &number});
            const auto file = SafetensorsFile::fromBytes(safetensorsBytes(tensors), "model.safetensors");
            return QString::fromStdString(nearestArchitectures("", &file));
        };
        const QString bert = nearest({"encoder.layer.0.attention.self.query.weight", "encoder.layer.0.gate",
                                      "encoder.layer.0.attention.output.LayerNorm.gamma"});
        QVERIFY2(bert.startsWith("The nearest by its 3 tensors: BERT (\"bert\") names 2, "), qPrintable(bert));
        QVERIFY2(bert.endsWith("; BERT has no name for \"encoder.layer.0.gate\""), qPrintable(bert));
        QCOMPARE(nearest({"stem.0.weight"}), QString());
    }

    void aTensorOfOtherRowsIsRefused() {
        for (const std::int64_t rows : {7, 9, 12})
            QCOMPARE(messageOf([&] { tensorsOfRows(true, rows); }),
                     QString("model.safetensors: tensor \"h.0.qkv.weight\": has %1 rows, its parts have 8; do "
                             "config.json and the weights belong together?")
                         .arg(rows));
    }
};

QTEST_GUILESS_MAIN(TensorNamesTest)
#include "tensor_names_test.moc"
