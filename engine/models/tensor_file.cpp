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
