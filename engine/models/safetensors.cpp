#include "models/safetensors.h"

#include "core/error.h"
#include "core/json_text.h"
#include "models/mapped_file.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

using HeaderJson = nlohmann::json;

constexpr std::uint64_t maximumHeader = 100'000'000;
constexpr std::size_t maximumTensors = 100'000;
constexpr std::size_t maximumName = 1024;
constexpr std::size_t maximumDimensions = 8;
constexpr std::size_t maximumDepth = 4; // file → tensor → list of numbers

/// A name from the file in quotes, control characters and broken text escaped, of a length that fits a message.
std::string inQuotes(const std::string& text) {
    const std::string shown = jsonText(text);
    return shown.size() <= 200 ? shown : shown.substr(0, 200) + "…\"";
}

/// Refuses what the JSON library would let pass: repeated names, deep nesting, more tensors than are allowed, and more
/// entries of lists than these can have, each of which takes eight times its bytes when the header is built. It reads
/// once over the text; the library's own check while it builds takes a time with the square of the names.
class HeaderCheck final : public HeaderJson::json_sax_t {
public:
    explicit HeaderCheck(const std::string& file) : m_file(file) {}

    bool null() override { return count(); }
    bool boolean(bool) override { return count(); }
    bool number_integer(number_integer_t) override { return count(); }
    bool number_unsigned(number_unsigned_t) override { return count(); }
    bool number_float(number_float_t, const string_t&) override { return count(); }
    bool string(string_t&) override { return count(); }
    bool binary(binary_t&) override { return count(); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        std::set<std::string>& names = m_names.back();
        if (!names.insert(name).second)
            throw Error(m_file + ": the header has " + inQuotes(name) +
                        " twice; the file is damaged or was made to deceive");
        if (names.size() > maximumTensors)
            throw Error(m_file + ": it holds more than the 100,000 tensors that are allowed");
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const HeaderJson::exception& error) override {
        if (dynamic_cast<const HeaderJson::parse_error*>(&error))
            m_badByte = position;
        return false;
    }

    /// Where the text is no JSON; nothing when a number in it is too large.
    std::optional<std::size_t> badByte() const { return m_badByte; }

private:
    /// Of a tensor there are its type, the sizes and two offsets; metadata have room, too.
    bool count() {
        constexpr std::size_t most = 2 * maximumTensors * (maximumDimensions + 3);
        if (++m_values > most)
            throw Error(m_file + ": the header has more than " + std::to_string(most) +
                        " values; this is no safetensors file or it was made to deceive");
        return true;
    }
    bool open() {
        count();
        m_names.emplace_back();
        if (m_names.size() > maximumDepth)
            throw Error(m_file + ": the header is nested too deeply; this is no safetensors file");
        return true;
    }
    bool close() {
        m_names.pop_back();
        return true;
    }

    const std::string& m_file;
    std::vector<std::set<std::string>> m_names; ///< of what is open
    std::optional<std::size_t> m_badByte;
    std::size_t m_values = 0;
};

HeaderJson parseHeader(const std::string& text, const std::string& file) {
    HeaderCheck check(file);
    if (HeaderJson::sax_parse(text, &check))
        return HeaderJson::parse(text);
    throw Error(file + ": the header is not valid JSON (" +
                (check.badByte() ? jsonPlace(text, *check.badByte()) : "a number in it is too large") +
                "); the file is damaged or no safetensors file");
}

struct Entry {
    TensorInfo info;
    std::uint64_t begin = 0, end = 0; ///< in the data
};

std::string tensorMessage(const std::string& file, const std::string& name, const std::string& what) {
    return file + ": tensor " + inQuotes(name) + ": " + what;
}

[[noreturn]] void failTensor(const std::string& file, const std::string& name, const std::string& what) {
    throw Error(tensorMessage(file, name, what));
}

const HeaderJson& member(const HeaderJson& tensor, const char* key, const std::string& file, const std::string& name) {
    const auto found = tensor.find(key);
    if (found == tensor.end())
        failTensor(file, name, std::string("\"") + key + "\" is missing in the header");
    return *found;
}

std::vector<std::int64_t> parseShape(const HeaderJson& json, int elementBytes, const std::string& file,
                                     const std::string& name) {
    if (!json.is_array() || json.size() > maximumDimensions)
        failTensor(file, name, "\"shape\" must be a list of at most " + std::to_string(maximumDimensions) + " sizes");
    std::vector<std::int64_t> shape;
    for (const HeaderJson& size : json) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > std::uint64_t(1) << 62)
            failTensor(file, name, "\"shape\" has " + inQuotes(jsonText(size)) + ", expected a whole number ≥ 0");
        shape.push_back(std::int64_t(size.get<std::uint64_t>()));
    }
    if (std::find(shape.begin(), shape.end(), 0) != shape.end())
        return shape;
    std::int64_t bytes = elementBytes;
    for (const std::int64_t size : shape)
        if (__builtin_mul_overflow(bytes, size, &bytes))
            failTensor(file, name, "the shape " + jsonText(json) + " is larger than any memory");
    return shape;
}

