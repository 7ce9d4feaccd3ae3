#include "models/inspect/tensor_statistics.h"

#include "core/files.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/weights_formats.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace headlight;

namespace {

const std::string sources = HEADLIGHT_SOURCE_DIR;
constexpr float infinity = std::numeric_limits<float>::infinity();

SafetensorsFile fileOf(const std::vector<float>& values) {
    return SafetensorsFile::fromBytes(safetensorsBytes({{"a", {std::int64_t(values.size())}, values.data()}}), "a");
}

bool isNear(double value, double expected) {
    return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected));
}

} // namespace

class TensorStatisticsTest : public QObject {
    Q_OBJECT

private slots:
    void figuresOfAFewNumbers() {
        const SafetensorsFile file = fileOf({1, -2, 3, 4, infinity, std::nanf("")});
        const TensorStatistics statistics = statisticsOf(file, "a");
        QCOMPARE(statistics.numbers, 6);
        QCOMPARE(statistics.notFinite, 2);
        QCOMPARE(statistics.minimum, -2.0);
        QCOMPARE(statistics.maximum, 4.0);
        QCOMPARE(statistics.mean, 1.5);
        QCOMPARE(statistics.deviation, std::sqrt(5.25)); // squares of −0.5, −3.5, 1.5, 2.5: 21 / 4
        QCOMPARE(statistics.norm, std::sqrt(30.0));
    }

    void withoutAFiniteNumberThereIsNoFigure() {
        for (const std::vector<float>& values : {std::vector<float>{}, {infinity, -infinity}}) {
            const SafetensorsFile file = fileOf(values);
            const TensorStatistics statistics = statisticsOf(file, "a");
            QCOMPARE(statistics.notFinite, std::int64_t(values.size()));
            for (const double figure :
                 {statistics.minimum, statistics.maximum, statistics.mean, statistics.deviation, statistics.norm})
                QVERIFY(std::isnan(figure));
            QVERIFY(histogramOf(file, "a", statistics, 64).counts.empty());
        }
    }

    /// A sum of squares minus the square of the mean would have no digit left.
    void aSmallSpreadAroundALargeMeanKeepsItsDigits() {
        std::vector<float> values(100'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 4'000'000 + (i % 2 ? 0.5f : -0.5f);
        const TensorStatistics statistics = statisticsOf(fileOf(values), "a");
        QVERIFY(isNear(statistics.mean, 4'000'000));
        QVERIFY(isNear(statistics.deviation, 0.5));
    }

    void everyFormatHasTheFiguresOfItsNumbers_data() {
        QTest::addColumn<QString>("path");
        for (const char* path : {"resources/models/trec/model.safetensors", "tests/golden/weights/ggml_blocks.gguf",
                                 "tests/golden/weights/linear.onnx", "tests/golden/weights/torch/zip4.pt",
                                 "tests/golden/weights/torch/legacy2.pt"})
            QTest::addRow("%s", path) << QString::fromStdString(sources + "/" + path);
    }
    void everyFormatHasTheFiguresOfItsNumbers() {
        QFETCH(QString, path);
        const auto file = openWeights(path.toStdString());
        int compared = 0;
        for (const std::string& name : file->names()) {
            if (file->info(name).dtype == Dtype::Unread)
                continue;
            std::int64_t told = 0;
            const TensorStatistics statistics = statisticsOf(*file, name, [&](std::int64_t some) { told += some; });
            const std::vector<float> values = file->readFloat(name);
            QCOMPARE(told, std::int64_t(values.size()));
            QCOMPARE(statistics.numbers, told);
            if (values.empty() || !std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }))
                continue;
            ++compared;
            double sum = 0, squares = 0;
            for (const float value : values) {
                sum += value;
                squares += double(value) * value;
            }
            const double wide = 1e-6 * std::max(1.0, std::sqrt(squares)); // F64 and long integers are no floats
            QVERIFY2(std::abs(statistics.mean - sum / double(values.size())) <= wide, name.c_str());
            QVERIFY2(std::abs(statistics.norm - std::sqrt(squares)) <= wide, name.c_str());
            QVERIFY(float(statistics.minimum) == *std::min_element(values.begin(), values.end()));
            QVERIFY(float(statistics.maximum) == *std::max_element(values.begin(), values.end()));
            const TensorHistogram histogram = histogramOf(*file, name, statistics, 64);
            QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t(0)), told);
        }
        QVERIFY(compared > 0);
    }

    void binsAreOfTheSameWidthAndTheLastOneHasTheMaximum() {
        const SafetensorsFile file = fileOf({0, 0.5f, 1, 1.5f, 2, 3.5f, 4, infinity});
        const TensorHistogram histogram = histogramOf(file, "a", statisticsOf(file, "a"), 4);
        QCOMPARE(histogram.low, 0.0);
        QCOMPARE(histogram.high, 4.0);
        QCOMPARE(histogram.counts, (std::vector<std::int64_t>{2, 2, 1, 2}));
        const SafetensorsFile same = fileOf({7, 7, 7});
        QCOMPARE(histogramOf(same, "a", statisticsOf(same, "a"), 64).counts, (std::vector<std::int64_t>{3}));
    }

    /// Floats would hold neither the difference of these integers nor the range of these doubles.
    void wideTypesOfAFileKeepTheirDigits() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("wide.safetensors").toStdString();
        const std::string header = R"({"i":{"dtype":"I64","shape":[2],"data_offsets":[0,16]},)"
                                   R"("d":{"dtype":"F64","shape":[2],"data_offsets":[16,32]}})";
        const std::uint64_t length = header.size();
        const std::int64_t integers[] = {1'000'000'001, 1'000'000'003};
        const double doubles[] = {-1.5e308, 1.5e308};
        const auto bytesOf = [](const auto& numbers) {
            return std::string(reinterpret_cast<const char*>(&numbers), sizeof numbers);
        };
        writeFile(path, bytesOf(length) + header + bytesOf(integers) + bytesOf(doubles));
        const auto file = openWeights(path);
        QCOMPARE(statisticsOf(*file, "i").mean, 1'000'000'002.0);
        const TensorStatistics statistics = statisticsOf(*file, "d");
        QCOMPARE(statistics.maximum, 1.5e308);
        QCOMPARE(statistics.notFinite, 0);
        QCOMPARE(histogramOf(*file, "d", statistics, 2).counts, (std::vector<std::int64_t>{1, 1}));
    }

    void workEndsWhenItsCallerThrows() {
        const SafetensorsFile file = fileOf(std::vector<float>(3 * TensorNumbers::blockSize, 1.f));
        int blocks = 0;
        QCOMPARE(messageOf([&] {
                     statisticsOf(file, "a", [&](std::int64_t) {
                         if (++blocks == 2)
                             throw Error("enough");
                     });
                 }),
                 QString("enough"));
        QCOMPARE(blocks, 2);
        QVERIFY(messageOf([&] { statisticsOf(file, "b"); }).contains("no tensor \"b\""));
    }
};

QTEST_GUILESS_MAIN(TensorStatisticsTest)
#include "tensor_statistics_test.moc"
