#include "models/given/array_file.h"

#include "core/error.h"
#include "core/half.h"
#include "models/given/inflated.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <unicode/unistr.h>
#include <utility>

namespace headlight {

namespace {

constexpr std::uint64_t arrayMostInflated = std::uint64_t(1) << 30;
constexpr std::size_t arrayMostMembers = 10'000;
constexpr std::uint64_t arrayPieceBytes = 1 << 18; ///< that are read at a time

/// The elements of an array, as the file has them, become floats.
template <class Number>
void widenNumbers(const char* bytes, std::uint64_t count, bool isSwapped, float* out) {
    for (std::uint64_t k = 0; k < count; ++k) {
        char item[sizeof(Number)];
        std::memcpy(item, bytes + k * sizeof(Number), sizeof(Number));
        if (isSwapped)
            std::reverse(item, item + sizeof(Number));
        const auto value = std::bit_cast<Number>(item);
        if constexpr (std::is_same_v<Number, double>)
            // Beyond the range of float the conversion would have no meaning.
            out[k] = value > double(std::numeric_limits<float>::max())      ? std::numeric_limits<float>::infinity()
                     : value < double(std::numeric_limits<float>::lowest()) ? -std::numeric_limits<float>::infinity()
                                                                            : float(value);
        else
            out[k] = float(value);
    }
}

void widenHalves(const char* bytes, std::uint64_t count, bool isSwapped, float* out) {
    for (std::uint64_t k = 0; k < count; ++k) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes + 2 * k, 2);
        out[k] = fromHalf(isSwapped ? std::uint16_t(bits >> 8 | bits << 8) : bits);
    }
}

void widenAll(const NpyHeader& header, const char* bytes, std::uint64_t count, float* out) {
    const bool isSwapped = header.isBigEndian && header.itemBytes > 1;
    const auto choose = [&]<class One, class Two, class Four, class Eight>(One, Two, Four, Eight) {
        switch (header.itemBytes) {
        case 1:
            return widenNumbers<One>(bytes, count, isSwapped, out);
        case 2:
            return widenNumbers<Two>(bytes, count, isSwapped, out);
        case 4:
            return widenNumbers<Four>(bytes, count, isSwapped, out);
        default:
            return widenNumbers<Eight>(bytes, count, isSwapped, out);
        }
    };
    if (header.kind == NpyKind::Float && header.itemBytes == 2)
        return widenHalves(bytes, count, isSwapped, out);
    if (header.kind == NpyKind::Float)
        return header.itemBytes == 4 ? widenNumbers<float>(bytes, count, isSwapped, out)
                                     : widenNumbers<double>(bytes, count, isSwapped, out);
    if (header.kind == NpyKind::Int)
        return choose(std::int8_t(), std::int16_t(), std::int32_t(), std::int64_t());
    choose(std::uint8_t(), std::uint16_t(), std::uint32_t(), std::uint64_t());
    if (header.kind == NpyKind::Bool) // a truth value that is not 0 is true
        for (std::uint64_t k = 0; k < count; ++k)
            out[k] = out[k] != 0 ? 1.0F : 0.0F;
}

/// numpy fills texts up with zeros.
std::string textOfUnits(const std::string& item, bool isBigEndian) {
    icu::UnicodeString text;
    std::size_t end = 0; // behind the last that is not zero
    std::vector<std::uint32_t> points;
    for (std::size_t at = 0; at + 4 <= item.size(); at += 4) {
        std::uint32_t point = 0;
        for (std::size_t k = 0; k < 4; ++k)
            point = point << 8 | static_cast<unsigned char>(item[at + (isBigEndian ? k : 3 - k)]);
        points.push_back(point);
        end = point != 0 ? points.size() : end;
    }
    for (std::size_t k = 0; k < end; ++k)
        text.append(points[k] > 0x10FFFF || (points[k] >= 0xD800 && points[k] <= 0xDFFF) ? UChar32(0xFFFD)
                                                                                         : UChar32(points[k]));
    std::string utf8;
    text.toUTF8String(utf8);
    return utf8;
}

std::string textOfBytes(std::string item) {
    item.resize(item.find_last_not_of('\0') + 1);
    std::string utf8;
    icu::UnicodeString::fromUTF8(item).toUTF8String(utf8);
    return utf8;
}

/// Whether the elements lie otherwise than row by row.
bool liesByColumns(const NpyHeader& header) {
    const auto isLong = [](std::int64_t axis) { return axis > 1; };
    return header.isFortran && header.elements > 0 && header.itemBytes > 0 &&
           std::count_if(header.shape.begin(), header.shape.end(), isLong) > 1; // else both orders are the same
}

/// The elements row by row, of a file that has them column by column. It is read from its begin to its end.
std::string rowsFromColumns(const NpyHeader& header, const ByteSource& bytes, std::uint64_t begin) {
    const std::size_t axes = header.shape.size(), item = std::size_t(header.itemBytes);
    std::vector<std::uint64_t> strides(axes, item), place(axes, 0); // bytes from one place of an axis to the next
    for (std::size_t axis = axes - 1; axis-- > 0;)
        strides[axis] = strides[axis + 1] * std::uint64_t(header.shape[axis + 1]);
    std::string rows(std::size_t(header.elements * item), '\0');
    std::string piece;
    const std::uint64_t most = std::max<std::uint64_t>(1, arrayPieceBytes / item);
    std::uint64_t at = 0;
    for (std::uint64_t done = 0; done < header.elements; done += most) {
        piece = bytes.read(begin + done * item, std::min(most, header.elements - done) * item);
        for (std::size_t from = 0; from < piece.size(); from += item) {
            std::memcpy(rows.data() + at, piece.data() + from, item);
            for (std::size_t axis = 0; axis < axes; ++axis) { // the first axis runs fastest
                at += strides[axis];
                if (++place[axis] < std::uint64_t(header.shape[axis]))
                    break;
                at -= place[axis] * strides[axis];
                place[axis] = 0;
            }
        }
    }
    return rows;
}

} // namespace

