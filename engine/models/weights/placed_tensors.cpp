#include "models/weights/placed_tensors.h"

#include "core/error.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace headlight {

void PlacedTensors::fail(const std::string& name, const std::string& what) const {
    throw Error(m_source.file() + ": tensor \"" + printable(name) + "\": " + what);
}

std::uint64_t PlacedTensors::checkedBytes(const std::string& name, const TensorInfo& info) const {
    if (info.shape.size() > maximumDimensions)
        fail(name, "it has " + std::to_string(info.shape.size()) + " dimensions, at most " +
                       std::to_string(maximumDimensions) + " are allowed; the file is damaged");
    for (const std::int64_t size : info.shape)
        if (size < 0)
            fail(name, "a size of its shape is " + std::to_string(size) + ", expected 0 or more; the file is damaged");
    if (std::find(info.shape.begin(), info.shape.end(), 0) != info.shape.end())
        return 0; // whatever the others are
    std::int64_t bytes = dtypeBytes(info.dtype);
    for (const std::int64_t size : info.shape)
        if (__builtin_mul_overflow(bytes, size, &bytes))
            fail(name, "its shape is larger than any memory; the file is damaged");
    return std::uint64_t(bytes);
}

void PlacedTensors::checkName(const std::string& name) const {
    constexpr std::size_t maximumName = 1024;
    if (name.empty() || name.size() > maximumName)
        fail(name, "a name must have 1 to 1,024 bytes; the file is damaged");
    if (m_entries.contains(name))
        fail(name, "it is there twice; the file is damaged");
    if (m_names.size() >= maximumTensors)
        throw Error(m_source.file() + ": it holds more than the 100,000 tensors that are allowed");
}

void PlacedTensors::addEntry(const std::string& name, Entry entry) {
    checkName(name);
    m_names.push_back(name);
    m_entries.emplace(name, std::move(entry));
}

void PlacedTensors::add(const std::string& name, TensorInfo info, std::uint64_t begin) {
    const std::uint64_t bytes = checkedBytes(name, info), size = m_source.size();
    if (begin > size || bytes > size - begin)
        fail(name, "its " + std::to_string(bytes) + " bytes from byte " + std::to_string(begin) +
                       " on lie outside the " + std::to_string(size) + " bytes of the file; it is cut off or damaged");
    addEntry(name, {std::move(info), begin, false, {}});
}

void PlacedTensors::addKept(const std::string& name, TensorInfo info, std::string kept) {
    if (kept.size() != checkedBytes(name, info))
        throw std::invalid_argument("PlacedTensors::addKept: expected as many numbers as the shape says");
    addEntry(name, {std::move(info), 0, true, std::move(kept)});
}

void PlacedTensors::addAlias(const std::string& alias, const std::string& name) {
    const auto found = m_entries.find(name);
    if (found == m_entries.end())
        fail(alias, "it should be the same as \"" + printable(name) + "\", which is not in the file; it is damaged");
    addEntry(alias, found->second);
}

const TensorInfo& PlacedTensors::info(const std::string& name) const {
    const auto found = m_entries.find(name);
    if (found == m_entries.end())
        throw Error(m_source.file() + ": there is no tensor \"" + printable(name) + "\"." + suggestion(name, m_names));
    return found->second.info;
}

void PlacedTensors::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    const TensorInfo& tensor = info(name);
    if (first < 0 || count < 0 || first > tensor.elements() - count)
        throw std::invalid_argument("PlacedTensors::readFloat: expected numbers within 0 … " +
                                    std::to_string(tensor.elements()) + ", got " + std::to_string(first) + " + " +
                                    std::to_string(count));
    const Entry& entry = m_entries.at(name);
    constexpr std::int64_t most = 1 << 14; // at a time: their bytes stay in the processor's caches
    const auto each = std::uint64_t(dtypeBytes(tensor.dtype));
    std::string bytes;
    for (const std::int64_t end = first + count; first < end; first += most) {
        const std::int64_t some = std::min(most, end - first);
        if (entry.isKept) {
            bytes.assign(entry.kept, std::size_t(first) * std::size_t(each), std::size_t(some) * std::size_t(each));
        } else {
            bytes.resize(std::size_t(some) * std::size_t(each));
            m_source.read(entry.begin + std::uint64_t(first) * each, bytes.size(), bytes.data());
        }
        toFloats(tensor.dtype, bytes, out);
        out += some;
    }
}

const char* PlacedTensors::mappedBytes(const std::string& name) const {
    const TensorInfo& tensor = info(name);
    const Entry& entry = m_entries.at(name);
    if (entry.isKept)
        return nullptr;
    return m_source.mapped(entry.begin, std::uint64_t(tensor.elements()) * std::uint64_t(dtypeBytes(tensor.dtype)));
}

} // namespace headlight
