#include "models/weights/gguf_file.h"

#include "core/error.h"
#include "models/weights/byte_source.h"
#include "models/weights/ggml_blocks.h"
#include "models/weights/gguf_cursor.h"
#include "models/weights/gguf_header.h"
#include "models/weights/in_blocks.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace headlight {

struct GgufFile::Impl {
    explicit Impl(ByteSource content) : bytes(std::move(content)), header(readGgufHeader(bytes)) {
        for (const GgufTensor& tensor : header.tensors)
            names.push_back(tensor.name);
    }
    const GgufTensor& tensor(const std::string& name) const;
    void readBlocks(const GgufTensor& tensor, std::int64_t firstBlock, std::int64_t count, float* out) const;

    ByteSource bytes;
    GgufHeader header;
    std::vector<std::string> names;
};

const GgufTensor& GgufFile::Impl::tensor(const std::string& name) const {
    const auto found = header.places.find(name);
    if (found == header.places.end())
        throw Error(bytes.file() + ": there is no tensor " + ggufQuoted(name) + "." + suggestion(name, names));
    return header.tensors[found->second];
}

void GgufFile::Impl::readBlocks(const GgufTensor& tensor, std::int64_t firstBlock, std::int64_t count,
                                float* out) const {
    const DtypeBlock block = tensor.type.block;
    const std::string stored =
        bytes.read(tensor.begin + std::uint64_t(firstBlock * block.bytes), std::uint64_t(count * block.bytes));
    if (block.numbers == 1)
        toFloats(tensor.info.dtype, stored, out);
    else
        dequantise(tensor.info.dtype, stored.data(), count, out);
}

GgufFile::GgufFile(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
GgufFile::GgufFile(GgufFile&&) noexcept = default;
GgufFile& GgufFile::operator=(GgufFile&&) noexcept = default;
GgufFile::~GgufFile() = default;

GgufFile GgufFile::open(const std::filesystem::path& path) {
    return GgufFile(std::make_unique<Impl>(ByteSource(path)));
}

GgufFile GgufFile::fromBytes(std::string bytes, const std::string& shownName) {
    return GgufFile(std::make_unique<Impl>(ByteSource(std::move(bytes), shownName)));
}

const std::vector<std::string>& GgufFile::names() const {
    return m_impl->names;
}

bool GgufFile::contains(const std::string& name) const {
    return m_impl->header.places.contains(name);
}

const TensorInfo& GgufFile::info(const std::string& name) const {
    return m_impl->tensor(name).info;
}

const std::string& GgufFile::typeName(const std::string& name) const {
    return m_impl->tensor(name).type.name;
}

void GgufFile::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    const GgufTensor& tensor = m_impl->tensor(name);
    const std::int64_t elements = tensor.info.elements();
    if (first < 0 || count < 0 || first > elements - count)
        throw std::invalid_argument("GgufFile::readFloat: expected numbers within 0 … " + std::to_string(elements) +
                                    ", got " + std::to_string(first) + " + " + std::to_string(count));
    if (tensor.info.dtype == Dtype::Unread)
        throw Error(m_impl->bytes.file() + ": tensor " + ggufQuoted(name) + ": its numbers are of ggml's " +
                    tensor.type.name + ", which is not read; get the model with " + readGgmlTypes() +
                    ", or convert it");
    const std::int64_t size = tensor.type.block.numbers;
    const std::int64_t most = (1 << 14) / size; // at a time: their bytes stay in the processor's caches
    readInBlocks(first, count, size, most, out, [&](std::int64_t block, std::int64_t blocks, float* numbers) {
        m_impl->readBlocks(tensor, block, blocks, numbers);
    });
}

const char* GgufFile::mappedBytes(const std::string& name) const {
    const GgufTensor& tensor = m_impl->tensor(name);
    return m_impl->bytes.mapped(tensor.begin, tensor.bytes);
}

void GgufFile::refuseChanges() const {
    m_impl->bytes.refuseChanges();
}

std::uint32_t GgufFile::version() const {
    return m_impl->header.version;
}

const std::vector<std::string>& GgufFile::keys() const {
    return m_impl->header.keys;
}

const GgufValue* GgufFile::find(const std::string& key) const {
    const auto found = m_impl->header.values.find(key);
    return found == m_impl->header.values.end() ? nullptr : &found->second;
}

} // namespace headlight
