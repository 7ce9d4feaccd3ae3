#include "models/given/array_file.h"

#include "core/hash.h"
#include "core/npz.h"
#include "message_of.h"
#include "models/given/given_maps.h"

#include <QtTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <zlib.h>

using namespace headlight;

namespace {

template <class Number>
std::string raw(Number value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(Number));
}

std::string npyOf(const std::string& dictionary, const std::string& content) {
    return std::string("\x93NUMPY\x01\x00", 8) + raw(std::uint16_t(dictionary.size())) + dictionary + content;
}

std::string arrayOf(const std::string& type, const std::string& shape, const std::string& content,
                    const std::string& order = "False") {
    return npyOf("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n", content);
}

std::string deflatedOf(const std::string& content) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, content.size()) + 64, '\0');
    std::string input = content;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = uInt(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

/// An archive of one entry; what it says of its content may be wrong.
std::string zipOf(const std::string& name, const std::string& packed, std::uint16_t method, std::uint32_t unpacked,
                  std::uint32_t checksum) {
    const std::string common = raw(std::uint16_t(20)) + raw(std::uint16_t(0)) + raw(method) + raw(std::uint32_t(33)) +
                               raw(checksum) + raw(std::uint32_t(packed.size())) + raw(unpacked) +
                               raw(std::uint16_t(name.size())) + raw(std::uint16_t(0));
    const std::string member = "PK\3\4" + common + name + packed;
    const std::string row =
        "PK\1\2" + raw(std::uint16_t(20)) + common + std::string(10, '\0') + raw(std::uint32_t(0)) + name;
    return member + row + "PK\5\6" + raw(std::uint32_t(0)) + raw(std::uint16_t(1)) + raw(std::uint16_t(1)) +
           raw(std::uint32_t(row.size())) + raw(std::uint32_t(member.size())) + raw(std::uint16_t(0));
}

std::string deflatedZip(const std::string& content) {
    return zipOf("a.npy", deflatedOf(content), 8, std::uint32_t(content.size()), crc32Of(content));
}

QString refusal(const std::string& bytes, const std::string& name = "m.npz") {
    return messageOf([&] {
        for (const StoredArray& array : readArrayBytes(bytes, name))
            if (!array.isNumbers() && !array.isTexts())
                array.refuse();
    });
}

std::vector<float> numbersOf(const StoredArray& array) {
    std::vector<float> numbers(std::size_t(array.elements()));
    array.read(0, array.elements(), numbers.data());
    return numbers;
}

const std::string damage = "; the file is damaged or was made to deceive, get it anew";

} // namespace

class GivenArraysTest : public QObject {
    Q_OBJECT

private slots:
    void partsOfAnArrayAreRead() {
        std::string content;
        for (int k = 0; k < 6; ++k)
            content += raw(float(k));
        for (const bool byColumns : {false, true}) {
            const auto arrays =
                readArrayBytes(arrayOf("<f4", "(2, 3)", content, byColumns ? "True" : "False"), "m.npy");
            QCOMPARE(arrays.size(), std::size_t(1));
            QCOMPARE(arrays[0].shape(), (std::vector<std::int64_t>{2, 3}));
            std::vector<float> part(3);
            arrays[0].read(2, 3, part.data());
            QCOMPARE(part, (byColumns ? std::vector<float>{4, 1, 3} : std::vector<float>{2, 3, 4}));
        }
    }

    void largeNumbersAreBounded() {
        const auto arrays = readArrayBytes(arrayOf("<f8", "(3,)", raw(1e300) + raw(-1e300) + raw(0.1)), "m.npy");
        const std::vector<float> numbers = numbersOf(arrays[0]);
        QVERIFY(std::isinf(numbers[0]) && numbers[0] > 0 && std::isinf(numbers[1]) && numbers[1] < 0);
        QCOMPARE(numbers[2], 0.1F);
        QCOMPARE(numbersOf(readArrayBytes(arrayOf("|b1", "(2,)", "\2" + std::string(1, '\0')), "m.npy")[0]),
                 (std::vector<float>{1, 0}));
        QCOMPARE(numbersOf(readArrayBytes(arrayOf("<f4", "()", raw(2.5F)), "m.npy")[0]), std::vector<float>{2.5F});
    }