Entry parseEntry(const HeaderJson& json, const std::string& file, const std::string& name) {
    if (!json.is_object())
        failTensor(file, name, "expected an object with dtype, shape and data_offsets");
    Entry entry;
    const HeaderJson& dtype = member(json, "dtype", file, name);
    const std::optional<Dtype> known = dtypeOf(dtype.is_string() ? dtype.get<std::string>() : "");
    if (!known || dtypeBlock(*known).numbers != 1) // blocks are other formats' affair
        failTensor(file, name,
                   "the number type " + inQuotes(dtype.is_string() ? dtype.get<std::string>() : jsonText(dtype)) +
                       " is not supported; convert the tensor to F32 or F16");
    entry.info.dtype = *known;
    entry.info.shape = parseShape(member(json, "shape", file, name), dtypeBytes(*known), file, name);

    const HeaderJson& offsets = member(json, "data_offsets", file, name);
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
        failTensor(file, name, "\"data_offsets\" must be two whole numbers ≥ 0");
    entry.begin = offsets[0].get<std::uint64_t>();
    entry.end = offsets[1].get<std::uint64_t>();
    for (const auto& item : json.items())
        if (item.key() != "dtype" && item.key() != "shape" && item.key() != "data_offsets")
            failTensor(file, name, "unknown entry " + inQuotes(item.key()) + " in the header");
    return entry;
}

void checkPlace(const Entry& entry, std::uint64_t dataBytes, const std::string& file, const std::string& name) {
    const auto range = "bytes " + std::to_string(entry.begin) + " to " + std::to_string(entry.end);
    if (entry.begin > entry.end || entry.end > dataBytes)
        failTensor(file, name,
                   range + " lie outside the " + std::to_string(dataBytes) +
                       " bytes of data; the file is damaged or cut off");
    const auto expected = std::uint64_t(entry.info.elements()) * std::uint64_t(dtypeBytes(entry.info.dtype));
    if (entry.end - entry.begin != expected)
        failTensor(file, name,
                   "its shape and type need " + std::to_string(expected) + " bytes, the header gives it " +
                       std::to_string(entry.end - entry.begin));
    if (entry.begin % std::uint64_t(dtypeBytes(entry.info.dtype)) != 0)
        failTensor(file, name,
                   "it starts at byte " + std::to_string(entry.begin) + ", not at a multiple of its " +
                       std::to_string(dtypeBytes(entry.info.dtype)) + "-byte numbers");
}

} // namespace

/// The bytes (in a file or in memory) and the checked header.
struct SafetensorsFile::Impl {
    std::string read(std::uint64_t offset, std::uint64_t count) const {
        if (!opened)
            return bytes.substr(std::size_t(offset), std::size_t(count));
        std::string content(std::size_t(count), '\0');
        opened->read(offset, count, content.data());
        return content;
    }

    void readHeader();
    void checkCover(std::uint64_t dataBytes);
    void refuseGaps() const;

    std::string file;                   ///< name for messages
    std::unique_ptr<MappedFile> opened; ///< null: the bytes are in memory
    std::string bytes;
    std::uint64_t size = 0;
    std::uint64_t dataBegin = 0;
    std::vector<std::string> names;
    std::map<std::string, Entry> entries;
    std::map<std::string, std::string> metadata;
    std::string gap; ///< the message about the first bytes that belong to no tensor; empty: there are none
};

void SafetensorsFile::Impl::refuseGaps() const {
    if (!gap.empty())
        throw Error(gap);
}

void SafetensorsFile::Impl::readHeader() {
    if (size < 8)
        throw Error(file + ": only " + std::to_string(size) +
                    " bytes long; a safetensors file starts with the 8 bytes of its header's length");
    std::uint64_t length = 0;
    std::memcpy(&length, read(0, 8).data(), 8);
    if (length > maximumHeader)
        throw Error(file + ": its first 8 bytes announce a header of " + std::to_string(length) +
                    " bytes, at most 100,000,000 are allowed; this is no safetensors file or it is damaged");
    if (length > size - 8)
        throw Error(file + ": the header should have " + std::to_string(length) + " bytes, but only " +
                    std::to_string(size - 8) + " follow; the file is cut off or no safetensors file");
    dataBegin = 8 + length;
    const HeaderJson header = parseHeader(read(8, length), file);
    if (!header.is_object())
        throw Error(file + ": the header must be a JSON object; the file is damaged or no safetensors file");

    for (const auto& [name, value] : header.items()) {
        if (name == "__metadata__") {
            if (!value.is_object())
                throw Error(file + ": \"__metadata__\" must be an object of texts");
            for (const auto& [key, text] : value.items()) {
                if (!text.is_string())
                    throw Error(file + ": \"__metadata__\": " + inQuotes(key) + " must be a text");
                metadata[key] = text.get<std::string>();
            }
            continue;
        }
        if (name.empty() || name.size() > maximumName)
            failTensor(file, name, "a name must have 1 to " + std::to_string(maximumName) + " bytes");
        Entry entry = parseEntry(value, file, name);
        checkPlace(entry, size - dataBegin, file, name);
        entries.emplace(name, std::move(entry));
        names.push_back(name);
    }
    checkCover(size - dataBegin);
    if (const auto sum = metadata.find(checksumKey); sum != metadata.end()) {
        if (sum->second != checksumOf(read(dataBegin, size - dataBegin)))
            throw Error(file +
                        ": the numbers don't match the file's checksum: it was damaged after it was written. Get or "
                        "train it anew");
        metadata.erase(sum);
    }
}

