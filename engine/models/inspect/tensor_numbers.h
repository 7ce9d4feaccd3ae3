#pragma once

#include "models/tensor_file.h"

#include <functional>
#include <string>
#include <vector>

namespace headlight {

/// Is told after each block of numbers how many it had. May throw, which ends the work.
using NumbersRead = std::function<void(std::int64_t numbers)>;

/// The numbers of a tensor, block by block, without a copy of the whole. Doubles hold any F64, I32, and I64 up to 2^53;
/// where these can't be mapped they are rounded to float, as readFloat() does. All others have the values that
/// readFloat() gives.
class TensorNumbers {
public:
    static constexpr std::int64_t blockSize = 1 << 14; ///< they stay in the processor's caches

    /// `file` outlives it. Error when there is no such tensor.
    TensorNumbers(const TensorFile& file, std::string name);

    std::int64_t size() const { return m_size; }
    /// The next ones, at most blockSize; none behind the last. They stay until the next call. Error when the file was
    /// changed or can't be read.
    const std::vector<double>& next();

private:
    const TensorFile& m_file;
    std::string m_name;
    std::int64_t m_size, m_read = 0;
    Dtype m_dtype;
    const char* m_wide = nullptr; ///< where numbers lie that float does not hold
    std::vector<float> m_floats;
    std::vector<double> m_block;
};

} // namespace headlight
