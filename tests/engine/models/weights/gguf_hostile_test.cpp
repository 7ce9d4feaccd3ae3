#include "core/files.h"
#include "core/random.h"
#include "gguf_bytes.h"
#include "message_of.h"
#include "models/weights/gguf_file.h"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

using namespace headlight;

namespace {

QString refusal(const std::string& bytes) {
    return messageOf([&] { GgufFile::fromBytes(bytes, "m.gguf"); });
}

/// Opens and reads everything; an Error is a fine answer, a crash or another exception is not.
bool loads(const std::string& bytes) {
    try {
        const auto file = GgufFile::fromBytes(bytes, "m.gguf");
        for (const std::string& name : file.names())
            if (file.info(name).dtype != Dtype::Unread &&
                file.readFloat(name).size() != std::size_t(file.info(name).elements()))
                qFatal("wrong number of values");
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::string withAlignment(std::uint32_t type, const std::string& value) {
    return GgufBuilder().key("general.alignment", type, value).bytes();
}

std::string oneTensor(const std::vector<std::uint64_t>& sizes, std::uint32_t type, std::uint64_t offset = 0,
                      std::size_t dataBytes = 64) {
    GgufBuilder file;
    file.tensor("w", sizes, type, offset).data = std::string(dataBytes, '\1');
    return file.bytes();
}

std::string oneArray(std::uint32_t type, std::uint64_t count, const std::string& entries) {
    return GgufBuilder().array("k", type, count, entries).bytes();
}

std::string oneKey(std::uint32_t type, const std::string& value) {
    return GgufBuilder().key("k", type, value).bytes();
}

std::string start(std::uint32_t version, std::uint64_t tensors, std::uint64_t keys) {
    return "GGUF" + ggufNumber(version) + ggufNumber(tensors) + ggufNumber(keys);
}

/// A row of hostile bytes and the message that they get.
void row(const char* title, const std::string& bytes, const char* message) {
    QTest::newRow(title) << QByteArray(bytes.data(), qsizetype(bytes.size())) << message;
}

void hostileColumns() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
}

constexpr std::uint64_t most = ~std::uint64_t(0);

} // namespace

class GgufHostileTest : public QObject {
    Q_OBJECT

private:
    void refusesTheRow() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        QCOMPARE(refusal(bytes.toStdString()), "m.gguf: " + message);
    }

private slots:
    void otherFilesAreToldApart() {
        const QString bigEndian =
            "m.gguf: this is a big-endian GGUF file, which is not read; get the little-endian one or convert it";
        const QString older = "m.gguf: this is a file of the formats before GGUF (GGML, GGMF, GGJT, GGLA), which are "
                              "not read; get the model as GGUF or convert it";
        QCOMPARE(refusal(start(0x03000000, 0, 0)), bigEndian);
        QCOMPARE(refusal("FUGG" + ggufNumber(3)), bigEndian);
        for (const char* magic : {"lmgg", "fmgg", "tjgg", "algg"})
            QCOMPARE(refusal(std::string(magic) + ggufNumber(3)), older);
        QCOMPARE(refusal(start(1, 0, 0)), QString("m.gguf: this is a GGUF file of version 1, which is not read; get "
                                                  "the model in version 3 or convert it"));
        for (const std::uint32_t version : {0u, 4u})
            QCOMPARE(refusal(start(version, 0, 0)),
                     QString("m.gguf: it says to be of GGUF's version %1, the versions 2 and 3 are read; it is damaged "
                             "or newer than this program")
                         .arg(version));
        QCOMPARE(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"),
                 QString("m.gguf: this is a Git LFS pointer, not the file itself; fetch the file with \"git lfs "
                         "pull\""));
        QCOMPARE(refusal("\x89\nNG tail"), QString("m.gguf: it starts with \"??NG\", not with the letters GGUF; it is "
                                                   "damaged or no GGUF file"));
        QCOMPARE(refusal("GGU"), QString("m.gguf: only 3 bytes long; a GGUF file starts with the letters GGUF, so "
                                         "choose another file"));
        QCOMPARE(refusal("GGUF\3"),
                 QString("m.gguf: the start of the header: the file ends there; it is cut off or damaged"));
    }

