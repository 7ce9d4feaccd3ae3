#pragma once

#include "models/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

struct TensorInfo {
    Dtype dtype = Dtype::F32;
    std::vector<std::int64_t> shape; ///< empty for a single number
    std::int64_t elements() const;
};

/// Named tensors of a file, or of several that belong together, whatever the format. Numbers are given row-major (the
/// last index runs fastest); whoever wants column-major matrices transposes. Tensors are read when asked for. Several
/// threads may read at once.
class TensorFile {
public:
    virtual ~TensorFile() = default;
    virtual const std::vector<std::string>& names() const = 0; ///< in the order of their data
    virtual bool contains(const std::string& name) const = 0;
    /// Error with the nearest name when there is no such tensor.
    virtual const TensorInfo& info(const std::string& name) const = 0;
    /// What the file calls it, for messages.
    virtual const std::string& shownName(const std::string& name) const { return name; }
    /// Whether the numbers may be a model's weights: floats, and what has its scale with it. Integers alone are none.
    virtual bool isReal(const std::string& name) const;
    /// The tensor's numbers as floats, whatever the type on disk. F64 and integers are rounded.
    std::vector<float> readFloat(const std::string& name) const;
    /// The same of a part, the numbers [first, first + count) of the tensor; nothing else is read.
    virtual void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const = 0;

    /// A tensor where it lies in the file, mapped into memory and read: row-major, in the type of info(), as long as
    /// this object lives. Null for numbers that are not all there is to it (scales elsewhere), bytes in memory, and
    /// where a file can't be mapped. Error when the file was changed or can't be read. refuseChanges() is to be called
    /// each time before the numbers are used (see models/mapped_file.h).
    virtual const char* mappedBytes(const std::string& /*name*/) const { return nullptr; }
    /// The same of an F32 tensor, whose numbers can be used as they lie. Null for other types, and at an odd place,
    /// too.
    const float* mapped(const std::string& name) const;
    /// Error when a file was changed after it had been opened.
    virtual void refuseChanges() const = 0;
    /// Error when bytes belong to no tensor, of a format where that is a fault.
    virtual void refuseGaps() const {}
};

} // namespace headlight
