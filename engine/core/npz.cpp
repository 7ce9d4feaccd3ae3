#include "core/npz.h"

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <unicode/unistr.h>
#include <utility>

namespace headlight {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in the file");

namespace {

// Signatures and sizes of the zip format (PKWARE APPNOTE 4.3).
constexpr std::uint32_t memberSignature = 0x04034b50, directorySignature = 0x02014b50, endSignature = 0x06054b50;
constexpr std::size_t memberHeader = 30, directoryHeader = 46, endRecord = 22;
constexpr std::uint16_t utf8Names = 1 << 11;
constexpr std::uint16_t date1980 = 1 << 5 | 1; // the earliest date a zip can say: no time is recorded

template <class Number>
void put(std::string& bytes, Number value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(Number));
}

template <class Number>
Number get(std::string_view bytes, std::size_t offset) {
    Number value;
    std::memcpy(&value, bytes.data() + offset, sizeof(Number));
    return value;
}

std::string tupleText(const std::vector<std::int64_t>& shape) {
    std::string text = "(";
    for (const std::int64_t size : shape)
        text += std::to_string(size) + ", ";
    if (shape.size() > 1)
        text.resize(text.size() - 2);
    else if (shape.size() == 1)
        text.pop_back(); // a tuple of one keeps its comma
    return text + ")";
}

std::string npyHeader(std::string_view type, const std::vector<std::int64_t>& shape) {
    std::string text =
        "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + tupleText(shape) + ", }";
    text.append(63 - (10 + text.size()) % 64, ' '); // numpy aligns the data to 64 bytes
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    put(header, std::uint16_t(text.size()));
    return header + text;
}

/// Number of values that a shape says, nothing when it overflows or is negative.
std::optional<std::int64_t> elements(const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        if (size < 0 || __builtin_mul_overflow(count, size, &count))
            return {};
    return count;
}

template <class Number>
std::string_view rawBytes(const std::vector<Number>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)};
}

void checkShape(const std::string& name, const std::vector<std::int64_t>& shape, std::size_t values) {
    if (elements(shape) != std::int64_t(values))
        throw std::invalid_argument("NpzWriter: \"" + name + "\": expected as many values as the shape " +
                                    tupleText(shape) + " says, got " + std::to_string(values));
}

} // namespace

void NpzWriter::add(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values) {
    checkShape(name, shape, values.size());
    addMember(name, "<f4", shape, rawBytes(values));
}

void NpzWriter::add(const std::string& name, const std::vector<std::int64_t>& shape,
                    const std::vector<double>& values) {
    checkShape(name, shape, values.size());
    addMember(name, "<f8", shape, rawBytes(values));
}

void NpzWriter::add(const std::string& name, const std::vector<std::int64_t>& shape,
                    const std::vector<std::int64_t>& values) {
    checkShape(name, shape, values.size());
    addMember(name, "<i8", shape, rawBytes(values));
}

void NpzWriter::addFlags(const std::string& name, const std::vector<std::int64_t>& shape,
                         const std::vector<std::uint8_t>& flags) {
    checkShape(name, shape, flags.size());
    addMember(name, "|b1", shape, rawBytes(flags));
}

void NpzWriter::addTexts(const std::string& name, const std::vector<std::string>& texts) {
    std::vector<icu::UnicodeString> decoded;
    std::int32_t width = 1; // numpy has no texts of width 0
    for (const std::string& text : texts) {
        decoded.push_back(icu::UnicodeString::fromUTF8(text));
        width = std::max(width, decoded.back().countChar32());
    }
    std::vector<UChar32> characters(texts.size() * std::size_t(width), 0);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        UErrorCode status = U_ZERO_ERROR;
        decoded[i].toUTF32(characters.data() + i * std::size_t(width), width, status);
    }
    addMember(name, "<U" + std::to_string(width), {std::int64_t(texts.size())}, rawBytes(characters));
}

void NpzWriter::addMember(const std::string& name, std::string_view type, const std::vector<std::int64_t>& shape,
                          std::string_view data) {
    const std::string file = name + ".npy";
    const std::string content = npyHeader(type, shape) + std::string(data);
    const std::size_t total = m_members.size() + m_directory.size() + content.size() + 4 * file.size() + 1024;
    if (name.empty() || name.size() > 1024 || m_names.size() >= 0xFFFE || total > 0xFFFFFFFFu)
        throw std::invalid_argument("NpzWriter: \"" + name + "\": expected a name and at most 4 GB in all");
    if (!m_names.insert(name).second)
        throw std::invalid_argument("NpzWriter: \"" + name + "\": expected a name of its own");

    const auto offset = std::uint32_t(m_members.size());
    std::string common; // what both headers say
    put(common, std::uint16_t(20));
    put(common, utf8Names);
    put(common, std::uint16_t(0)); // stored
    put(common, std::uint16_t(0));
    put(common, date1980);
    put(common, crc32Of(content));
    put(common, std::uint32_t(content.size()));
    put(common, std::uint32_t(content.size()));
    put(common, std::uint16_t(file.size()));
    put(common, std::uint16_t(0));

    put(m_members, memberSignature);
    m_members += common + file + content;
    put(m_directory, directorySignature);
    put(m_directory, std::uint16_t(20));
    m_directory += common;
    m_directory.append(10, '\0'); // comment, disk, attributes
    put(m_directory, offset);
    m_directory += file;
}

