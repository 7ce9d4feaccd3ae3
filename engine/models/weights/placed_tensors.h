#pragma once

#include "models/tensor_file.h"
#include "models/weights/byte_source.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What readers of one file have in common whose tensors lie in it as they are, row-major and without gaps within a
/// tensor: a reader adds them with their places, this gives their numbers. Limits: 100,000 tensors, names of 1,024
/// bytes, 8 dimensions.
class PlacedTensors : public TensorFile {
public:
    const std::vector<std::string>& names() const final { return m_names; } ///< in the order they were added
    bool contains(const std::string& name) const final { return m_entries.contains(name); }
    const TensorInfo& info(const std::string& name) const final;
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const final { m_source.refuseChanges(); }

protected:
    static constexpr std::size_t maximumTensors = 100'000;
    static constexpr std::size_t maximumDimensions = 8;

    explicit PlacedTensors(ByteSource source) : m_source(std::move(source)) {}

    const ByteSource& source() const { return m_source; }
    /// The bytes that the tensor's numbers take. Error for too many dimensions, a negative size, and a product that is
    /// too large.
    std::uint64_t checkedBytes(const std::string& name, const TensorInfo& info) const;
    /// A tensor whose data begins at that byte. Error for a name that is empty, too long or there already, a shape as
    /// above, data that the file does not have, and too many tensors.
    void add(const std::string& name, TensorInfo info, std::uint64_t begin);
    /// A tensor whose numbers lie otherwise in the file: `kept` has them one after the other.
    void addKept(const std::string& name, TensorInfo info, std::string kept);
    /// A second name for a tensor. Error as above.
    void addAlias(const std::string& alias, const std::string& name);
    /// Error "FILE: tensor NAME: what".
    [[noreturn]] void fail(const std::string& name, const std::string& what) const;

private:
    struct Entry {
        TensorInfo info;
        std::uint64_t begin = 0;
        bool isKept = false;
        std::string kept;
    };
    void addEntry(const std::string& name, Entry entry);
    void checkName(const std::string& name) const;

    ByteSource m_source;
    std::vector<std::string> m_names;
    std::map<std::string, Entry> m_entries;
};

} // namespace headlight