StoredArray::StoredArray(std::string name, std::string where, NpyHeader header, std::shared_ptr<const ByteSource> bytes,
                         std::uint64_t begin)
    : m_name(std::move(name)), m_where(std::move(where)), m_header(std::move(header)), m_bytes(std::move(bytes)),
      m_begin(begin) {
    if (!liesByColumns(m_header))
        return;
    m_bytes = std::make_shared<const ByteSource>(rowsFromColumns(m_header, *m_bytes, m_begin), m_bytes->file());
    m_begin = 0;
}

void StoredArray::refuse() const {
    if (m_header.kind == NpyKind::Object)
        throw Error(m_where + ": it holds Python objects (a pickle), which are never opened; write numbers with "
                              "numpy.asarray(…, dtype=\"float32\"), texts with dtype=str");
    throw Error(m_where + ": its elements are of the type " + printable(m_header.type, 40) +
                ", which is not read; write numbers as float32, texts with dtype=str");
}

void StoredArray::readBytes(std::uint64_t first, std::uint64_t count, char* out) const {
    m_bytes->read(m_begin + first * m_header.itemBytes, count * m_header.itemBytes, out);
}

void StoredArray::read(std::uint64_t first, std::uint64_t count, float* out) const {
    if (!isNumbers())
        refuse();
    m_bytes->refuseChanges();
    if (m_header.kind == NpyKind::Float && m_header.itemBytes == 4 && !m_header.isBigEndian)
        return readBytes(first, count, reinterpret_cast<char*>(out));
    constexpr std::uint64_t piece = 8192;
    std::vector<char> bytes(std::size_t(std::min(count, piece) * m_header.itemBytes));
    for (std::uint64_t done = 0; done < count; done += piece) {
        const std::uint64_t some = std::min(piece, count - done);
        readBytes(first + done, some, bytes.data());
        widenAll(m_header, bytes.data(), some, out + done);
    }
}

std::vector<std::string> StoredArray::texts() const {
    if (!isTexts())
        refuse();
    std::vector<std::string> texts;
    std::string item(std::size_t(m_header.itemBytes), '\0');
    for (std::uint64_t k = 0; k < elements(); ++k) {
        readBytes(k, 1, item.data());
        texts.push_back(m_header.kind == NpyKind::Text ? textOfUnits(item, m_header.isBigEndian) : textOfBytes(item));
    }
    return texts;
}

namespace {

StoredArray storedArray(std::string name, std::string where, std::shared_ptr<const ByteSource> bytes,
                        std::uint64_t begin, std::uint64_t size) {
    NpyHeader header = readNpyHeader(bytes->read(begin, std::min(size, longestNpyHeader)), size, where);
    const std::uint64_t elements = begin + header.begin;
    return {std::move(name), std::move(where), std::move(header), std::move(bytes), elements};
}

std::vector<StoredArray> readNpzMembers(const std::shared_ptr<const ByteSource>& bytes) {
    std::vector<StoredArray> arrays;
    std::uint64_t room = arrayMostInflated;
    for (const auto& [file, entry] : readZipDirectory(*bytes, ZipPacking::Deflated)) {
        if (!file.ends_with(".npy"))
            continue;
        const std::string name = file.substr(0, file.size() - 4);
        const std::string where = bytes->file() + ": array \"" + printable(name, 80) + "\"";
        if (arrays.size() == arrayMostMembers)
            throw Error(bytes->file() + ": it has more than 10,000 arrays; write the maps alone");
        if (!entry.isDeflated) {
            checkStored(*bytes, entry, where);
            arrays.push_back(storedArray(name, where, bytes, entry.begin, entry.size));
            continue;
        }
        if (entry.unpacked > room)
            throw Error(where + ": the compressed arrays of a file may have 1 GB in all; write it with numpy.savez, "
                                "which does not compress");
        room -= entry.unpacked;
        auto content = std::make_shared<const ByteSource>(inflated(*bytes, entry, where), bytes->file());
        arrays.push_back(storedArray(name, where, content, 0, content->size()));
    }
    if (arrays.empty())
        throw Error(bytes->file() + ": the zip archive holds no .npy array; write one with numpy.savez");
    return arrays;
}

std::vector<StoredArray> readArrays(const std::shared_ptr<const ByteSource>& bytes) {
    const std::string begin = bytes->read(0, std::min<std::uint64_t>(bytes->size(), 4));
    if (begin == "PK\3\4" || begin == "PK\5\6")
        return readNpzMembers(bytes);
    std::vector<StoredArray> arrays;
    arrays.push_back(storedArray({}, bytes->file(), bytes, 0, bytes->size()));
    return arrays;
}

} // namespace

std::vector<StoredArray> readArrayFile(const std::filesystem::path& path) {
    return readArrays(std::make_shared<const ByteSource>(path));
}

std::vector<StoredArray> readArrayBytes(std::string bytes, const std::string& shownName) {
    return readArrays(std::make_shared<const ByteSource>(std::move(bytes), shownName));
}

} // namespace headlight
