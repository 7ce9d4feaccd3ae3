#include "models/weights/zip_directory.h"

#include "message_of.h"
#include "torch_pieces.h"

#include <QtTest>

using namespace headlight;
using namespace headlight::torchpieces;

namespace {

QString refusal(const std::string& bytes) {
    return messageOf([&] { readZipDirectory(ByteSource(bytes, "m.zip")); });
}

std::string patched(std::string bytes, std::size_t at, const std::string& content) {
    return bytes.replace(at, content.size(), content);
}

const std::vector<ZipPiece> two = {{"a/x", "12345"}, {"a/y", "6"}};
const std::size_t row = 46 + 3, member = 30 + 3; ///< bytes beside the content

/// The archive in the 64-bit form: lengths and places in extra fields, and the records that say where the directory is.
std::string wideZip(std::uint64_t shownEntries = 1) {
    const std::string content = "wide", name = "a/w";
    const std::string header = raw(std::uint16_t(45)) + std::string(12, '\0') + raw(std::uint32_t(0xFFFFFFFF)) +
                               raw(std::uint32_t(0xFFFFFFFF)) + raw(std::uint16_t(3));
    const std::string lengths = raw(std::uint64_t(4)) + raw(std::uint64_t(4));
    std::string bytes = "PK\3\4" + header + raw(std::uint16_t(20)) + name + raw(std::uint16_t(1)) +
                        raw(std::uint16_t(16)) + lengths + content;
    const std::uint64_t begin = bytes.size();
    bytes += "PK\1\2" + raw(std::uint16_t(45)) + header + raw(std::uint16_t(28)) + std::string(10, '\0') +
             raw(std::uint32_t(0xFFFFFFFF)) + name + raw(std::uint16_t(1)) + raw(std::uint16_t(24)) + lengths +
             raw(std::uint64_t(0));
    const std::uint64_t end = bytes.size();
    bytes += "PK\6\6" + raw(std::uint64_t(44)) + raw(std::uint32_t(0)) + raw(std::uint64_t(0)) + raw(shownEntries) +
             raw(shownEntries) + raw(end - begin) + raw(begin);
    bytes += "PK\6\7" + raw(std::uint32_t(0)) + raw(end) + raw(std::uint32_t(1));
    return bytes + zipEnd(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
}

} // namespace

class ZipDirectoryTest : public QObject {
    Q_OBJECT

private slots:
    void entriesAreFound() {
        const std::string bytes = zipOf(two);
        const auto entries = readZipDirectory(ByteSource(bytes, "m.zip"));
        QCOMPARE(entries.size(), std::size_t(2));
        QCOMPARE(bytes.substr(entries.at("a/x").begin, entries.at("a/x").size), std::string("12345"));
        QCOMPARE(bytes.substr(entries.at("a/y").begin, entries.at("a/y").size), std::string("6"));
        QVERIFY(readZipDirectory(ByteSource(zipOf({}), "m.zip")).empty());
    }

    void theWideFormIsRead() {
        const std::string bytes = wideZip();
        const auto entries = readZipDirectory(ByteSource(bytes, "m.zip"));
        QCOMPARE(bytes.substr(entries.at("a/w").begin, entries.at("a/w").size), std::string("wide"));
        const QString damaged = "m.zip: the directory at the end of the zip archive is damaged; get the file anew";
        QCOMPARE(refusal(wideZip(2)), damaged);
        QCOMPARE(refusal(wideZip(std::uint64_t(1) << 60)),
                 QString("m.zip: it has more entries than the 200,000 (a directory of 64 MB) that are allowed"));
    }

    /// A comment may hold what looks like an end.
    void aCommentIsPassedOver() {
        std::string bytes = zipOf(two);
        const std::string comment = "PK\5\6" + std::string(30, 'x');
        bytes.replace(bytes.size() - 2, 2, raw(std::uint16_t(comment.size())));
        QCOMPARE(readZipDirectory(ByteSource(bytes + comment, "m.zip")).size(), std::size_t(2));
        QCOMPARE(refusal(bytes + comment + "x"),
                 QString("m.zip: the end of the zip archive is missing: the file is cut off; get it anew"));
    }