    void textsThatAreNoneAreReplaced() {
        const std::string units = raw(char32_t(0xD800)) + raw(char32_t(0x110000)) + raw(char32_t('a')) +
                                  raw(char32_t(0)) + raw(char32_t(0)) + raw(char32_t(0));
        QCOMPARE(readArrayBytes(arrayOf("<U3", "(2,)", units), "m.npy")[0].texts(),
                 (std::vector<std::string>{"\xEF\xBF\xBD\xEF\xBF\xBD"
                                           "a",
                                           ""}));
        QCOMPARE(readArrayBytes(arrayOf("|S2", "(2,)", std::string("\xFFx\0b", 4)), "m.npy")[0].texts(),
                 (std::vector<std::string>{"\xEF\xBF\xBDx", std::string("\0b", 2)}));
    }

    /// What Python 2 wrote, other quotes, another order.
    void headersMayBeWrittenOtherwise() {
        const std::string header = "{ \"shape\":(1L,2L) ,'fortran_order' : False,'descr':'<i2'}   \n";
        QCOMPARE(numbersOf(readArrayBytes(npyOf(header, raw(std::int16_t(-3)) + raw(std::int16_t(7))), "m.npy")[0]),
                 (std::vector<float>{-3, 7}));
    }

    void deflatedEntriesAreRead() {
        const std::string content = arrayOf("<f4", "(100, 100)", std::string(40000, '\0'));
        const auto arrays = readArrayBytes(deflatedZip(content), "m.npz");
        QCOMPARE(arrays.size(), std::size_t(1));
        QCOMPARE(arrays[0].name(), std::string("a"));
        QCOMPARE(numbersOf(arrays[0]), std::vector<float>(10000, 0));
    }

