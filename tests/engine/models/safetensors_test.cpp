#include "core/error.h"
#include "core/files.h"
#include "core/random.h"
#include "message_of.h"
#include "models/safetensors.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

using namespace headlight;

namespace {

/// A file with this header, in which ' stands for ".
std::string fileOf(std::string header, const std::string& data) {
    std::replace(header.begin(), header.end(), '\'', '"');
    std::string bytes(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header + data;
}

QString refusal(const std::string& header, const std::string& data = {}) {
    return messageOf([&] { SafetensorsFile::fromBytes(fileOf(header, data), "m.safetensors"); });
}

template <class Number>
std::string bytesOf(std::initializer_list<Number> numbers) {
    return std::string(reinterpret_cast<const char*>(std::data(numbers)), numbers.size() * sizeof(Number));
}

const std::vector<float> numbers = {1.5f, -2.0f, 0.1f, 1e-30f, 65504.0f, -0.0f};

std::string smallFile() {
    return safetensorsBytes({{"encoder.query.weight", {2, 3}, numbers.data()},
                             {"encoder.half", {3}, numbers.data(), Dtype::F16},
                             {"scale", {}, numbers.data()},
                             {"nothing", {0, 5}, nullptr}},
                            {{"format", "headlight"}, {"made by", "a test"}});
}

/// Opens and reads everything; an Error is a fine answer, a crash or another exception is not.
bool loads(const std::string& bytes) {
    try {
        const auto file = SafetensorsFile::fromBytes(bytes, "m.safetensors");
        for (const std::string& name : file.names())
            if (file.readFloat(name).size() != std::size_t(file.info(name).elements()))
                qFatal("wrong number of values");
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT
private slots:
    void readsWhatWasWritten() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "model.safetensors";
        writeSafetensors(
            path, {{"b", {2, 3}, numbers.data()}, {"h", {3}, numbers.data(), Dtype::F16}, {"a", {}, &numbers[2]}},
            {{"format", "pt"}});
        const auto file = SafetensorsFile::open(path);
        QCOMPARE(file.names(), (std::vector<std::string>{"b", "a", "h"}));
        QCOMPARE(file.info("b").shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(dtypeName(file.info("h").dtype), std::string("F16"));
        QCOMPARE(file.readFloat("b"), numbers);
        QVERIFY(std::signbit(file.readFloat("b").back()));
        QCOMPARE(file.readFloat("h"), (std::vector<float>{1.5f, -2.0f, 0.0999755859375f}));
        QCOMPARE(file.readFloat("a"), std::vector<float>{0.1f});
        QVERIFY(file.info("a").shape.empty());
        QCOMPARE(file.metadata().at("format"), std::string("pt"));
        QVERIFY(messageOf([&] { file.info("bb"); }).endsWith("there is no tensor \"bb\". Did you mean \"b\"?"));
    }

    void staysReadableWhileItIsReplaced() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "model.safetensors";
        writeSafetensors(path, {{"a", {6}, numbers.data()}});
        const auto file = SafetensorsFile::open(path);
        writeSafetensors(path, {{"a", {1}, numbers.data()}});
        QCOMPARE(file.readFloat("a"), numbers);
    }

    void sameInputSameBytes() {
        QCOMPARE(smallFile(), smallFile());
        const std::string bytes = smallFile();
        std::uint64_t header = 0;
        std::memcpy(&header, bytes.data(), 8);
        QCOMPARE(header % 8, std::uint64_t(0)); // other readers map the data and want it aligned
    }

    void otherNumberTypes() {
        const auto read = [](const char* type, int count, const std::string& data) {
            const std::string header = std::string("{'t':{'dtype':'") + type + "','shape':[" + std::to_string(count) +
                                       "],'data_offsets':[0," + std::to_string(data.size()) + "]}}";
            return SafetensorsFile::fromBytes(fileOf(header, data), "m").readFloat("t");
        };
        using Values = std::vector<float>;
        QCOMPARE(read("F64", 2, bytesOf({0.5, -3.0})), (Values{0.5f, -3.0f}));
        QCOMPARE(read("F64", 1, bytesOf({-1e300})), Values{-std::numeric_limits<float>::infinity()});
        QVERIFY(std::isnan(read("F64", 1, bytesOf({std::nan("")}))[0]));
        QCOMPARE(read("BF16", 2, bytesOf<std::uint16_t>({0x3fc0, 0xc000})), (Values{1.5f, -2.0f}));
        QCOMPARE(read("I64", 2, bytesOf<std::int64_t>({7, -9})), (Values{7, -9}));
        QCOMPARE(read("I32", 1, bytesOf<std::int32_t>({-5})), Values{-5});
        QCOMPARE(read("I16", 1, bytesOf<std::int16_t>({-5})), Values{-5});
        QCOMPARE(read("I8", 2, bytesOf<std::int8_t>({-1, 127})), (Values{-1, 127}));
        QCOMPARE(read("U8", 1, bytesOf<std::uint8_t>({255})), Values{255});
        QCOMPARE(read("BOOL", 2, bytesOf<std::uint8_t>({1, 0})), (Values{1, 0}));
    }

    void manyTensorsTakeNoTime() {
        const auto headerOf = [](int tensors) {
            std::string header = "{";
            for (int k = 0; k < tensors; ++k)
                header += (k ? ",'t" : "'t") + std::to_string(k) + "':{'dtype':'F32','shape':[0],'data_offsets':[0,0]}";
            return fileOf(header + "}", "");
        };
        QElapsedTimer time;
        time.start();
        QCOMPARE(SafetensorsFile::fromBytes(headerOf(50000), "m").names().size(), std::size_t(50000));
        QCOMPARE(messageOf([&] { SafetensorsFile::fromBytes(headerOf(400000), "m"); }),
                 QString("m: it holds more than the 100,000 tensors that are allowed"));
        QVERIFY2(time.elapsed() < 20000, "as long as the square of their number"); // minutes, that is
    }

    void hostileHeaders_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<int>("dataBytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const char* header, int bytes, const char* message) {
            QTest::newRow(title) << header << bytes << message;
        };
        row("no JSON", "hello", 0, "not valid JSON");
        row("cut JSON", "{'a':{'dtype':'F32'", 0, "not valid JSON");
        row("list", "[]", 0, "must be a JSON object");
        row("twice", "{'a':{'dtype':'F32','shape':[],'data_offsets':[0,4]},'a':{}}", 4, "has \"a\" twice");
        row("key twice", "{'a':{'dtype':'F32','dtype':'F16','shape':[],'data_offsets':[0,4]}}", 4, "twice");
        row("deep", "{'a':[[[[[[[[]]]]]]]]}", 0, "nested too deeply");
        row("type", "{'q.w':{'dtype':'F7','shape':[],'data_offsets':[0,4]}}", 4,
            "tensor \"q.w\": the number type \"F7\"");
        row("no type", "{'a':{'shape':[],'data_offsets':[0,4]}}", 4, "tensor \"a\": \"dtype\" is missing");
        row("number as type", "{'a':{'dtype':3,'shape':[],'data_offsets':[0,4]}}", 4, "number type");
        row("no object", "{'a':3}", 0, "tensor \"a\": expected an object");
        row("extra entry", "{'a':{'dtype':'F32','shape':[],'data_offsets':[0,4],'x':1}}", 4, "unknown entry \"x\"");
        row("shape no list", "{'a':{'dtype':'F32','shape':1,'data_offsets':[0,4]}}", 4, "must be a list");
        row("negative size", "{'a':{'dtype':'F32','shape':[-1],'data_offsets':[0,4]}}", 4, "whole number");
        row("broken size", "{'a':{'dtype':'F32','shape':[1.5],'data_offsets':[0,4]}}", 4, "whole number");
        row("overflow", "{'a':{'dtype':'F32','shape':[4294967296,4294967296,4],'data_offsets':[0,0]}}", 0,
            "larger than any memory");
        row("many dimensions", "{'a':{'dtype':'F32','shape':[1,1,1,1,1,1,1,1,1],'data_offsets':[0,4]}}", 4,
            "at most 8");
        row("offsets", "{'a':{'dtype':'F32','shape':[],'data_offsets':[0]}}", 4, "must be two whole numbers");
        row("outside", "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", 4, "lie outside the 4 bytes");
        row("backwards", "{'a':{'dtype':'F32','shape':[],'data_offsets':[4,0]}}", 4, "lie outside");
        row("wrong count", "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,4]}}", 4,
            "need 8 bytes, the header gives it 4");
        row("overlap",
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[],'data_offsets':[4,8]}"
            "}",
            8, "tensor \"b\": it overlaps tensor \"a\"");
        row("same place",
            "{'a':{'dtype':'F32','shape':[],'data_offsets':[0,4]},'b':{'dtype':'F32','shape':[],'data_offsets':[0,4]}}",
            4, "overlaps");
        row("hole", "{'a':{'dtype':'F32','shape':[],'data_offsets':[4,8]}}", 8, "belong to no tensor");
        row("remainder", "{'a':{'dtype':'F32','shape':[],'data_offsets':[0,4]}}", 5,
            "the last byte belongs to no tensor");
        row("misaligned",
            "{'a':{'dtype':'U8','shape':[1],'data_offsets':[0,1]},'b':{'dtype':'F32','shape':[],'data_offsets':[1,5]}}",
            5, "not at a multiple of its 4-byte numbers");
        row("metadata", "{'__metadata__':{'a':1}}", 0, "\"a\" must be a text");
        row("metadata no object", "{'__metadata__':[]}", 0, "must be an object");
        row("empty name", "{'':{'dtype':'F32','shape':[],'data_offsets':[0,4]}}", 4, "1 to 1024 bytes");
    }