    void packedAndSecretEntriesAreRefused() {
        QCOMPARE(refusal(zipOf({{"a/x", "12", 0, 8}})),
                 QString("m.zip: its entry \"a/x\" is compressed, which torch.save() does not do; load the file in "
                         "PyTorch, a TorchScript program with torch.jit.load(), and save its state_dict() alone"));
        QCOMPARE(refusal(zipOf({{"a/x", "12", 1, 0}})),
                 QString("m.zip: its entry \"a/x\" is encrypted; decrypt the file first"));
    }

    void entriesMustBeWhereTheDirectorySays() {
        const std::string bytes = zipOf(two);
        const std::size_t directory = 2 * member + 6;
        const auto place = [&](std::uint32_t begin) { return patched(bytes, directory + row + 42, raw(begin)); };
        const QString overlap = "m.zip: its entries \"a/x\" and \"a/y\" overlap; the file is damaged or was made to "
                                "deceive";
        QCOMPARE(refusal(place(0)), overlap);
        QCOMPARE(refusal(patched(bytes, directory + row - 1, "z")),
                 QString("m.zip: its entry \"a/z\" is not what the directory says; the file is damaged or was made to "
                         "deceive"));
        QCOMPARE(refusal(patched(bytes, 18, raw(std::uint32_t(4)) + raw(std::uint32_t(4)))),
                 QString("m.zip: its entry \"a/x\" is not what the directory says; the file is damaged or was made to "
                         "deceive"));
        QCOMPARE(refusal(place(5000)),
                 QString("m.zip: its entry \"a/y\" lies outside the file; the file is damaged, get it anew"));
        const auto size = [&](std::uint32_t other) {
            return patched(patched(bytes, directory + 20, raw(other) + raw(other)), 18, raw(other) + raw(other));
        };
        QCOMPARE(refusal(size(30)), overlap);
        QCOMPARE(refusal(size(3000)),
                 QString("m.zip: its entry \"a/x\" lies outside the file; the file is damaged, get it anew"));
        QCOMPARE(refusal(size(0xFFFFFFFF)), QString("m.zip: the length or place of its entry \"a/x\" is missing; the "
                                                    "file is damaged, get it anew"));
        QCOMPARE(refusal(patched(bytes, directory + 20, raw(std::uint32_t(4)))),
                 QString("m.zip: its entry \"a/x\" has two lengths; the file is damaged or was made to deceive"));
    }

    void aNameStandsOnce() {
        QCOMPARE(refusal(zipOf({{"a/x", "1"}, {"a/x", "2"}})),
                 QString("m.zip: it has two entries \"a/x\"; the file is damaged or was made to deceive"));
    }

    void archivesInPartsAreRefused() {
        const std::string bytes = zipOf(two);
        QCOMPARE(refusal(patched(bytes, bytes.size() - 18, raw(std::uint16_t(1)))),
                 QString("m.zip: it is one part of a zip archive in several files; join them first"));
    }

    void aDamagedDirectoryIsRefused() {
        const std::string bytes = zipOf(two);
        const QString damaged = "m.zip: the directory at the end of the zip archive is damaged; get the file anew";
        const std::size_t end = bytes.size() - 22;
        QCOMPARE(refusal(patched(bytes, end + 16, raw(std::uint32_t(5000)))), damaged); // outside
        QCOMPARE(refusal(patched(bytes, end + 12, raw(std::uint32_t(50)))), damaged);   // too short for two
        QCOMPARE(refusal(patched(bytes, 2 * member + 6 + 28, raw(std::uint16_t(900)))), damaged);
        QCOMPARE(refusal("PK"),
                 QString("m.zip: the end of the zip archive is missing: the file is cut off; get it anew"));
    }
};

QTEST_GUILESS_MAIN(ZipDirectoryTest)
#include "zip_directory_test.moc"
