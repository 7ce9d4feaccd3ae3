#include "core/error.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/tensor_parts.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <numeric>

using namespace headlight;

namespace {

using Turn = TensorPart::Turn;
using Numbers = std::vector<float>;

/// "matrix" [6, 2], "heads" [2, 3, 2], "vector" [6], each counted up from 0.
std::shared_ptr<const TensorFile> counted() {
    Numbers numbers(12);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    return std::make_shared<const SafetensorsFile>(
        SafetensorsFile::fromBytes(safetensorsBytes({{"matrix", {6, 2}, numbers.data()},
                                                     {"heads", {2, 3, 2}, numbers.data()},
                                                     {"vector", {6}, numbers.data()},
                                                     {"one", {}, numbers.data()}}),
                                   "m.safetensors"));
}

} // namespace

class TensorPartsTest : public QObject {
    Q_OBJECT

    static void check(const TensorPart& part, const std::vector<std::int64_t>& shape, const Numbers& numbers) {
        const TensorParts parts(counted(), {{"own", part}});
        QCOMPARE(parts.info("own").shape, shape);
        QCOMPARE(parts.readFloat("own"), numbers);
        for (std::size_t first = 0; first < numbers.size(); ++first) // any stretch of it
            for (std::size_t count = 0; first + count <= numbers.size(); ++count) {
                Numbers some(count);
                parts.readFloat("own", std::int64_t(first), std::int64_t(count), some.data());
                QCOMPARE(some, Numbers(numbers.begin() + std::ptrdiff_t(first),
                                       numbers.begin() + std::ptrdiff_t(first + count)));
            }
    }

private slots:
    void whole() { check({"matrix"}, {6, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}); }
    void rows() { check({.tensor = "matrix", .first = 2, .rows = 3}, {3, 2}, {4, 5, 6, 7, 8, 9}); }
    /// Queries, keys and values of a head side by side, as GPT-NeoX has them.
    void blocksOfRows() {
        check({.tensor = "matrix", .first = 1, .rows = 1, .blocks = 2, .step = 3}, {2, 2}, {2, 3, 8, 9});
        check({.tensor = "vector", .first = 1, .rows = 1, .blocks = 2, .step = 3, .isVector = true}, {2}, {1, 4});
    }
    /// GPT-2's [inputs, outputs].
    void turned() {
        check({.tensor = "matrix", .turn = Turn::Whole}, {2, 6}, {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11});
        check({.tensor = "matrix", .turn = Turn::Whole, .first = 1, .rows = 1}, {1, 6}, {1, 3, 5, 7, 9, 11});
        check({.tensor = "heads", .turn = Turn::Whole}, {2, 6}, {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11});
    }
    /// TransformerLens' [heads, inputs, outputs].
    void turnedByHeads() {
        check({.tensor = "heads", .turn = Turn::Blocks}, {4, 3}, {0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11});
    }
    /// PyTorch's [outputs, inputs, window].
    void turnedWindows() {
        check({.tensor = "heads", .turn = Turn::Windows}, {2, 6}, {0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11});
    }
    void flat() { check({.tensor = "heads", .isVector = true}, {12}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}); }
    void axesJoined() { check({"heads"}, {2, 6}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}); }

    void mappedWhereItLies() {
        QTemporaryDir folder;
        const std::filesystem::path path = (folder.path() + "/m.safetensors").toStdString();
        Numbers numbers(12);
        std::iota(numbers.begin(), numbers.end(), 0.0f);
        std::ofstream(path, std::ios::binary) << safetensorsBytes({{"matrix", {6, 2}, numbers.data()}});
        const auto file = std::make_shared<const SafetensorsFile>(SafetensorsFile::open(path));
        const TensorParts parts(file, {{"rows", {.tensor = "matrix", .first = 2, .rows = 3}},
                                       {"blocks", {.tensor = "matrix", .rows = 1, .blocks = 2, .step = 3}},
                                       {"turned", {.tensor = "matrix", .turn = Turn::Whole}}});
        QCOMPARE(parts.mapped("rows"), file->mapped("matrix") + 4);
        QVERIFY(!parts.mapped("blocks"));
        QVERIFY(!parts.mapped("turned"));
    }

    void refused() {
        const auto message = [](const TensorPart& part) {
            return messageOf([&] { TensorParts(counted(), {{"own", part}}); });
        };
        const QString tooFew = "tensor \"matrix\": has 6 rows, too few for its parts; do config.json and the weights "
                               "belong together?";
        QCOMPARE(message({.tensor = "matrix", .first = 4, .rows = 3}), tooFew);
        QCOMPARE(message({.tensor = "matrix", .first = 7, .rows = 0}), tooFew);
        QCOMPARE(message({.tensor = "matrix", .rows = 1, .blocks = 3, .step = 3}), tooFew);
        QCOMPARE(message({.tensor = "matrix", .rows = 1, .blocks = 2, .step = std::int64_t(1) << 62}), tooFew);
        QCOMPARE(message({.tensor = "matrix", .rows = 2, .ofRows = 5}),
                 QString("tensor \"matrix\": has 6 rows, its parts have 5; do config.json and the weights belong "
                         "together?"));
        QVERIFY(message({"one"}).startsWith("tensor \"one\": has 0 axes"));
        QVERIFY(message({.tensor = "matrix", .turn = Turn::Blocks}).startsWith("tensor \"matrix\": has 2 axes"));
        QVERIFY(message({"matrx"}).contains("matrix"));
    }
};

QTEST_GUILESS_MAIN(TensorPartsTest)
#include "tensor_parts_test.moc"
