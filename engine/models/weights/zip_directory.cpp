#include "models/weights/zip_directory.h"

#include "core/error.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

namespace {

// Signatures and sizes of the zip format (PKWARE APPNOTE 4.3).
constexpr std::uint32_t zipMember = 0x04034b50, zipDirectoryRow = 0x02014b50, zipEnd = 0x06054b50;
constexpr std::uint32_t zipEnd64 = 0x06064b50, zipLocator64 = 0x07064b50;
constexpr std::uint64_t zipMemberBytes = 30, zipRowBytes = 46, zipEndBytes = 22, zipEnd64Bytes = 56,
                        zipLocatorBytes = 20;
constexpr std::uint64_t zipLongestComment = 0xFFFF;
constexpr std::uint16_t zipEncrypted = 1, zipSizesFollow = 1 << 3, zipStrongEncryption = 1 << 6, zipHidden = 1 << 13;
constexpr std::uint16_t zipExtra64 = 1, zipDeflated = 8;
constexpr std::uint32_t zipInExtra = 0xFFFFFFFF; ///< the number is in the extra field
constexpr std::uint64_t zipMostEntries = 200'000, zipMostDirectory = std::uint64_t(64) << 20;

template <class Number>
Number zipNumber(std::string_view bytes, std::size_t at) {
    Number value;
    std::memcpy(&value, bytes.data() + at, sizeof(Number));
    return value;
}

std::string zipShown(const std::string& name) {
    return "\"" + printable(name) + "\"";
}

/// What the end of the archive says of its directory.
struct ZipPlace {
    std::uint64_t begin = 0, size = 0, entries = 0;
    std::uint64_t before = 0; ///< the directory must end before this byte
};

/// An entry of the directory before its own header has been looked at.
struct ZipRow {
    std::string name;
    std::uint16_t flags = 0, method = 0;
    std::uint32_t checksum = 0;
    std::uint64_t header = 0, size = 0, packed = 0;
};

class ZipReader {
public:
    ZipReader(const ByteSource& bytes, ZipPacking packing) : m_bytes(bytes), m_packing(packing) {}

    std::map<std::string, ZipEntry> read() const {
        const ZipPlace place = findDirectory();
        const std::vector<ZipRow> rows = readRows(place);
        std::map<std::string, ZipEntry> entries;
        std::uint64_t covered = 0;
        const ZipRow* before = nullptr;
        for (const ZipRow& row : rows) { // in the order of their bytes
            if (row.header < covered)
                fail("its entries " + zipShown(before->name) + " and " + zipShown(row.name) +
                     " overlap; the file is damaged or was made to deceive");
            const ZipEntry entry = placeOf(row, place.begin);
            covered = entry.begin + entry.size;
            before = &row;
            if (!entries.emplace(row.name, entry).second)
                fail("it has two entries " + zipShown(row.name) + "; the file is damaged or was made to deceive");
        }
        return entries;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(m_bytes.file() + ": " + what); }
    [[noreturn]] void failDirectory() const {
        fail("the directory at the end of the zip archive is damaged; get the file anew");
    }

    /// Where the last record begins: with a comment as long as it says, which ends the file.
    std::uint64_t findEnd(const std::string& tail) const {
        for (std::uint64_t at = tail.size() < zipEndBytes ? 0 : tail.size() - zipEndBytes + 1; at-- > 0;)
            if (zipNumber<std::uint32_t>(tail, at) == zipEnd &&
                zipNumber<std::uint16_t>(tail, at + 20) == tail.size() - at - zipEndBytes)
                return at;
        fail("the end of the zip archive is missing: the file is cut off; get it anew");
    }

