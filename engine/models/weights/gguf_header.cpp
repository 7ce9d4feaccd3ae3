#include "models/weights/gguf_header.h"

#include "core/error.h"
#include "models/weights/gguf_cursor.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

constexpr std::uint64_t ggufMostTensors = 100'000, ggufMostKeys = 100'000;
constexpr std::uint64_t ggufLongestKey = 65'535, ggufLongestName = 1024;
constexpr std::uint32_t ggufMostDimensions = 4;
constexpr std::uint32_t ggufArray = 9; ///< its number among the types of values
constexpr const char* ggufAlignmentKey = "general.alignment";

struct GgufOther {
    std::string_view start;
    const char* meaning;
};

constexpr const char* ggufOlder = "a file of the formats before GGUF (GGML, GGMF, GGJT, GGLA), which are not read; get "
                                  "the model as GGUF or convert it";
constexpr const char* ggufBigEndian =
    "a big-endian GGUF file, which is not read; get the little-endian one or convert it";

constexpr GgufOther ggufOthers[] = {
    {"version https://git-lfs", "a Git LFS pointer, not the file itself; fetch the file with \"git lfs pull\""},
    {"FUGG", ggufBigEndian},
    {"lmgg", ggufOlder},
    {"fmgg", ggufOlder},
    {"tjgg", ggufOlder},
    {"algg", ggufOlder}};

class GgufHeaderReader {
public:
    explicit GgufHeaderReader(const ByteSource& bytes) : m_bytes(bytes), m_cursor(bytes) {}

    GgufHeader header() {
        const auto [tensors, keys] = readStart();
        for (std::uint64_t k = 0; k < keys; ++k)
            readKey(k);
        readAlignment();
        for (std::uint64_t k = 0; k < tensors; ++k)
            readTensor(k);
        placeTensors();
        return std::move(m_header);
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(m_bytes.file() + ": " + what); }
    [[noreturn]] void failTensor(const GgufTensor& tensor, const std::string& what) const {
        m_cursor.fail("tensor " + ggufQuoted(tensor.name), what);
    }

    void refuseOtherFormats() const;
    std::pair<std::uint64_t, std::uint64_t> readStart();
    std::string readName(const std::string& place, std::uint64_t longest);
    void readKey(std::uint64_t index);
    GgufValue readValue(const std::string& place);
    GgufValue readNumbers(GgufValue::Type type, bool isArray, std::uint64_t count, const std::string& place);
    GgufValue readTexts(bool isArray, std::uint64_t count, const std::string& place);
    void readAlignment();
    void readTensor(std::uint64_t index);
    void measure(GgufTensor& tensor) const;
    void placeTensors();
    void refuseOverlaps() const;

    const ByteSource& m_bytes;
    GgufCursor m_cursor;
    GgufHeader m_header;
};

void GgufHeaderReader::refuseOtherFormats() const {
    const std::string start = m_bytes.read(0, std::min<std::uint64_t>(m_bytes.size(), 32));
    if (start.starts_with("GGUF"))
        return;
    for (const GgufOther& other : ggufOthers)
        if (start.starts_with(other.start))
            fail(std::string("this is ") + other.meaning);
    if (m_bytes.size() < 4)
        fail("only " + std::to_string(m_bytes.size()) +
             " bytes long; a GGUF file starts with the letters GGUF, so choose another file");
    fail("it starts with \"" + printable(start.substr(0, 4)) +
         "\", not with the letters GGUF; it is damaged or no GGUF file");
}

/// Returns the numbers of tensors and keys.
std::pair<std::uint64_t, std::uint64_t> GgufHeaderReader::readStart() {
    refuseOtherFormats();
    const std::string place = "the start of the header";
    m_cursor.number32(place);
    m_header.version = m_cursor.number32(place);
    if (m_header.version != 0 && (m_header.version & 0xffff) == 0)
        fail(std::string("this is ") + ggufBigEndian);
    if (m_header.version == 1)
        fail("this is a GGUF file of version 1, which is not read; get the model in version 3 or convert it");
    if (m_header.version != 2 && m_header.version != 3)
        fail("it says to be of GGUF's version " + std::to_string(m_header.version) +
             ", the versions 2 and 3 are read; it is damaged or newer than this program");
    const std::uint64_t tensors = m_cursor.number64(place), keys = m_cursor.number64(place);
    if (tensors > ggufMostTensors)
        fail("it announces " + std::to_string(tensors) +
             " tensors, at most 100,000 are allowed; it is damaged or made to deceive");
    if (keys > ggufMostKeys)
        fail("it announces " + std::to_string(keys) +
             " keys, at most 100,000 are allowed; it is damaged or made to deceive");
    return {tensors, keys};
}