    void bombsAreRefused() {
        const std::string packed = deflatedOf(std::string(100'000, '\0'));
        const auto size = [&](std::uint32_t unpacked) { return refusal(zipOf("a.npy", packed, 8, unpacked, 0)); };
        const QString where = "m.npz: array \"a\" ";
        QCOMPARE(size(99'999), where + "is longer than the directory says" + damage.c_str());
        QCOMPARE(size(100'001), where + "has another length than the directory says" + damage.c_str());
        QCOMPARE(size(100'000), where + "has another checksum than the directory says" + damage.c_str());
        QCOMPARE(size(900'000'000), where + "is said to be longer than it can be" + damage.c_str());
        QCOMPARE(size(2'000'000'000),
                 QString("m.npz: array \"a\": the compressed arrays of a file may have 1 GB in all; write it with "
                         "numpy.savez, which does not compress"));
    }

    void damagedEntriesAreRefused() {
        const std::string content = arrayOf("<f4", "(1,)", raw(1.0F));
        const std::string packed = deflatedOf(content);
        const auto sum = crc32Of(content);
        const auto unpacked = std::uint32_t(content.size());
        const QString where = "m.npz: array \"a\" ";
        QCOMPARE(refusal(zipOf("a.npy", packed.substr(0, packed.size() - 3), 8, unpacked, sum)),
                 where + "is cut off" + damage.c_str());
        QCOMPARE(refusal(zipOf("a.npy", "\x07" + packed.substr(1), 8, unpacked, sum)),
                 where + "can't be unpacked" + damage.c_str());
        QCOMPARE(refusal(zipOf("a.npy", packed + "x", 8, unpacked, sum)),
                 where + "has another length than the directory says" + damage.c_str());
        QCOMPARE(refusal(zipOf("a.npy", content, 0, unpacked, sum + 1)),
                 where + "has another checksum than the directory says" + damage.c_str());
        QCOMPARE(refusal(zipOf("a.npy", packed, 12, unpacked, sum)),
                 QString("m.npz: its entry \"a.npy\" is compressed by zip's method 12, which is not read; compress by "
                         "the common method, deflate, or not at all"));
        QCOMPARE(refusal(zipOf("a.txt", "x", 0, 1, crc32Of("x"))),
                 QString("m.npz: the zip archive holds no .npy array; write one with numpy.savez"));
    }

    void picklesAreNeverOpened() {
        const std::string objects = arrayOf("|O", "(2,)", "\x80\x04pickle.");
        QCOMPARE(refusal(objects, "m.npy"),
                 QString("m.npy: it holds Python objects (a pickle), which are never opened; write numbers with "
                         "numpy.asarray(…, dtype=\"float32\"), texts with dtype=str"));
        const std::string zip = zipOf("tokens.npy", objects, 0, std::uint32_t(objects.size()), crc32Of(objects));
        QCOMPARE(messageOf([&] { givenMapsOf(zip, "m.npz"); }),
                 QString("m.npz: array \"tokens\": it holds Python objects (a pickle), which are never opened; write "
                         "numbers with numpy.asarray(…, dtype=\"float32\"), texts with dtype=str"));
    }

    void otherTypesAreRefused() {
        const auto type = [](const std::string& name) { return refusal(arrayOf(name, "(1,)", "x"), "m.npy"); };
        for (const std::string name :
             {"<c8", "<V2", "<f16", "<M8[s]", "<i3", "", "<", "<U0", "f", "<f", "<U99999999999"})
            QCOMPARE(type(name), QString("m.npy: its elements are of the type %1, which is not read; write numbers as "
                                         "float32, texts with dtype=str")
                                     .arg(QString::fromStdString(name)));
        const std::string fields = "{'descr': [('a', '<f4'), ('b]', '<i4')], 'fortran_order': False, 'shape': (1,), }";
        QCOMPARE(refusal(npyOf(fields, "x"), "m.npy"),
                 QString("m.npy: its elements are of the type fields, which is not read; write numbers as float32, "
                         "texts with dtype=str"));
    }

    void damagedHeadersAreRefused() {
        const auto header = [](const std::string& text) { return refusal(npyOf(text, ""), "m.npy"); };
        const auto damaged = [](const QString& what) {
            return "m.npy: its .npy header is damaged: " + what + "; save the array anew";
        };
        QCOMPARE(header(""), damaged("\"{\" is missing"));
        QCOMPARE(header("{'descr': '<f4'}"), damaged("'descr', 'fortran_order' and 'shape' are wanted"));
        QCOMPARE(header("{'descr': '<f4', 'descr': '<f4'}"), damaged("'descr' stands there twice"));
        QCOMPARE(header("{'descr': f4}"), damaged("a text in quotes is missing"));
        QCOMPARE(header("{'descr': [('a'"), damaged("a list does not end"));
        QCOMPARE(header("{'fortran_order': 1}"), damaged("True or False is missing behind 'fortran_order'"));
        QCOMPARE(header("{'shape': (1, -2)}"), damaged("a size is missing in its shape"));
        QCOMPARE(header("{'shape': (99999999999999999999,)}"), damaged("its shape is larger than any file"));
        QCOMPARE(header("{'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}"), damaged("it has more than 16 axes"));
        QCOMPARE(header("{'other': 1}"), damaged("'other' is no entry of it"));
        QCOMPARE(header("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x"),
                 damaged("more stands behind its end"));
    }

    void shapesMustFillTheFile() {
        const std::string huge = "(281474976710656, 281474976710656, 3)";
        QCOMPARE(refusal(arrayOf("<f4", "(2, 2)", raw(1.0F)), "m.npy"),
                 QString("m.npy: its shape needs 16 bytes, the file has 4; it is cut off or damaged"));
        QCOMPARE(refusal(arrayOf("<f4", huge, raw(1.0F)), "m.npy"),
                 QString("m.npy: its shape needs more bytes than any file has, the file has 4; it is cut off or "
                         "damaged"));
        QCOMPARE(refusal(arrayOf("<f4", "(0, 281474976710656, 281474976710656)", ""), "m.npy"), QString());
    }

    void otherBeginningsAreRefused() {
        const std::string magic = "\x93NUMPY";
        QCOMPARE(refusal("hello numpy", "m.npy"), QString("m.npy: no .npy array: it does not begin as one; write it "
                                                          "with numpy.save or numpy.savez"));
        QCOMPARE(refusal(magic + "\x04" + std::string(5, '\0'), "m.npy"),
                 QString("m.npy: an .npy array of version 4.0; versions 1, 2 and 3 are read"));
        QCOMPARE(refusal(magic + "\x02" + std::string(4, '\0'), "m.npy"),
                 QString("m.npy: its .npy header is cut off; the file is damaged, save the array anew"));
        QCOMPARE(refusal(magic + "\x02" + std::string(1, '\0') + raw(std::uint32_t(1 << 20)), "m.npy"),
                 QString("m.npy: its .npy header is longer than 64 KB; the file is damaged, save the array anew"));
        QCOMPARE(refusal("PK\3\4 and nothing"),
                 QString("m.npz: the end of the zip archive is missing: the file is cut off; get it anew"));
    }

    void numbersThatAreNoneHaveAPlace() {
        std::string content;
        for (int k = 0; k < 2 * 3 * 2 * 2; ++k)
            content += raw(k == 19 ? std::numeric_limits<float>::quiet_NaN() : 0.5F);
        QCOMPARE(messageOf([&] { givenMapsOf(arrayOf("<f4", "(2, 3, 2, 2)", content), "m.npy"); }),
                 QString("m.npy: layer 1, head 1, row 1, column 1: NaN stands there; write -inf where a score is "
                         "hidden, 0 where a weight is"));
        content.replace(content.size() - 4, 4, raw(std::numeric_limits<float>::infinity()));
        content.replace(19 * 4, 4, raw(0.5F));
        QCOMPARE(messageOf([&] { givenMapsOf(arrayOf("<f4", "(2, 3, 2, 2)", content), "m.npy"); }),
                 QString("m.npy: layer 1, head 2, row 1, column 1: infinity stands there; write -inf where a score is "
                         "hidden, 0 where a weight is"));
    }

    void tooManyAreRefused() {
        const auto shape = [](const std::string& text, std::size_t bytes) {
            return messageOf([&] { givenMapsOf(arrayOf("|u1", text, std::string(bytes, '\1')), "m.npy"); });
        };
        QCOMPARE(shape("(65537, 1, 1)", 65537), QString("m.npy: its shape is [65537, 1, 1]: more than 65,536 heads"));
        QCOMPARE(shape("(1, 20001)", 20001), QString("m.npy: its shape is [1, 20001]: more than 20,000 tokens"));
        QCOMPARE(shape("(2, 0)", 0), QString("m.npy: its shape is [2, 0]: it has no numbers"));
        QCOMPARE(shape("(2, 2, 1, 1, 1)", 4), QString("m.npy: its shape is [2, 2, 1, 1, 1]: of five axes the second "
                                                      "is a batch, which must be 1; write one of its texts"));
    }

    /// What is read later is refused where the file is another one then.
    void changesOfTheFileAreNoticed() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("m.npy").toStdString();
        const auto write = [&](float number) {
            std::ofstream(path, std::ios::binary) << arrayOf("<f4", "(1, 1)", raw(number));
        };
        write(1);
        const auto arrays = readArrayFile(path);
        QCOMPARE(numbersOf(arrays[0]), std::vector<float>{1});
        QTest::qWait(20);
        write(2);
        QCOMPARE(messageOf([&] { numbersOf(arrays[0]); }),
                 QString::fromStdString(path.string()) +
                     ": the file was changed after it had been opened; open it again");
    }

    void ourOwnArchivesAreRead() {
        NpzWriter writer;
        writer.add("attention", {1, 2}, std::vector<float>{0.25F, 0.75F});
        writer.addTexts("tokens", {"ä", "b"});
        const auto arrays = readArrayBytes(writer.bytes(), "m.npz");
        QCOMPARE(numbersOf(arrays[0]), (std::vector<float>{0.25F, 0.75F}));
        QCOMPARE(arrays[1].texts(), (std::vector<std::string>{"ä", "b"}));
    }
};

QTEST_GUILESS_MAIN(GivenArraysTest)
#include "given_arrays_test.moc"