std::string NpzWriter::bytes() const {
    std::string archive = m_members + m_directory;
    put(archive, endSignature);
    put(archive, std::uint32_t(0));
    put(archive, std::uint16_t(m_names.size()));
    put(archive, std::uint16_t(m_names.size()));
    put(archive, std::uint32_t(m_directory.size()));
    put(archive, std::uint32_t(m_members.size()));
    put(archive, std::uint16_t(0));
    return archive;
}

void NpzWriter::save(const std::filesystem::path& path) const {
    writeFile(path, bytes());
}

namespace {

/// Walks an archive and checks every offset before it is followed.
class NpzReader {
public:
    NpzReader(std::string bytes, std::string file) : m_bytes(std::move(bytes)), m_file(std::move(file)) {}

    std::map<std::string, NpzArray> read() {
        if (m_bytes.size() < endRecord || get<std::uint32_t>(m_bytes, m_bytes.size() - endRecord) != endSignature)
            fail("not an .npz file, or its end is missing");
        const std::size_t end = m_bytes.size() - endRecord;
        std::size_t at = get<std::uint32_t>(m_bytes, end + 16);
        std::map<std::string, NpzArray> arrays;
        for (int i = get<std::uint16_t>(m_bytes, end + 10); i > 0; --i) {
            if (at > end || end - at < directoryHeader || get<std::uint32_t>(m_bytes, at) != directorySignature)
                fail("its list of arrays is damaged");
            const std::size_t nameLength = get<std::uint16_t>(m_bytes, at + 28);
            const std::size_t next = at + directoryHeader + nameLength + get<std::uint16_t>(m_bytes, at + 30) +
                                     get<std::uint16_t>(m_bytes, at + 32);
            if (next > end)
                fail("its list of arrays is damaged");
            std::string name = m_bytes.substr(at + directoryHeader, nameLength);
            if (name.ends_with(".npy"))
                name.resize(name.size() - 4);
            if (arrays.contains(name))
                fail("array \"" + name + "\" appears twice");
            if (auto array = parseNpy(member(at, end, name), name))
                arrays.emplace(name, std::move(*array));
            at = next;
        }
        return arrays;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(m_file + ": " + what); }

    std::string_view member(std::size_t entry, std::size_t end, const std::string& name) const {
        if (get<std::uint16_t>(m_bytes, entry + 10) != 0)
            fail("array \"" + name + "\" is compressed; save with numpy.savez");
        const std::size_t size = get<std::uint32_t>(m_bytes, entry + 24);
        const std::size_t at = get<std::uint32_t>(m_bytes, entry + 42);
        if (at > end || end - at < memberHeader || get<std::uint32_t>(m_bytes, at) != memberSignature)
            fail("array \"" + name + "\" is not where the list says");
        const std::size_t begin =
            at + memberHeader + get<std::uint16_t>(m_bytes, at + 26) + get<std::uint16_t>(m_bytes, at + 28);
        if (begin > end || end - begin < size)
            fail("array \"" + name + "\" is cut off");
        const auto content = std::string_view(m_bytes).substr(begin, size);
        if (crc32Of(content) != get<std::uint32_t>(m_bytes, entry + 16))
            fail("array \"" + name + "\" is damaged: its checksum differs");
        return content;
    }

    std::optional<NpzArray> parseNpy(std::string_view content, const std::string& name) const {
        if (content.size() < 10 || content.substr(0, 8) != std::string_view("\x93NUMPY\x01\x00", 8))
            fail("array \"" + name + "\" is no .npy of version 1");
        const std::size_t length = get<std::uint16_t>(content, 8);
        if (content.size() - 10 < length)
            fail("array \"" + name + "\" is cut off");
        const std::string_view header = content.substr(10, length), data = content.substr(10 + length);
        if (header.find("'descr': '<f4'") == std::string_view::npos)
            return {};
        if (header.find("'fortran_order': False") == std::string_view::npos)
            fail("array \"" + name + "\" is stored column by column; save it in C order");
        NpzArray array;
        array.shape = parseShape(header, name);
        const auto count = elements(array.shape);
        if (!count || data.size() % sizeof(float) != 0 || *count != std::int64_t(data.size() / sizeof(float)))
            fail("array \"" + name + "\" has a shape that does not fit its data");
        array.values.resize(std::size_t(*count));
        if (!data.empty())
            std::memcpy(array.values.data(), data.data(), data.size());
        return array;
    }

    std::vector<std::int64_t> parseShape(std::string_view header, const std::string& name) const {
        const std::string_view key = "'shape': (";
        std::size_t at = header.find(key);
        const std::size_t end = at == std::string_view::npos ? at : header.find(')', at);
        if (end == std::string_view::npos)
            fail("array \"" + name + "\" has no shape");
        std::vector<std::int64_t> shape;
        std::int64_t size = -1; // −1: no digit seen yet
        for (at += key.size(); at <= end; ++at) {
            const char c = header[at];
            if (c >= '0' && c <= '9') {
                if (size > std::int64_t(1) << 50)
                    fail("array \"" + name + "\" has a shape that does not fit its data");
                size = std::max<std::int64_t>(size, 0) * 10 + (c - '0');
            } else if (c == ',' || c == ')') {
                if (size >= 0)
                    shape.push_back(std::exchange(size, -1));
            } else if (c != ' ') {
                fail("array \"" + name + "\" has no valid shape");
            }
        }
        return shape;
    }

    std::string m_bytes;
    std::string m_file;
};

} // namespace

std::map<std::string, NpzArray> readNpz(const std::filesystem::path& path) {
    return NpzReader(readFile(path), path.string()).read();
}

} // namespace headlight