    void hostileHeaders() {
        QFETCH(QString, header);
        QFETCH(int, dataBytes);
        QFETCH(QString, message);
        const QString got = refusal(header.toStdString(), std::string(std::size_t(dataBytes), '\0'));
        QVERIFY2(got.startsWith("m.safetensors: ") && got.contains(message), qPrintable(got));
        QVERIFY(!got.contains('\n'));
    }

    void hostileSizes() {
        const std::string longName(2000, 'n');
        QVERIFY(refusal("{\"" + longName + "':{'dtype':'F32','shape':[],'data_offsets':[0,4]}}", "abcd")
                    .contains("1 to 1024 bytes"));
        QVERIFY(refusal("{\"a\nb\":1}").contains("not valid JSON"));
        QVERIFY(refusal("{\"\xff\":1}").contains("not valid JSON"));
        QVERIFY(refusal("{'a\\nb':1}").contains("tensor \"a\\nb\""));

        std::string many = "{";
        for (int i = 0; i <= 100'000; ++i)
            many += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
        QVERIFY(refusal(many + "}").contains("holds more than the 100,000 tensors that are allowed"));

        std::string sizes = "{'a':{'shape':[1"; // which would take 16 bytes of memory for two of the file
        for (int i = 0; i < 3'000'000; ++i)
            sizes += ",1";
        QVERIFY(refusal(sizes + "]}}").contains("the header has more than 2200000 values"));

        const auto open = [](const std::string& bytes) {
            return messageOf([&] { SafetensorsFile::fromBytes(bytes, "m"); });
        };
        QVERIFY(open("").contains("only 0 bytes long"));
        QVERIFY(open(bytesOf<std::uint64_t>({100'000'001})).contains("announce a header of 100000001"));
        QVERIFY(open(bytesOf<std::uint64_t>({~0ull}) + "{}").contains("announce a header"));
        QVERIFY(open(bytesOf<std::uint64_t>({10}) + "{}").contains("only 2 follow"));
    }

    void wrongPaths() {
        const QTemporaryDir folder;
        QVERIFY(messageOf([&] { SafetensorsFile::open(folder.path().toStdString()); }).contains("not a file but a"));
        QVERIFY(messageOf([&] { SafetensorsFile::open("/nowhere/m"); }).contains("/nowhere/m: cannot be opened"));
        QVERIFY(messageOf([&] { SafetensorsFile::open("/dev/zero"); }).contains("not a file"));
    }

    void refusesWhatItCannotWrite() {
        const float large = 70000, infinite = std::numeric_limits<float>::infinity();
        QVERIFY(messageOf([&] { safetensorsBytes({{"w", {}, &large, Dtype::F16}}); }).contains("save as float32"));
        QVERIFY(!safetensorsBytes({{"w", {}, &infinite, Dtype::F16}}).empty());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, safetensorsBytes({{"w", {}, &large}, {"w", {}, &large}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, safetensorsBytes({{"", {}, &large}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, safetensorsBytes({{"w", {-1}, &large}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, safetensorsBytes({{"w", {1}, nullptr}}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, safetensorsBytes({{"w", {1}, &large, Dtype::I64}}));
    }

    void everyTruncationIsRefused() {
        const std::string bytes = smallFile();
        QVERIFY(loads(bytes));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY2(!loads(bytes.substr(0, length)), qPrintable(QString::number(length)));
    }

    void aFlippedNumberIsNoticed() {
        const std::string bytes = smallFile();
        std::uint64_t header = 0;
        std::memcpy(&header, bytes.data(), 8);
        for (std::size_t at = 8 + std::size_t(header); at < bytes.size(); ++at) {
            std::string damaged = bytes;
            damaged[at] ^= 1;
            QVERIFY(messageOf([&] { SafetensorsFile::fromBytes(damaged, "small"); }).contains("checksum"));
        }
        QVERIFY(
            !SafetensorsFile::fromBytes(bytes, "small").metadata().contains(checksumKey)); // the reader's own affair
    }

    void flippedBitsNeverCrash() {
        const std::string bytes = smallFile();
        Random random(RandomKey(7));
        int loaded = 0;
        for (int round = 0; round < 20000; ++round) {
            std::string damaged = bytes;
            for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips)
                damaged[std::size_t(random.below(damaged.size()))] ^= char(1 << random.below(8));
            loaded += loads(damaged);
        }
        QVERIFY(loaded > 0 && loaded < 20000); // flips in a name load, most others don't
    }

    void publishedFiles() {
        const QString root = QStringLiteral(HEADLIGHT_SOURCE_DIR) + "/../shared/data/models";
        QDirIterator files(root, {"*.safetensors"}, QDir::Files, QDirIterator::Subdirectories);
        int opened = 0;
        for (; files.hasNext(); ++opened) {
            const auto file = SafetensorsFile::open(files.next().toStdString());
            QVERIFY(!file.names().empty());
            std::vector<TensorView> views;
            std::vector<std::vector<float>> values;
            for (const std::string& name : file.names()) {
                values.push_back(file.readFloat(name));
                QCOMPARE(std::int64_t(values.back().size()), file.info(name).elements());
                for (const float value : values.back())
                    QVERIFY(std::isfinite(value));
                views.push_back({name, file.info(name).shape, values.back().data()});
            }
            // Written again, the data part is the same bytes.
            const std::string again = safetensorsBytes(views, file.metadata());
            const std::string original = readFile(files.filePath().toStdString());
            std::uint64_t header = 0;
            std::memcpy(&header, original.data(), 8);
            QVERIFY(again.ends_with(original.substr(8 + std::size_t(header))));
        }
        if (opened == 0)
            QSKIP("no models in ../shared/data");
    }
};

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
