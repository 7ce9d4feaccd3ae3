#include "message_of.h"
#include "models/weights/onnx_file.h"

#include <QtTest>
#include <algorithm>
#include <cstring>
#include <filesystem>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<std::int64_t>;
using Values = std::vector<float>;

// A small writer of protocol buffers.
std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += char(0x80 | (value & 0x7f));
    return bytes + char(value);
}
std::string whole(int field, std::int64_t value) {
    return varint(std::uint64_t(field) << 3) + varint(std::uint64_t(value));
}
std::string bytes(int field, const std::string& content) {
    return varint(std::uint64_t(field) << 3 | 2) + varint(content.size()) + content;
}
template <class Number>
std::string numbers(std::initializer_list<Number> values) {
    std::string content;
    for (const Number value : values)
        content.append(reinterpret_cast<const char*>(&value), sizeof value);
    return content;
}
std::string varints(std::initializer_list<std::int64_t> values) {
    std::string content;
    for (const std::int64_t value : values)
        content += varint(std::uint64_t(value));
    return content;
}

std::string tensor(const std::string& name, int type, const Shape& shape, const std::string& data) {
    std::string content;
    for (const std::int64_t size : shape)
        content += whole(1, size);
    return bytes(5, content + whole(2, type) + data + bytes(8, name));
}
std::string model(const std::string& graph) {
    return whole(1, 8) + bytes(2, "a test") + bytes(7, graph);
}

OnnxFile opened(const std::string& content) {
    return OnnxFile::fromBytes(content, "m.onnx");
}
Values readOf(int type, std::int64_t count, const std::string& data) {
    return opened(model(tensor("t", type, {count}, data))).readFloat("t");
}
QString refusal(const std::string& content) {
    return messageOf([&] { opened(content); });
}

} // namespace

class OnnxFileTest : public QObject {
    Q_OBJECT

    void checkRefusal() {
        QFETCH(QByteArray, content);
        QFETCH(QString, message);
        QCOMPARE(refusal(content.toStdString()), message);
    }

private slots:
    void initialisersByName() {
        const auto file = opened(model(bytes(1, "an operator") +
                                       tensor("b", 1, {2, 1}, bytes(9, numbers({1.5f, -2.0f}))) + bytes(2, "graph") +
                                       tensor("a", 1, {}, bytes(4, numbers({3.0f}))) + tensor("none", 1, {0, 3}, "")));
        QCOMPARE(file.irVersion(), std::uint64_t(8));
        QCOMPARE(file.names(), (Names{"b", "a", "none"}));
        QCOMPARE(file.info("b").shape, (Shape{2, 1}));
        QCOMPARE(file.readFloat("b"), (Values{1.5f, -2}));
        QVERIFY(file.info("a").shape.empty());
        QCOMPARE(file.readFloat("a"), Values{3});
        QVERIFY(file.readFloat("none").empty());
        QVERIFY(messageOf([&] { file.info("non"); }).endsWith("there is no tensor \"non\". Did you mean \"none\"?"));
    }

    void typesAsBytes() {
        QCOMPARE(readOf(1, 1, bytes(9, numbers({0.1f}))), Values{0.1f});
        QCOMPARE(readOf(2, 1, bytes(9, numbers<std::uint8_t>({255}))), Values{255});
        QCOMPARE(readOf(3, 1, bytes(9, numbers<std::int8_t>({-128}))), Values{-128});
        QCOMPARE(readOf(5, 1, bytes(9, numbers<std::int16_t>({-300}))), Values{-300});
        QCOMPARE(readOf(6, 1, bytes(9, numbers<std::int32_t>({-70000}))), Values{-70000});
        QCOMPARE(readOf(7, 2, bytes(9, numbers<std::int64_t>({7, -9}))), (Values{7, -9}));
        QCOMPARE(readOf(9, 2, bytes(9, numbers<std::uint8_t>({1, 0}))), (Values{1, 0}));
        QCOMPARE(readOf(10, 1, bytes(9, numbers<std::uint16_t>({0x3e00}))), Values{1.5f});
        QCOMPARE(readOf(11, 1, bytes(9, numbers({-0.25}))), Values{-0.25f});
        QCOMPARE(readOf(16, 1, bytes(9, numbers<std::uint16_t>({0xc000}))), Values{-2});
    }

    void typesOneByOne() {
        QCOMPARE(readOf(1, 2, bytes(4, numbers({0.1f, 2.0f}))), (Values{0.1f, 2}));
        QCOMPARE(readOf(11, 2, bytes(10, numbers({-0.25, 4.0}))), (Values{-0.25f, 4}));
        QCOMPARE(readOf(2, 2, bytes(5, varints({0, 255}))), (Values{0, 255}));
        QCOMPARE(readOf(3, 2, bytes(5, varints({-128, 127}))), (Values{-128, 127}));
        QCOMPARE(readOf(5, 2, bytes(5, varints({-32768, 32767}))), (Values{-32768, 32767}));
        QCOMPARE(readOf(6, 2, bytes(5, varints({-70000, 70000}))), (Values{-70000, 70000}));
        QCOMPARE(readOf(7, 2, bytes(7, varints({-9, 1ll << 40}))), (Values{-9, 1099511627776.0f}));
        QCOMPARE(readOf(9, 2, bytes(5, varints({1, 0}))), (Values{1, 0}));
        QCOMPARE(readOf(10, 2, bytes(5, varints({0x3e00, 0xc000}))), (Values{1.5f, -2}));
        QCOMPARE(readOf(16, 1, bytes(5, varints({0xc000}))), Values{-2});
    }