    ZipPlace findDirectory() const {
        const std::uint64_t size = m_bytes.size();
        const std::uint64_t tailBytes = std::min(size, zipEndBytes + zipLongestComment);
        const std::string tail = m_bytes.read(size - tailBytes, tailBytes);
        const std::uint64_t at = findEnd(tail);
        const auto disks = zipNumber<std::uint32_t>(tail, at + 4);
        const auto here = zipNumber<std::uint16_t>(tail, at + 8), entries = zipNumber<std::uint16_t>(tail, at + 10);
        if ((disks != 0 && disks != zipInExtra) || here != entries)
            fail("it is one part of a zip archive in several files; join them first");
        ZipPlace place{zipNumber<std::uint32_t>(tail, at + 16), zipNumber<std::uint32_t>(tail, at + 12), entries,
                       size - tailBytes + at};
        if (const std::optional<ZipPlace> wide = findDirectory64(place.before)) {
            const bool agrees = (place.begin == wide->begin || place.begin == zipInExtra) &&
                                (place.size == wide->size || place.size == zipInExtra) &&
                                (place.entries == wide->entries || place.entries == 0xFFFF);
            if (!agrees)
                failDirectory();
            place = *wide;
        }
        if (place.size > place.before || place.begin > place.before - place.size)
            failDirectory();
        if (place.entries > zipMostEntries || place.size > zipMostDirectory)
            fail("it has more entries than the 200,000 (a directory of 64 MB) that are allowed");
        if (place.entries > place.size / zipRowBytes)
            failDirectory();
        return place;
    }

    /// What the record of the 64-bit form says, if there is one before the last record.
    std::optional<ZipPlace> findDirectory64(std::uint64_t end) const {
        if (end < zipLocatorBytes)
            return std::nullopt;
        const std::string locator = m_bytes.read(end - zipLocatorBytes, zipLocatorBytes);
        if (zipNumber<std::uint32_t>(locator, 0) != zipLocator64)
            return std::nullopt;
        const auto at = zipNumber<std::uint64_t>(locator, 8);
        if (end < zipLocatorBytes + zipEnd64Bytes || at > end - zipLocatorBytes - zipEnd64Bytes)
            failDirectory();
        const std::string record = m_bytes.read(at, zipEnd64Bytes);
        if (zipNumber<std::uint32_t>(record, 0) != zipEnd64)
            failDirectory();
        const auto here = zipNumber<std::uint64_t>(record, 24), entries = zipNumber<std::uint64_t>(record, 32);
        if (zipNumber<std::uint64_t>(record, 16) != 0 || here != entries)
            fail("it is one part of a zip archive in several files; join them first");
        return ZipPlace{zipNumber<std::uint64_t>(record, 48), zipNumber<std::uint64_t>(record, 40), entries, at};
    }

    std::vector<ZipRow> readRows(const ZipPlace& place) const {
        const std::string directory = m_bytes.read(place.begin, place.size);
        std::vector<ZipRow> rows;
        rows.reserve(std::size_t(place.entries));
        std::size_t at = 0;
        for (std::uint64_t i = 0; i < place.entries; ++i) {
            if (directory.size() - at < zipRowBytes || zipNumber<std::uint32_t>(directory, at) != zipDirectoryRow)
                failDirectory();
            const std::size_t nameBytes = zipNumber<std::uint16_t>(directory, at + 28);
            const std::size_t extraBytes = zipNumber<std::uint16_t>(directory, at + 30);
            const std::size_t all =
                std::size_t(zipRowBytes) + nameBytes + extraBytes + zipNumber<std::uint16_t>(directory, at + 32);
            if (all > directory.size() - at)
                failDirectory();
            const std::string_view row = std::string_view(directory).substr(at, all);
            rows.push_back(rowOf(row, row.substr(std::size_t(zipRowBytes) + nameBytes, extraBytes), nameBytes));
            at += all;
        }
        std::stable_sort(rows.begin(), rows.end(),
                         [](const ZipRow& a, const ZipRow& b) { return a.header < b.header; });
        return rows;
    }

