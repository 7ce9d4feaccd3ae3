#include "models/weights/torch_bytes.h"

#include <cstring>
#include <stdexcept>

namespace headlight {

TorchBytes::TorchBytes(const std::filesystem::path& path)
    : m_name(path.string()), m_opened(std::make_unique<MappedFile>(path)) {}

void TorchBytes::read(std::uint64_t offset, std::uint64_t count, char* out) const {
    if (offset > size() || count > size() - offset)
        throw std::invalid_argument("TorchBytes::read: expected a part of the file");
    if (m_opened)
        m_opened->read(offset, count, out);
    else if (count > 0)
        std::memcpy(out, m_bytes.data() + offset, std::size_t(count));
}

std::string TorchBytes::read(std::uint64_t offset, std::uint64_t count) const {
    if (offset > size() || count > size() - offset) // before memory is taken
        throw std::invalid_argument("TorchBytes::read: expected a part of the file");
    std::string part(std::size_t(count), '\0');
    read(offset, count, part.data());
    return part;
}

} // namespace headlight