    /// A list may be given in parts, each number with its field's number, or mixed; a shape, too.
    void listsInParts() {
        const std::string one = varint(4 << 3 | 5) + numbers({1.0f}), two = bytes(4, numbers({2.0f, 3.0f}));
        QCOMPARE(readOf(1, 3, one + two), (Values{1, 2, 3}));
        QCOMPARE(readOf(1, 3, two + one), (Values{2, 3, 1}));
        QCOMPARE(readOf(1, 4, two + two), (Values{2, 3, 2, 3}));
        QCOMPARE(readOf(11, 1, varint(10 << 3 | 1) + numbers({0.5})), Values{0.5f});
        QCOMPARE(readOf(6, 3, whole(5, -1) + bytes(5, varints({2, 3}))), (Values{-1, 2, 3}));
        const auto file = opened(
            model(bytes(5, bytes(9, numbers({1.0f, 2.0f})) + bytes(8, "t") + whole(2, 1) + bytes(1, varints({1, 2})))));
        QCOMPARE(file.info("t").shape, (Shape{1, 2}));
        QCOMPARE(file.readFloat("t"), (Values{1, 2}));
    }

    void aLongTensorInParts() {
        std::string content;
        for (int k = 0; k < 40000; ++k)
            content += varint(std::uint64_t(k));
        const auto file = opened(model(tensor("t", 7, {200, 200}, bytes(7, content))));
        float part[3];
        file.readFloat("t", 39997, 3, part);
        QCOMPARE(part[2], 39999.0f);
        const Values all = file.readFloat("t");
        for (int k = 0; k < 40000; ++k)
            QCOMPARE(all[std::size_t(k)], float(k));
    }

