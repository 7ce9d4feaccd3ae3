#include "message_of.h"
#include "models/safetensors.h"
#include "models/weights/ctranslate2_file.h"

#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>

using namespace headlight;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<std::int64_t>;
using Values = std::vector<float>;

template <class Number>
std::string number(Number value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Number>
std::string bytesOf(std::initializer_list<Number> numbers) {
    std::string bytes;
    for (const Number value : numbers)
        bytes += number(value);
    return bytes;
}

std::string text(const std::string& characters) {
    return number(std::uint16_t(characters.size() + 1)) + characters + '\0';
}

std::string head(std::uint32_t version, std::uint32_t variables) {
    return number(version) + text("TransformerSpec") + number<std::uint32_t>(7) + number(variables);
}

/// `count` is what stands in front of the data: bytes, or items before version 4.
std::string variable(const std::string& name, const std::vector<std::uint32_t>& shape, int type, std::uint32_t count,
                     const std::string& data) {
    std::string bytes = text(name) + char(shape.size());
    for (const std::uint32_t size : shape)
        bytes += number(size);
    return bytes + char(type) + number(count) + data;
}

std::string variable(const std::string& name, const std::vector<std::uint32_t>& shape, int type,
                     const std::string& data) {
    return variable(name, shape, type, std::uint32_t(data.size()), data);
}

const std::string noAliases(4, '\0');

CTranslate2File fileOf(const std::string& bytes) {
    return CTranslate2File::fromBytes(bytes, "model.bin");
}

QString refusal(const std::string& bytes) {
    return messageOf([&] { fileOf(bytes); });
}

/// All six types, a quantised weight by rows, one as a whole, one of an old file, and an alias.
std::string version6() {
    return head(6, 10) + variable("bias", {2}, 0, bytesOf({0.5f, -1e-30f})) +
           variable("d/weight", {2, 2}, 1, bytesOf<std::int8_t>({127, -64, 1, -127})) +
           variable("d/weight_scale", {2}, 0, bytesOf({2.0f, 0.5f})) +
           variable("e/weight", {1, 3}, 2, bytesOf<std::int16_t>({1024, -1, 3})) +
           variable("e/weight_scale", {}, 0, bytesOf({8.0f})) +
           variable("f/weight", {2}, 2, bytesOf<std::int16_t>({1500, -1})) +
           variable("heads", {}, 2, bytesOf<std::int16_t>({8})) +
           variable("ids", {2}, 3, bytesOf<std::int32_t>({-70000, 5})) +
           variable("half", {1}, 4, bytesOf<std::uint16_t>({0x3e00})) +
           variable("brain", {1}, 5, bytesOf<std::uint16_t>({0xc000})) + number<std::uint32_t>(1) + text("out/weight") +
           text("d/weight");
}

std::filesystem::path published(const std::string& name) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/models/aren_transliteration/" + name;
}

} // namespace

class Ctranslate2FileTest : public QObject {
    Q_OBJECT

    void checkRefusal() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        QCOMPARE(refusal(bytes.toStdString()), message);
    }