std::string GgufHeaderReader::readName(const std::string& place, std::uint64_t longest) {
    const std::uint64_t length = m_cursor.length(place);
    if (length == 0 || length > longest)
        m_cursor.fail(place, "its name has " + std::to_string(length) + " bytes, 1 to " + std::to_string(longest) +
                                 " are allowed; the file is damaged");
    return m_cursor.take(length, place);
}

void GgufHeaderReader::readKey(std::uint64_t index) {
    const std::string key = readName("key number " + std::to_string(index + 1), ggufLongestKey);
    const std::string place = "key " + ggufQuoted(key);
    if (!m_header.values.emplace(key, readValue(place)).second)
        m_cursor.fail(place, "it is there twice; the file is damaged or was made to deceive");
    m_header.keys.push_back(key);
}

GgufValue GgufHeaderReader::readValue(const std::string& place) {
    std::uint32_t type = m_cursor.number32(place);
    const bool isArray = type == ggufArray;
    std::uint64_t count = 1;
    if (isArray) {
        type = m_cursor.number32(place);
        count = m_cursor.number64(place);
        if (type == ggufArray)
            m_cursor.fail(place, "it is an array of arrays, which is not read; convert the model without this key");
    }
    if (type > std::uint32_t(GgufValue::Type::F64))
        m_cursor.fail(place, "its value is of type " + std::to_string(type) +
                                 ", which GGUF does not have; the file is damaged or newer than this program");
    if (GgufValue::Type(type) == GgufValue::Type::Text)
        return readTexts(isArray, count, place);
    return readNumbers(GgufValue::Type(type), isArray, count, place);
}

GgufValue GgufHeaderReader::readNumbers(GgufValue::Type type, bool isArray, std::uint64_t count,
                                        const std::string& place) {
    const std::uint64_t each = GgufValue::bytesOf(type).value();
    if (isArray)
        m_cursor.require(count, each, place);
    std::string bytes = m_cursor.take(count * each, place);
    if (type == GgufValue::Type::Bool)
        for (const char byte : bytes)
            if (byte != 0 && byte != 1)
                m_cursor.fail(place, "it has the truth value " + std::to_string(int(byte) & 255) +
                                         ", 0 or 1 was expected; the file is damaged");
    return GgufValue::ofNumbers(type, isArray, std::move(bytes));
}

GgufValue GgufHeaderReader::readTexts(bool isArray, std::uint64_t count, const std::string& place) {
    if (isArray)
        m_cursor.require(count, sizeof(std::uint64_t), place); // each has at least its length
    std::string characters;
    std::vector<std::uint32_t> ends;
    ends.reserve(std::size_t(count));
    for (std::uint64_t k = 0; k < count; ++k) {
        const std::uint64_t length = m_cursor.length(place);
        characters.resize(characters.size() + std::size_t(length));
        m_cursor.take(length, characters.data() + characters.size() - length, place);
        ends.push_back(std::uint32_t(characters.size()));
    }
    characters.shrink_to_fit();
    return GgufValue::ofTexts(isArray, std::move(characters), std::move(ends));
}

void GgufHeaderReader::readAlignment() {
    const auto found = m_header.values.find(ggufAlignmentKey);
    if (found == m_header.values.end())
        return;
    const GgufValue& value = found->second;
    const std::string place = "key " + ggufQuoted(ggufAlignmentKey);
    if (value.type() != GgufValue::Type::U32 || value.isArray())
        m_cursor.fail(place, "expected a whole number of 32 bits without sign, got " + value.description() +
                                 "; the file is damaged");
    const std::int64_t alignment = value.integer().value_or(0);
    if (alignment < 8 || (alignment & (alignment - 1)) != 0)
        m_cursor.fail(place,
                      "expected a power of two from 8, got " + std::to_string(alignment) + "; the file is damaged");
    m_header.alignment = std::uint32_t(alignment);
}