    void hostileFiles_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const std::string& content, const QString& message) {
            QTest::newRow(title) << QByteArray::fromStdString(content) << "m.onnx: " + message;
        };
        const std::string four = bytes(9, numbers({1.0f}));
        const QString none = "it has no version of the format and no graph, as an ONNX model has; this is none";
        row("empty", "", none);
        row("no graph", whole(1, 8), none);
        row("no version", bytes(7, ""), none);
        row("version", whole(1, 1001) + bytes(7, ""), none);
        row("two graphs", model("") + bytes(7, ""),
            "byte 14: a model has one graph; the file is damaged or no ONNX model");
        row("graph is a number", whole(1, 8) + whole(7, 1),
            "byte 3: a model has one graph; the file is damaged or no ONNX model");
        row("group", std::string(1, char(1 << 3 | 3)),
            "byte 0: a field of the kind 3, which is not in use; the file is damaged or no protocol buffer");
        row("field 0", std::string(2, '\0'), "byte 0: there is no field 0; the file is damaged or no protocol buffer");
        row("large field", varint(1ull << 35) + '\0',
            "byte 0: there is no field 4294967296; the file is damaged or no protocol buffer");
        row("long number", std::string(10, '\xff') + '\1',
            "byte 0: the number of a field has more than 64 bits; the file is damaged");
        row("cut number", "\xff",
            "byte 1: the number of a field needs 1 byte, only 0 are left; the file is cut off or "
            "damaged");
        row("length", varint(7 << 3 | 2) + varint(~0ull),
            "byte 11: a field needs 18446744073709551615 bytes, only 0 are left; the file is cut off or damaged");
        row("beyond its message", model(varint(5 << 3 | 2) + varint(9) + "x") + std::string(10, 'x'),
            "its graph: byte 14: a field needs 9 bytes, only 1 are left; the file is cut off or damaged");
        row("sparse", model(bytes(15, "")),
            "its graph: it has sparse weights, which can't be read; save the model with dense ones");
        row("no message", model(whole(5, 1)),
            "its graph: byte 13: an initialiser is a message; the file is damaged or no ONNX model");
        row("no name", model(tensor("", 1, {1}, four)),
            "tensor \"\": a name must have 1 to 1,024 bytes; the file is damaged");
        row("long name", model(tensor(std::string(5000, 'n'), 1, {1}, four)),
            "initialiser 1: byte 29: its name is longer than 4,096 bytes; the file is damaged");
        row("twice", model(tensor("t", 1, {1}, four) + tensor("t", 1, {1}, four)),
            "tensor \"t\": it is there twice; the file is damaged");
        row("two names", model(tensor("t", 1, {1}, four + bytes(8, "t"))),
            "initialiser 1: byte 29: its name is there twice; the file is damaged");
        row("segment", model(tensor("t", 1, {1}, bytes(3, ""))),
            "initialiser 1: it is a part of a larger tensor, which can't be read; save the model anew");
    }
    void hostileFiles() { checkRefusal(); }

    void hostileTensors_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const std::string& content, const QString& message) {
            QTest::newRow(title) << QByteArray::fromStdString(content) << "m.onnx: " + message;
        };
        const auto one = [&](const char* title, const std::string& initialiser, const QString& message) {
            row(title, model(initialiser), "tensor \"t\": " + message);
        };
        const std::string four = bytes(9, numbers({1.0f}));
        one("no type", bytes(5, bytes(8, "t")),
            "its number type 0 (UNDEFINED) can't be read; convert the model to FLOAT");
        one("text", tensor("t", 8, {1}, bytes(6, "x")),
            "its number type 8 (STRING) can't be read; convert the model to FLOAT");
        one("type of later", tensor("t", 99, {1}, four),
            "its number type 99 (a later one) can't be read; convert the model to FLOAT");
        one("elsewhere",
            tensor("t", 1, {1},
                   bytes(13, bytes(1, "location") + bytes(2, "../x.data\n")) +
                       bytes(13, bytes(1, "offset") + bytes(2, "0")) + whole(14, 1)),
            "its numbers are in the file \"../x.data?\" beside it, which is not read; save the model with its weights "
            "in one file");
        one("negative size", tensor("t", 1, {-1}, four),
            "a size of its shape is -1, expected 0 or more; the file is damaged");
        row("dimensions", model(tensor("t", 1, Shape(9, 1), four)),
            "initialiser 1: it has more than the 8 dimensions that are allowed; the file is damaged");
        one("overflow", tensor("t", 1, {1ll << 40, 1ll << 40}, ""),
            "its shape is larger than any memory; the file is damaged");
        one("too few", tensor("t", 1, {2}, four),
            "its shape and type need 8 bytes of numbers, the file has 4; it is damaged");
        one("too few, one by one", tensor("t", 6, {2}, bytes(5, varints({1}))),
            "its shape and type need 8 bytes of numbers, the file has 4; it is damaged");
        one("both", tensor("t", 1, {1}, bytes(4, numbers({1.0f})) + four),
            "its numbers are there twice, as bytes and one by one; the file is damaged");
        one("of another type", tensor("t", 1, {1}, bytes(5, varints({1})) + four),
            "it has numbers of another type than FLOAT; the file is damaged");
        one("out of range", tensor("t", 3, {1}, bytes(5, varints({128}))),
            "it has the number 128, which is none of the type INT8; the file is damaged");
        one("middle of a number", tensor("t", 1, {1}, bytes(4, "abc") + bytes(4, "d")),
            "byte 20: its data ends in the middle of a number; the file is damaged");
        one("kind", tensor("t", 7, {1}, varint(7 << 3 | 5) + "abcd"),
            "byte 19: its data is not of the kind it must be; the file is damaged or no ONNX model");
    }
    void hostileTensors() { checkRefusal(); }

    void everyTruncationIsRefused() {
        const std::string content = model(tensor("a", 1, {2}, bytes(9, numbers({1.0f, 2.0f}))) +
                                          tensor("b", 6, {2}, bytes(5, varints({1, -2}))));
        QVERIFY(refusal(content).isEmpty());
        for (std::size_t length = 0; length < content.size(); ++length)
            QVERIFY2(!refusal(content.substr(0, length)).isEmpty(), qPrintable(QString::number(length)));
    }

    /// What PyTorch writes (tests/golden/weights/make_onnx.py).
    void aFileOfAnotherProgram() {
        const std::string path = std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/weights/linear.onnx";
        const auto file = OnnxFile::open(path);
        Names names = file.names();
        std::sort(names.begin(), names.end());
        QCOMPARE(names, (Names{"counts", "halves", "linear.bias", "linear.weight", "table.weight"}));
        QCOMPARE(file.info("table.weight").shape, (Shape{4, 3}));
        QCOMPARE(file.readFloat("table.weight"),
                 (Values{0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f, 1, 1.125f, 1.25f, 1.375f}));
        QCOMPARE(file.info("linear.weight").shape, (Shape{2, 3}));
        QCOMPARE(file.readFloat("linear.weight"), (Values{-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f}));
        QCOMPARE(file.readFloat("linear.bias"), (Values{0.1f, -1e-30f}));
        QVERIFY(file.info("halves").dtype == Dtype::F16);
        QCOMPARE(file.readFloat("halves"), (Values{0.5f, -2, 65504}));
        QVERIFY(file.info("counts").dtype == Dtype::I64);
        QCOMPARE(file.readFloat("counts"), (Values{7, -9}));
        file.refuseChanges();
    }
};

QTEST_GUILESS_MAIN(OnnxFileTest)
#include "onnx_file_test.moc"