/// Sorts the names by place, refuses overlaps, and notes where the data is not filled exactly.
void SafetensorsFile::Impl::checkCover(std::uint64_t dataBytes) {
    const auto place = [this](const std::string& name) {
        const Entry& entry = entries.at(name);
        return std::pair(entry.begin, entry.end);
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
    std::uint64_t covered = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Entry& entry = entries.at(names[i]);
        if (entry.begin < covered)
            failTensor(file, names[i],
                       "it overlaps tensor " + inQuotes(names[i - 1]) + " at byte " + std::to_string(entry.begin));
        if (entry.begin > covered && gap.empty())
            gap = tensorMessage(file, names[i],
                                "bytes " + std::to_string(covered) + " to " + std::to_string(entry.begin) +
                                    " before it belong to no tensor");
        covered = entry.end;
    }
    if (covered != dataBytes && gap.empty())
        gap = file +
              (dataBytes - covered == 1 ? ": the last byte belongs"
                                        : ": the last " + std::to_string(dataBytes - covered) + " bytes belong") +
              " to no tensor";
}

SafetensorsFile::SafetensorsFile(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
SafetensorsFile::SafetensorsFile(SafetensorsFile&&) noexcept = default;
SafetensorsFile& SafetensorsFile::operator=(SafetensorsFile&&) noexcept = default;
SafetensorsFile::~SafetensorsFile() = default;

SafetensorsFile SafetensorsFile::open(const std::filesystem::path& path) {
    SafetensorsFile file = openWithGaps(path);
    file.refuseGaps();
    return file;
}

SafetensorsFile SafetensorsFile::openWithGaps(const std::filesystem::path& path) {
    auto impl = std::make_unique<Impl>();
    impl->file = path.string();
    impl->opened = std::make_unique<MappedFile>(path);
    impl->size = impl->opened->size();
    impl->readHeader();
    return SafetensorsFile(std::move(impl));
}

SafetensorsFile SafetensorsFile::fromBytes(std::string bytes, const std::string& shownName) {
    auto impl = std::make_unique<Impl>();
    impl->file = shownName;
    impl->size = bytes.size();
    impl->bytes = std::move(bytes);
    impl->readHeader();
    impl->refuseGaps();
    return SafetensorsFile(std::move(impl));
}

void SafetensorsFile::refuseGaps() const {
    m_impl->refuseGaps();
}

const std::vector<std::string>& SafetensorsFile::names() const {
    return m_impl->names;
}

bool SafetensorsFile::contains(const std::string& name) const {
    return m_impl->entries.contains(name);
}

const TensorInfo& SafetensorsFile::info(const std::string& name) const {
    const auto found = m_impl->entries.find(name);
    if (found == m_impl->entries.end())
        throw Error(m_impl->file + ": there is no tensor " + inQuotes(name) + "." + suggestion(name, m_impl->names));
    return found->second.info;
}

void SafetensorsFile::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    const TensorInfo& tensor = info(name);
    if (first < 0 || count < 0 || first > tensor.elements() - count)
        throw std::invalid_argument("SafetensorsFile::readFloat: expected numbers within 0 … " +
                                    std::to_string(tensor.elements()) + ", got " + std::to_string(first) + " + " +
                                    std::to_string(count));
    constexpr std::int64_t most = 1 << 14; // at a time: their bytes stay in the processor's caches
    const std::uint64_t begin = m_impl->dataBegin + m_impl->entries.at(name).begin;
    const auto each = std::uint64_t(dtypeBytes(tensor.dtype));
    for (const std::int64_t end = first + count; first < end; first += most) {
        const std::int64_t some = std::min(most, end - first);
        toFloats(tensor.dtype, m_impl->read(begin + std::uint64_t(first) * each, std::uint64_t(some) * each), out);
        out += some;
    }
}

const char* SafetensorsFile::mappedBytes(const std::string& name) const {
    info(name); // an Error where there is none
    const Entry& entry = m_impl->entries.at(name);
    const std::uint64_t begin = m_impl->dataBegin + entry.begin;
    if (!m_impl->opened || entry.begin == entry.end)
        return nullptr;
    const char* const map = m_impl->opened->map(begin, entry.end - entry.begin);
    return map ? map + begin : nullptr;
}

void SafetensorsFile::refuseChanges() const {
    if (m_impl->opened)
        m_impl->opened->refuseChanges();
}

const std::map<std::string, std::string>& SafetensorsFile::metadata() const {
    return m_impl->metadata;
}

} // namespace headlight