void GgufHeaderReader::readTensor(std::uint64_t index) {
    GgufTensor tensor;
    tensor.name = readName("tensor number " + std::to_string(index + 1), ggufLongestName);
    const std::string place = "tensor " + ggufQuoted(tensor.name);
    const std::uint32_t dimensions = m_cursor.number32(place);
    if (dimensions > ggufMostDimensions)
        failTensor(tensor, "it has " + std::to_string(dimensions) + " dimensions, at most " +
                               std::to_string(ggufMostDimensions) + " are allowed; the file is damaged");
    std::vector<std::int64_t>& shape = tensor.info.shape;
    for (std::uint32_t k = 0; k < dimensions; ++k) {
        const std::uint64_t size = m_cursor.number64(place);
        if (size > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
            failTensor(tensor, "its size " + std::to_string(size) + " is larger than any memory; the file is damaged");
        shape.insert(shape.begin(), std::int64_t(size)); // the file has the fastest first
    }
    tensor.type = ggmlType(m_cursor.number32(place));
    tensor.info.dtype = tensor.type.dtype;
    tensor.begin = m_cursor.number64(place); // in the data, which begins behind the header
    measure(tensor);
    if (!m_header.places.emplace(tensor.name, 0).second)
        failTensor(tensor, "it is there twice; the file is damaged or was made to deceive");
    m_header.tensors.push_back(std::move(tensor));
}

/// Sets the tensor's bytes.
void GgufHeaderReader::measure(GgufTensor& tensor) const {
    const std::vector<std::int64_t>& shape = tensor.info.shape;
    const DtypeBlock block = tensor.type.block;
    const std::int64_t row = shape.empty() ? 1 : shape.back();
    if (tensor.type.isKnown && row % block.numbers != 0)
        failTensor(tensor, "its rows of " + std::to_string(row) + " numbers are no whole blocks of the " +
                               std::to_string(block.numbers) + " that " + tensor.type.name +
                               " stores together; the file is damaged");
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        return;
    std::int64_t numbers = 1, bytes = 0;
    for (const std::int64_t size : shape)
        if (__builtin_mul_overflow(numbers, size, &numbers))
            failTensor(tensor, "its shape is larger than any memory; the file is damaged");
    const std::int64_t blocks = numbers / block.numbers + (numbers % block.numbers != 0);
    if (__builtin_mul_overflow(blocks, block.bytes, &bytes))
        failTensor(tensor, "its shape is larger than any memory; the file is damaged");
    tensor.bytes = std::uint64_t(bytes);
}

void GgufHeaderReader::placeTensors() {
    const std::uint64_t alignment = m_header.alignment;
    const std::uint64_t dataBegin = (m_cursor.position() + alignment - 1) / alignment * alignment;
    const std::uint64_t dataBytes = m_bytes.size() > dataBegin ? m_bytes.size() - dataBegin : 0;
    for (GgufTensor& tensor : m_header.tensors) {
        if (tensor.begin % alignment != 0)
            failTensor(tensor, "it starts at byte " + std::to_string(tensor.begin) +
                                   " of the data, not at a multiple of the alignment " + std::to_string(alignment) +
                                   "; the file is damaged");
        if (tensor.begin > dataBytes || tensor.bytes > dataBytes - tensor.begin)
            failTensor(tensor, "its " + std::to_string(tensor.bytes) + " bytes from byte " +
                                   std::to_string(tensor.begin) + " of the data lie outside the " +
                                   std::to_string(dataBytes) + " bytes of data; the file is cut off or damaged");
        tensor.begin += dataBegin;
    }
    std::stable_sort(m_header.tensors.begin(), m_header.tensors.end(), [](const GgufTensor& a, const GgufTensor& b) {
        return std::pair(a.begin, a.bytes) < std::pair(b.begin, b.bytes);
    });
    refuseOverlaps();
    for (std::size_t k = 0; k < m_header.tensors.size(); ++k)
        m_header.places[m_header.tensors[k].name] = k;
}

void GgufHeaderReader::refuseOverlaps() const {
    const GgufTensor* last = nullptr; // that has numbers
    for (const GgufTensor& tensor : m_header.tensors) {
        if (tensor.bytes == 0)
            continue;
        if (last && tensor.begin < last->begin + last->bytes)
            failTensor(tensor,
                       "it overlaps tensor " + ggufQuoted(last->name) + "; the file is damaged or was made to deceive");
        last = &tensor;
    }
}

} // namespace

GgufHeader readGgufHeader(const ByteSource& bytes) {
    return GgufHeaderReader(bytes).header();
}

} // namespace headlight
