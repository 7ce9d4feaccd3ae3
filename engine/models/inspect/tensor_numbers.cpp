#include "models/inspect/tensor_numbers.h"

#include <algorithm>
#include <cstring>

namespace headlight {

namespace {

bool isWiderThanFloat(Dtype dtype) {
    return dtype == Dtype::F64 || dtype == Dtype::I64 || dtype == Dtype::I32;
}

template <class Stored>
void copyDoubles(const char* from, std::vector<double>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, from + i * sizeof(Stored), sizeof(Stored));
        to[i] = double(stored);
    }
}

} // namespace

TensorNumbers::TensorNumbers(const TensorFile& file, std::string name)
    : m_file(file), m_name(std::move(name)), m_size(file.info(m_name).elements()), m_dtype(file.info(m_name).dtype) {
    if (m_size > 0 && isWiderThanFloat(m_dtype))
        m_wide = file.mappedBytes(m_name);
}

const std::vector<double>& TensorNumbers::next() {
    m_block.resize(std::size_t(std::min(blockSize, m_size - m_read)));
    m_file.refuseChanges();
    if (m_wide) {
        const char* const from = m_wide + m_read * dtypeBytes(m_dtype);
        if (m_dtype == Dtype::F64)
            copyDoubles<double>(from, m_block);
        else if (m_dtype == Dtype::I64)
            copyDoubles<std::int64_t>(from, m_block);
        else
            copyDoubles<std::int32_t>(from, m_block);
        m_file.refuseChanges(); // again: of whole numbers nothing else tells what was lost meanwhile
    } else if (!m_block.empty()) {
        m_floats.resize(m_block.size());
        m_file.readFloat(m_name, m_read, std::int64_t(m_floats.size()), m_floats.data());
        std::copy(m_floats.begin(), m_floats.end(), m_block.begin());
    }
    m_read += std::int64_t(m_block.size());
    return m_block;
}

} // namespace headlight