    ZipRow rowOf(std::string_view row, std::string_view extra, std::size_t nameBytes) const {
        ZipRow result{std::string(row.substr(std::size_t(zipRowBytes), nameBytes)),
                      zipNumber<std::uint16_t>(row, 8),
                      zipNumber<std::uint16_t>(row, 10),
                      zipNumber<std::uint32_t>(row, 16),
                      zipNumber<std::uint32_t>(row, 42),
                      zipNumber<std::uint32_t>(row, 24),
                      zipNumber<std::uint32_t>(row, 20)};
        const std::string shown = zipShown(result.name);
        if (result.flags & (zipEncrypted | zipStrongEncryption | zipHidden))
            fail("its entry " + shown + " is encrypted; decrypt the file first");
        refusePacked(result.method, shown);
        const auto disk = zipNumber<std::uint16_t>(row, 34);
        if (disk != 0 && disk != 0xFFFF)
            fail("it is one part of a zip archive in several files; join them first");
        widen(extra, {&result.size, &result.packed, &result.header}, shown);
        if (result.method == 0 && result.packed != result.size)
            fail("its entry " + shown + " has two lengths; the file is damaged or was made to deceive");
        return result;
    }

    void refusePacked(std::uint16_t method, const std::string& shown) const {
        if (method == 0 || (method == zipDeflated && m_packing == ZipPacking::Deflated))
            return;
        if (m_packing == ZipPacking::Deflated)
            fail("its entry " + shown + " is compressed by zip's method " + std::to_string(method) +
                 ", which is not read; compress by the common method, deflate, or not at all");
        fail("its entry " + shown +
             " is compressed, which torch.save() does not do; load the file in PyTorch, a TorchScript program "
             "with torch.jit.load(), and save its state_dict() alone");
    }

    /// Takes the numbers that need 64 bits from the extra field, where they stand in this order.
    void widen(std::string_view extra, const std::vector<std::uint64_t*>& numbers, const std::string& shown) const {
        if (std::none_of(numbers.begin(), numbers.end(), [](const auto* number) { return *number == zipInExtra; }))
            return;
        while (extra.size() >= 4) {
            const std::size_t bytes = zipNumber<std::uint16_t>(extra, 2);
            if (bytes > extra.size() - 4)
                break;
            std::string_view field = extra.substr(4, bytes);
            if (zipNumber<std::uint16_t>(extra, 0) == zipExtra64) {
                for (std::uint64_t* const number : numbers) {
                    if (*number != zipInExtra)
                        continue;
                    if (field.size() < 8)
                        failDirectory();
                    *number = zipNumber<std::uint64_t>(field, 0);
                    field.remove_prefix(8);
                }
                return;
            }
            extra.remove_prefix(4 + bytes);
        }
        fail("the length or place of its entry " + shown + " is missing; the file is damaged, get it anew");
    }

    /// Follows a row to the entry itself, whose own header must say the same.
    ZipEntry placeOf(const ZipRow& row, std::uint64_t end) const {
        const std::string shown = zipShown(row.name);
        if (row.header > end || end - row.header < zipMemberBytes)
            fail("its entry " + shown + " lies outside the file; the file is damaged, get it anew");
        const std::string header = m_bytes.read(row.header, zipMemberBytes);
        const std::uint64_t nameBytes = zipNumber<std::uint16_t>(header, 26);
        const std::uint64_t begin = row.header + zipMemberBytes + nameBytes + zipNumber<std::uint16_t>(header, 28);
        if (begin > end || row.packed > end - begin)
            fail("its entry " + shown + " lies outside the file; the file is damaged, get it anew");
        const auto flags = zipNumber<std::uint16_t>(header, 6);
        const auto size = zipNumber<std::uint32_t>(header, 22);
        const bool same = zipNumber<std::uint32_t>(header, 0) == zipMember &&
                          zipNumber<std::uint16_t>(header, 8) == row.method && flags == row.flags &&
                          nameBytes == row.name.size() &&
                          m_bytes.read(row.header + zipMemberBytes, nameBytes) == row.name &&
                          ((flags & zipSizesFollow) || size == row.size || size == zipInExtra);
        if (!same)
            fail("its entry " + shown + " is not what the directory says; the file is damaged or was made to deceive");
        return {begin, row.packed, row.size, row.checksum, row.method == zipDeflated};
    }

    const ByteSource& m_bytes;
    ZipPacking m_packing;
};

} // namespace

std::map<std::string, ZipEntry> readZipDirectory(const ByteSource& bytes, ZipPacking packing) {
    return ZipReader(bytes, packing).read();
}

} // namespace headlight
