#pragma once

#include "core/product.h"
#include "models/dtype.h"

namespace headlight {

/// Numbers of a file that lie in memory as they are stored, lines of `length` numbers one after the other: F16, BF16,
/// or a type in blocks. They are decoded as TensorFile::readFloat() does it.
class CodedTensor final : public CodedLines {
public:
    /// Whether lines of that length can be read one by one.
    static bool has(Dtype dtype, Index length);

    /// `bytes` outlives it.
    CodedTensor(const char* bytes, Dtype dtype, Index length);

    void decode(Index line, Index first, Index count, Real* out) const override;

private:
    void decodeFloats(Index first, Index count, float* out) const;

    const char* m_bytes;
    Dtype m_dtype;
    DtypeBlock m_block;
    Index m_length;
};

} // namespace headlight