    void hostileKeys_data() {
        hostileColumns();
        row("tensors", start(3, 100'001, 0),
            "it announces 100001 tensors, at most 100,000 are allowed; it is damaged or made to deceive");
        row("keys", start(3, 0, most),
            "it announces 18446744073709551615 keys, at most 100,000 are allowed; it is damaged or made to deceive");
        row("no keys", start(3, 0, 2), "key number 1: the file ends there; it is cut off or damaged");
        row("long key", start(3, 0, 1) + ggufNumber(most) + "abc",
            "key number 1: 18446744073709551615 bytes are announced, but only 3 bytes follow; the file is cut off or "
            "damaged");
        row("empty key", start(3, 0, 1) + ggufText("") + ggufNumber(0),
            "key number 1: its name has 0 bytes, 1 to 65535 are allowed; the file is damaged");
        row("very long key", start(3, 0, 1) + ggufText(std::string(65'536, 'k')),
            "key number 1: its name has 65536 bytes, 1 to 65535 are allowed; the file is damaged");
        row("twice", GgufBuilder().key("k", 0, "1").key("k", 0, "1").bytes(),
            "key \"k\": it is there twice; the file is damaged or was made to deceive");
        row("type of value", oneKey(13, "1234"),
            "key \"k\": its value is of type 13, which GGUF does not have; the file is damaged or newer than this "
            "program");
        row("cut value", oneKey(10, "1234"), "key \"k\": the file ends there; it is cut off or damaged");
    }
    void hostileKeys() { refusesTheRow(); }

    void hostileValues_data() {
        hostileColumns();
        row("truth", oneKey(7, "\x02"),
            "key \"k\": it has the truth value 2, 0 or 1 was expected; the file is damaged");
        row("truths", oneArray(7, 2, "\1\xff"),
            "key \"k\": it has the truth value 255, 0 or 1 was expected; the file is damaged");
        row("long text", oneKey(8, ggufNumber(most - 7) + "abc"),
            "key \"k\": 18446744073709551608 bytes are announced, but only 3 bytes follow; the file is cut off or "
            "damaged");
        row("long array", oneArray(10, std::uint64_t(1) << 61, "12345678"),
            "key \"k\": 2305843009213693952 entries are announced, but only 8 bytes follow; the file is cut off or "
            "damaged");
        row("many texts", oneArray(8, 3, std::string(23, '\0')),
            "key \"k\": 3 entries are announced, but only 23 bytes follow; the file is cut off or damaged");
        row("array of arrays", oneArray(9, 1, std::string(12, '\0')),
            "key \"k\": it is an array of arrays, which is not read; convert the model without this key");
    }
    void hostileValues() { refusesTheRow(); }

    void hostileAlignments_data() {
        hostileColumns();
        row("alignment 0", withAlignment(4, ggufNumber(0)),
            "key \"general.alignment\": expected a power of two from 8, got 0; the file is damaged");
        row("alignment 4", withAlignment(4, ggufNumber(4)),
            "key \"general.alignment\": expected a power of two from 8, got 4; the file is damaged");
        row("alignment 48", withAlignment(4, ggufNumber(48)),
            "key \"general.alignment\": expected a power of two from 8, got 48; the file is damaged");
        row("alignment as text", withAlignment(8, ggufText("32")),
            "key \"general.alignment\": expected a whole number of 32 bits without sign, got a text; the file is "
            "damaged");
        row("alignment of 64 bits", withAlignment(10, ggufNumber(std::uint64_t(32))),
            "key \"general.alignment\": expected a whole number of 32 bits without sign, got a whole number; the file "
            "is damaged");
    }
    void hostileAlignments() { refusesTheRow(); }

    void hostileShapes_data() {
        hostileColumns();
        row("name", GgufBuilder().tensor("", {1}, 0, 0).bytes(),
            "tensor number 1: its name has 0 bytes, 1 to 1024 are allowed; the file is damaged");
        row("strange name", GgufBuilder().tensor("w\n\x1b", {1}, 0, 0).bytes(),
            "tensor \"w??\": its 4 bytes from byte 0 of the data lie outside the 0 bytes of data; the file is cut off "
            "or damaged");
        row("dimensions", oneTensor({1, 1, 1, 1, 1}, 0),
            "tensor \"w\": it has 5 dimensions, at most 4 are allowed; the file is damaged");
        row("negative size", oneTensor({most}, 0),
            "tensor \"w\": its size 18446744073709551615 is larger than any memory; the file is damaged");
        row("overflow", oneTensor({1ull << 32, 1ull << 32, 2}, 24),
            "tensor \"w\": its shape is larger than any memory; the file is damaged");
        row("overflow of bytes", oneTensor({1ull << 31, 1ull << 31}, 28),
            "tensor \"w\": its shape is larger than any memory; the file is damaged");
        row("no whole blocks", oneTensor({16, 2}, 8),
            "tensor \"w\": its rows of 16 numbers are no whole blocks of the 32 that Q8_0 stores together; the file is "
            "damaged");
        row("a scalar of blocks", oneTensor({}, 12, 0, 400),
            "tensor \"w\": its rows of 1 numbers are no whole blocks of the 256 that Q4_K stores together; the file is "
            "damaged");
    }
    void hostileShapes() { refusesTheRow(); }

    void hostilePlaces_data() {
        hostileColumns();
        row("outside", oneTensor({17}, 0),
            "tensor \"w\": its 68 bytes from byte 0 of the data lie outside the 64 bytes of data; the file is cut off "
            "or damaged");
        row("offset", oneTensor({1}, 0, most - 31),
            "tensor \"w\": its 4 bytes from byte 18446744073709551584 of the data lie outside the 64 bytes of data; "
            "the file is cut off or damaged");
        row("not aligned", oneTensor({1}, 0, 8),
            "tensor \"w\": it starts at byte 8 of the data, not at a multiple of the alignment 32; the file is "
            "damaged");
        row("unknown type too large", oneTensor({513}, 77),
            "tensor \"w\": its 65 bytes from byte 0 of the data lie outside the 64 bytes of data; the file is cut off "
            "or damaged");
        GgufBuilder two;
        two.data = std::string(64, '\0');
        row("tensor twice", GgufBuilder(two).tensor("w", {1}, 0, 0).tensor("w", {1}, 0, 32).bytes(),
            "tensor \"w\": it is there twice; the file is damaged or was made to deceive");
        row("overlap", GgufBuilder(two).tensor("w", {4}, 0, 32).tensor("v", {9}, 0, 0).bytes(),
            "tensor \"w\": it overlaps tensor \"v\"; the file is damaged or was made to deceive");
        row("same place", GgufBuilder(two).tensor("w", {1}, 0, 0).tensor("v", {2}, 0, 0).bytes(),
            "tensor \"v\": it overlaps tensor \"w\"; the file is damaged or was made to deceive");
    }
    void hostilePlaces() { refusesTheRow(); }

    /// Nothing is read or made room for, although the file has the bytes.
    void aHeaderHasALimit() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "m.gguf";
        for (const auto& [type, count] : {std::pair(0u, 256'000'000ull), std::pair(10u, 32'000'000ull)}) {
            writeFile(path, GgufBuilder().array("k", type, count, "").bytes());
            std::filesystem::resize_file(path, 300'000'000); // of zeros that take no room
            QCOMPARE(messageOf([&] { GgufFile::open(path); }),
                     QString::fromStdString(path.string() +
                                            ": key \"k\": the header is longer than the 256 MB that are "
                                            "allowed; the file is damaged or made to deceive"));
        }
    }

    void manyTensorsTakeNoTime() {
        GgufBuilder built;
        for (int k = 0; k < 50'000; ++k)
            built.tensor("tensor" + std::to_string(k), {0}, 0, 0);
        QElapsedTimer time;
        time.start();
        QCOMPARE(GgufFile::fromBytes(built.bytes(), "m.gguf").names().size(), std::size_t(50'000));
        QVERIFY2(time.elapsed() < 20'000, "as long as the square of their number");
    }

    void everyTruncationIsRefused() {
        const std::string bytes = smallGguf().bytes();
        QVERIFY(loads(bytes));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY2(!loads(bytes.substr(0, length)), qPrintable(QString::number(length)));
    }

    void flippedBitsNeverCrash() {
        const std::string bytes = smallGguf().bytes();
        Random random(RandomKey(7));
        int loaded = 0;
        for (int round = 0; round < 5000; ++round) {
            std::string damaged = bytes;
            for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips)
                damaged[std::size_t(random.below(damaged.size()))] ^= char(1 << random.below(8));
            loaded += loads(damaged);
        }
        QVERIFY(loaded > 0 && loaded < 5000); // flips in numbers load, most others don't
    }
};

QTEST_GUILESS_MAIN(GgufHostileTest)
#include "gguf_hostile_test.moc"
