#include "models/inspect/tensor_comparison.h"

#include "engine/models/weights/gguf_bytes.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/gguf_file.h"
#include "models/weights/weights_formats.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>

using namespace headlight;

namespace {

const std::filesystem::path sourceFolder = HEADLIGHT_SOURCE_DIR;
constexpr float huge = std::numeric_limits<float>::infinity();

SafetensorsFile written(const std::vector<TensorView>& tensors) {
    return SafetensorsFile::fromBytes(safetensorsBytes(tensors), "a");
}

const TensorDifference& named(const std::vector<TensorDifference>& all, const std::string& name) {
    for (const TensorDifference& one : all)
        if (one.name() == name)
            return one;
    qFatal("no %s", name.c_str());
}

} // namespace

class TensorComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void everyStateIsTold() {
        const std::vector<float> a = {3, 4, 0, 0}, b = {3, 4, 0, 0.5f};
        const SafetensorsFile here = written(
            {{"same", {4}, a.data()}, {"other", {4}, a.data()}, {"turned", {2, 2}, a.data()}, {"gone", {1}, a.data()}});
        const SafetensorsFile there = written(
            {{"new", {1}, a.data()}, {"turned", {4}, a.data()}, {"other", {4}, b.data()}, {"same", {4}, a.data()}});
        std::int64_t told = 0;
        const std::vector<TensorDifference> all = compareTensors(here, there, [&](std::int64_t n) { told += n; });
        QCOMPARE(told, numbersToCompare(here, there));
        QCOMPARE(told, 8);
        QCOMPARE(all.size(), std::size_t(5));
        QCOMPARE(all.back().name(), std::string("new")); // what only the other one has is last
        QVERIFY(all.back().state == TensorState::OnlyThere && !all.back().here);
        QVERIFY(named(all, "same").state == TensorState::Equal);
        QVERIFY(named(all, "turned").state == TensorState::OtherShape);
        QVERIFY(named(all, "gone").state == TensorState::OnlyHere && !named(all, "gone").there);
        const TensorDifference& changed = named(all, "other");
        QVERIFY(changed.state == TensorState::Changed);
        QCOMPARE(changed.differing, 1);
        QCOMPARE(changed.largest, 0.5);
        QCOMPARE(changed.relative, 0.1); // 0.5 beside a norm of 5
    }

    /// A stored type is no value: what F16 holds exactly is equal to it, what it rounds is not.
    void typesMayDiffer() {
        const std::vector<float> exact = {0.5f, -2, 1024}, rounded = {0.1f, -2, 1024};
        const SafetensorsFile wide = written({{"e", {3}, exact.data()}, {"r", {3}, rounded.data()}});
        const SafetensorsFile narrow =
            written({{"e", {3}, exact.data(), Dtype::F16}, {"r", {3}, rounded.data(), Dtype::F16}});
        const auto all = compareTensors(wide, narrow);
        QVERIFY(named(all, "e").state == TensorState::Equal);
        QVERIFY(named(all, "r").state == TensorState::Changed);
        QVERIFY(named(all, "r").largest > 0 && named(all, "r").largest < 1e-4);
    }

    void numbersThatAreNotFinite() {
        const std::vector<float> a = {std::nanf(""), huge, 0, 1}, b = {std::nanf(""), huge, -0.f, 1},
                                 c = {std::nanf(""), huge, 0, huge}, zero = {0, 0, 0, 0};
        const SafetensorsFile here =
            written({{"same", {4}, a.data()}, {"other", {4}, a.data()}, {"from zero", {4}, zero.data()}});
        const SafetensorsFile there =
            written({{"same", {4}, b.data()}, {"other", {4}, c.data()}, {"from zero", {4}, b.data()}});
        const auto all = compareTensors(here, there);
        QVERIFY(named(all, "same").state == TensorState::Equal);
        QVERIFY(named(all, "other").state == TensorState::Changed);
        QCOMPARE(named(all, "other").differing, 1);
        QVERIFY(std::isinf(named(all, "other").largest) && std::isinf(named(all, "other").relative));
        QVERIFY(std::isinf(named(all, "from zero").relative));
    }

    void whatIsNotReadIsNotCompared() {
        const auto unread = [] {
            GgufBuilder file;
            file.tensor("w", {256}, 16, 0); // IQ2_XXS
            file.data.resize(66);
            return GgufFile::fromBytes(file.bytes(), "m.gguf");
        };
        const auto here = unread(), there = unread();
        const auto all = compareTensors(here, there);
        QVERIFY(all.at(0).state == TensorState::Unread);
        QVERIFY(!all.at(0).here->bytes);
        QCOMPARE(numbersToCompare(here, there), 0);
    }

    /// Goldens of PyTorch in both forms hold the same tensors.
    void formatsAreComparedWithEachOther() {
        const std::filesystem::path folder = sourceFolder / "tests" / "golden" / "weights" / "torch";
        const auto zip = openWeights(folder / "zip4.pt"), old = openWeights(folder / "legacy4.pt");
        const auto all = compareTensors(*zip, *old);
        QVERIFY(!all.empty());
        for (const TensorDifference& one : all)
            QVERIFY2(one.state == TensorState::Equal, one.name().c_str());
    }

    void tensorsAreListedWithTheirBytes() {
        const auto blocks = openWeights(sourceFolder / "tests" / "golden" / "weights" / "ggml_blocks.gguf");
        for (const ListedTensor& tensor : listedTensors(*blocks)) {
            QCOMPARE(tensor.bytes.has_value(), tensor.info.dtype != Dtype::Unread);
            if (!tensor.bytes)
                continue;
            const DtypeBlock block = dtypeBlock(tensor.info.dtype);
            QVERIFY(*tensor.bytes * block.numbers == tensor.info.elements() * block.bytes);
        }
        const std::vector<float> a = {1, 2, 3};
        const SafetensorsFile small = written({{"w", {3}, a.data()}, {"h", {3}, a.data(), Dtype::F16}});
        QCOMPARE(listedTensor(small, "w").bytes, 12);
        QCOMPARE(listedTensor(small, "h").bytes, 6);
    }

    void theWeightsOfAModelAreFound() {
        const std::filesystem::path trec = sourceFolder / "resources" / "models" / "trec";
        QCOMPARE(weightsOf(trec), trec / "model.safetensors");
        const std::filesystem::path file = sourceFolder / "tests" / "golden" / "weights" / "linear.onnx";
        QCOMPARE(weightsOf(file), file);
        const QTemporaryDir folder;
        const auto made = [&](const char* name) {
            QFile empty(folder.filePath(name));
            QVERIFY(empty.open(QIODevice::WriteOnly));
        };
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(messageOf([&] { weightsOf(place); }).contains("there is no model.safetensors"));
        made("model.bin");
        made("shared_vocabulary.txt");
        QCOMPARE(weightsOf(place), place / "model.bin");
        QVERIFY(messageOf([&] { weightsOf(place / "maps.npz"); }).contains("have no weights"));
    }
};

QTEST_GUILESS_MAIN(TensorComparisonTest)
#include "tensor_comparison_test.moc"
