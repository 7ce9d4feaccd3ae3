#include "models/tensor_file.h"

#include <algorithm>

namespace headlight {

std::int64_t TensorInfo::elements() const {
    std::int64_t count = 1;
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) // whatever the others are
        return 0;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

std::vector<float> TensorFile::readFloat(const std::string& name) const {
    std::vector<float> values(std::size_t(info(name).elements()));
    readFloat(name, 0, std::int64_t(values.size()), values.data());
    return values;
}

const float* TensorFile::mapped(const std::string& name) const {
    if (info(name).dtype != Dtype::F32)
        return nullptr;
    const char* const bytes = mappedBytes(name);
    const bool isAligned = reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0;
    return isAligned ? reinterpret_cast<const float*>(bytes) : nullptr;
}

bool TensorFile::isReal(const std::string& name) const {
    switch (info(name).dtype) {
    case Dtype::F32:
    case Dtype::F16:
    case Dtype::BF16:
    case Dtype::Q8_0:
    case Dtype::Q4_0:
    case Dtype::Q4_K:
    case Dtype::Q6_K:
        return true;
    default:
        return false;
    }
}

} // namespace headlight