private slots:
    void everyTypeIsRead() {
        const auto file = fileOf(version6());
        QCOMPARE(file.binaryVersion(), 6u);
        QCOMPARE(file.specification(), std::string("TransformerSpec"));
        QCOMPARE(file.revision(), 7u);
        QCOMPARE(file.names(), (Names{"bias", "d/weight", "d/weight_scale", "e/weight", "e/weight_scale", "f/weight",
                                      "heads", "ids", "half", "brain", "out/weight", "out/weight_scale"}));
        QCOMPARE(file.readFloat("bias"), (Values{0.5f, -1e-30f}));
        QCOMPARE(file.readFloat("d/weight"), (Values{63.5f, -32, 2, -254}));
        QVERIFY(file.info("d/weight").dtype == Dtype::I8);
        QCOMPARE(file.readFloat("d/weight_scale"), (Values{2, 0.5f}));
        QCOMPARE(file.readFloat("e/weight"), (Values{128, -0.125f, 0.375f}));
        QVERIFY(file.info("e/weight").dtype == Dtype::I16);
        QCOMPARE(file.readFloat("f/weight"), (Values{1.5f, -0.001f}));
        QCOMPARE(file.readFloat("heads"), Values{8});
        QVERIFY(file.info("heads").shape.empty());
        QCOMPARE(file.readFloat("ids"), (Values{-70000, 5}));
        QCOMPARE(file.readFloat("half"), Values{1.5f});
        QCOMPARE(file.readFloat("brain"), Values{-2});
        QCOMPARE(file.readFloat("out/weight"), file.readFloat("d/weight"));
        QCOMPARE(file.readFloat("out/weight_scale"), (Values{2, 0.5f}));
        QVERIFY(messageOf([&] {
                    file.info("biass");
                }).endsWith("model.bin: there is no tensor \"biass\". Did you mean \"bias\"?"));
    }

    void aPartHasTheScalesOfItsRows() {
        const auto file = fileOf(version6());
        for (std::int64_t first = 0; first <= 4; ++first)
            for (std::int64_t count = 0; first + count <= 4; ++count) {
                const Values all = file.readFloat("d/weight");
                Values part(std::size_t(count) + 1, 99);
                file.readFloat("d/weight", first, count, part.data());
                QVERIFY(std::equal(part.begin(), part.end() - 1, all.begin() + first));
                QCOMPARE(part.back(), 99.0f);
            }
        float none = 0;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat("d/weight", 3, 2, &none));
    }

    void olderVersions() {
        const std::string variables = variable("a/weight", {3}, 2, 3, bytesOf<std::int16_t>({10, 20, -30})) +
                                      variable("a/weight_scale", {}, 4, 1, bytesOf({10.0f})) +
                                      variable("flag", {}, 1, 1, std::string(1, '\1'));
        const auto second = fileOf(head(2, 3) + variables), third = fileOf(head(3, 3) + variables + noAliases);
        for (const auto* file : {&second, &third}) {
            QCOMPARE(file->readFloat("a/weight"), (Values{1, 2, -3}));
            QCOMPARE(file->readFloat("flag"), Values{1});
        }
        QCOMPARE(fileOf(head(4, 0) + noAliases).names(), Names{});
    }

    void emptyVariables() {
        const auto file = fileOf(head(6, 2) + variable("a/weight", {0, 4}, 1, "") +
                                 variable("a/weight_scale", {0}, 0, "") + noAliases);
        QVERIFY(file.readFloat("a/weight").empty());
        QCOMPARE(file.info("a/weight").shape, (Shape{0, 4}));
    }

    void hostileFiles_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const std::string& bytes, const QString& message) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes) << "model.bin: " + message;
        };
        row("empty", "", "byte 0: the binary version needs 4 bytes, only 0 are left; the file is cut off or damaged");
        for (const std::uint32_t version : {1u, 7u, 0x04034b50u})
            row("version", number(version),
                "its first 4 bytes say binary version " + QString::number(version) +
                    ", versions 2 to 6 can be read; this is no model.bin of CTranslate2, or convert the model again");
        row("name without end", number(6u) + number<std::uint16_t>(2) + "ab",
            "byte 6: the name of the specification does not end with its first zero; the file is damaged or no "
            "model.bin of CTranslate2");
        row("name with a zero", number(6u) + text(std::string("a\0b", 3)),
            "byte 6: the name of the specification does not end with its first zero; the file is damaged or no "
            "model.bin of CTranslate2");
        row("no name", number(6u) + number<std::uint16_t>(0),
            "byte 6: the name of the specification does not end with its first zero; the file is damaged or no "
            "model.bin of CTranslate2");
        row("many", head(6, 100'001),
            "it should have 100001 variables, at most 100,000 are allowed; the file is damaged or no model.bin of "
            "CTranslate2");
        row("missing", head(6, 1),
            "variable 1 of 1: byte 30: its name needs 2 bytes, only 0 are left; the file is cut off or damaged");
    }
    void hostileFiles() { checkRefusal(); }

    void hostileVariables_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const std::string& bytes, const QString& message) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes) << "model.bin: " + message;
        };
        const std::string four = bytesOf({1.0f});
        row("type", head(6, 1) + variable("a", {1}, 6, four),
            "tensor \"a\": the number type 6 is not known; the file is damaged, or convert the model to float32");
        row("size of items", head(3, 1) + variable("a", {1}, 3, four),
            "tensor \"a\": the number type 3 is not known; the file is damaged, or convert the model to float32");
        row("dimensions", head(6, 1) + variable("a", std::vector<std::uint32_t>(9, 1), 0, four),
            "tensor \"a\": it has 9 dimensions, at most 8 are allowed; the file is damaged");
        row("overflow", head(6, 1) + variable("a", {0xFFFFFFFF, 0xFFFFFFFF, 16}, 0, 0, ""),
            "tensor \"a\": its shape is larger than any memory; the file is damaged");
        row("length", head(6, 1) + variable("a", {2}, 0, four),
            "tensor \"a\": its shape and type need 8 bytes, the file gives it 4; the file is damaged");
        row("items", head(3, 1) + variable("a", {2}, 4, 0x40000002, four),
            "tensor \"a\": its shape and type need 8 bytes, the file gives it 4294967304; the file is damaged");
        row("cut", head(6, 1) + variable("a", {2}, 0, 8, four),
            "tensor \"a\": byte 44: its data needs 8 bytes, only 4 are left; the file is cut off or damaged");
        row("twice", head(6, 2) + variable("a", {1}, 0, four) + variable("a", {1}, 0, four) + noAliases,
            "tensor \"a\": it is there twice; the file is damaged");
        row("nameless", head(6, 1) + variable("", {1}, 0, four) + noAliases,
            "tensor \"\": a name must have 1 to 1,024 bytes; the file is damaged");
        row("long name", head(6, 1) + variable(std::string(1025, 'n'), {1}, 0, four) + noAliases,
            "tensor \"" + QString(200, 'n') + "…\": a name must have 1 to 1,024 bytes; the file is damaged");
        row("remainder", head(2, 1) + variable("a", {1}, 4, 1, four) + "xy",
            "byte 48: the 2 bytes behind the last variable belong to nothing; the file is damaged");
        row("no aliases", head(3, 0),
            "byte 30: the number of aliases needs 4 bytes, only 0 are left; the file is cut off or damaged");
        row("many aliases", head(3, 0) + number(~0u),
            "alias 1 of 4294967295: byte 34: its name needs 2 bytes, only 0 are left; the file is cut off or damaged");
        row("alias of nothing", head(3, 0) + number(1u) + text("b") + text("a\n"),
            "tensor \"b\": it should be the same as \"a?\", which is not in the file; it is damaged");
        row("no scale", head(6, 1) + variable("a/weight", {4}, 1, four) + noAliases,
            "tensor \"a/weight\": it is quantised to int8 and \"a/weight_scale\" is missing; convert the model again");
        row("scales",
            head(6, 2) + variable("a/weight", {4}, 1, four) + variable("a/weight_scale", {3}, 0, four + four + four) +
                noAliases,
            "tensor \"a/weight_scale\": it must be one float32 number, or one for each of the 4 rows of \"a/weight\"; "
            "the file is damaged");
        row("type of the scale",
            head(6, 2) + variable("a/weight", {4}, 1, four) + variable("a/weight_scale", {}, 3, four) + noAliases,
            "tensor \"a/weight_scale\": it must be one float32 number, or one for each of the 4 rows of \"a/weight\"; "
            "the file is damaged");
        row("packed",
            head(6, 2) + variable("a/weight", {1}, 3, four) + variable("a/weight_scale", {}, 0, four) + noAliases,
            "tensor \"a/weight\": its int32 numbers are several weights packed into one (AWQ), which can't be read; "
            "convert the model to float32 or int8");
    }
    void hostileVariables() { checkRefusal(); }

    void badScalesAreRefused() {
        for (const float scale : {0.0f, -1.0f, INFINITY, NAN}) {
            const auto file = fileOf(head(6, 2) + variable("a/weight", {2, 1}, 1, "ab") +
                                     variable("a/weight_scale", {2}, 0, bytesOf({1.0f, scale})) + noAliases);
            float first = 0;
            file.readFloat("a/weight", 0, 1, &first);
            QCOMPARE(first, 97.0f);
            QCOMPARE(
                messageOf([&] { file.readFloat("a/weight"); }),
                QString("model.bin: tensor \"a/weight_scale\": number 2 of it is no positive number, so the weights "
                        "can't be had; the file is damaged"));
        }
    }

    void everyTruncationIsRefused() {
        const std::string bytes = version6();
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY2(!refusal(bytes.substr(0, length)).isEmpty(), qPrintable(QString::number(length)));
    }

    /// The same numbers as the ones that were taken out of the file by another program, bit for bit.
    void publishedFloats() {
        if (!std::filesystem::exists(published("")))
            QSKIP("../shared/data/models/aren_transliteration is absent");
        const auto file = CTranslate2File::open(published("aren-transliteration/model.bin"));
        const auto derived = SafetensorsFile::open(published("derived/model.safetensors"));
        QCOMPARE(file.names().size(), derived.names().size());
        QCOMPARE(file.binaryVersion(), 2u);
        QCOMPARE(file.specification(), std::string("TransformerBase"));
        for (const std::string& name : file.names()) {
            std::string other = name;
            std::replace(other.begin(), other.end(), '/', '.');
            QCOMPARE(file.info(name).shape, derived.info(other).shape);
            const Values values = file.readFloat(name), expected = derived.readFloat(other);
            QVERIFY(std::equal(values.begin(), values.end(), expected.begin(), expected.end(), [](float a, float b) {
                return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
            }));
            if (const float* const mapped = file.mapped(name))
                QVERIFY(std::equal(values.begin(), values.end(), mapped));
        }
        QVERIFY(file.mapped("decoder/embeddings/weight")); // by chance at a multiple of 4
        file.refuseChanges();
    }

    void publishedIntegers_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("type");
        QTest::newRow("int8") << "aren-transliteration-i8" << int(Dtype::I8);
        QTest::newRow("int16") << "aren-transliteration-i16" << int(Dtype::I16);
    }
    /// The versions of CTranslate2 that wrote these cut the fraction off instead of rounding to the nearest integer: a
    /// number is off by less than a step, 1 / scale, always towards zero.
    void publishedIntegers() {
        QFETCH(QString, folder);
        QFETCH(int, type);
        if (!std::filesystem::exists(published("")))
            QSKIP("../shared/data/models/aren_transliteration is absent");
        const auto file = CTranslate2File::open(published(folder.toStdString() + "/model.bin"));
        const auto floats = CTranslate2File::open(published("aren-transliteration/model.bin"));
        int quantised = 0;
        constexpr double rounding = 1e-4; // of a step, by float
        double most = 0;
        for (const std::string& name : floats.names()) {
            const Values values = file.readFloat(name), exact = floats.readFloat(name);
            QCOMPARE(file.info(name).shape, floats.info(name).shape);
            if (!file.contains(name + "_scale")) {
                QCOMPARE(values, exact);
                continue;
            }
            ++quantised;
            QCOMPARE(int(file.info(name).dtype), type);
            const Values scales = file.readFloat(name + "_scale");
            QCOMPARE(scales.size(), type == int(Dtype::I8) ? std::size_t(file.info(name).shape[0]) : std::size_t(1));
            const std::size_t shared = values.size() / scales.size();
            for (std::size_t i = 0; i < values.size(); ++i) {
                const double steps = (std::abs(double(exact[i])) - std::abs(double(values[i]))) * scales[i / shared];
                QVERIFY(steps > -rounding && double(values[i]) * double(exact[i]) >= 0);
                most = std::max(most, steps);
            }
        }
        QCOMPARE(quantised, 69);
        QCOMPARE(file.names().size(), floats.names().size() + 69);
        QVERIFY2(most < 1 + rounding && most > 0.9, qPrintable(QString::number(most, 'g', 9)));
    }
};

QTEST_GUILESS_MAIN(Ctranslate2FileTest)
#include "ctranslate2_file_test.moc"
