#include "models/weights/byte_source.h"

#include "core/error.h"

#include <cstring>
#include <utility>

namespace headlight {

ByteSource::ByteSource(const std::filesystem::path& path)
    : m_file(path.string()), m_opened(std::make_unique<MappedFile>(path)), m_size(m_opened->size()) {}

ByteSource::ByteSource(std::string bytes, std::string shownName)
    : m_file(std::move(shownName)), m_bytes(std::move(bytes)), m_size(m_bytes.size()) {}

void ByteSource::check(std::uint64_t offset, std::uint64_t count) const {
    if (count > m_size || offset > m_size - count)
        throw Error(m_file + ": byte " + std::to_string(offset) + ": " + std::to_string(count) +
                    " bytes should be there, the file has only " + std::to_string(m_size) +
                    "; it is cut off or damaged");
}

void ByteSource::read(std::uint64_t offset, std::uint64_t count, char* out) const {
    check(offset, count);
    if (m_opened)
        m_opened->read(offset, count, out);
    else if (count > 0)
        std::memcpy(out, m_bytes.data() + offset, std::size_t(count));
}

std::string ByteSource::read(std::uint64_t offset, std::uint64_t count) const {
    check(offset, count);
    std::string part(std::size_t(count), '\0');
    read(offset, count, part.data());
    return part;
}

const char* ByteSource::mapped(std::uint64_t offset, std::uint64_t bytes) const {
    if (!m_opened || bytes == 0)
        return nullptr;
    const char* const map = m_opened->map(offset, bytes);
    return map ? map + offset : nullptr;
}

void ByteSource::refuseChanges() const {
    if (m_opened)
        m_opened->refuseChanges();
}

} // namespace headlight
