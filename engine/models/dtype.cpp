#include "models/dtype.h"

#include "core/half.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace headlight {

static_assert(std::endian::native == std::endian::little, "tensors are copied as they lie in the file");

namespace {

struct DtypeRow {
    Dtype dtype;
    const char* name;
    int bytes;
};

constexpr std::array<DtypeRow, 10> dtypes = {{{Dtype::F64, "F64", 8},
                                              {Dtype::F32, "F32", 4},
                                              {Dtype::F16, "F16", 2},
                                              {Dtype::BF16, "BF16", 2},
                                              {Dtype::I64, "I64", 8},
                                              {Dtype::I32, "I32", 4},
                                              {Dtype::I16, "I16", 2},
                                              {Dtype::I8, "I8", 1},
                                              {Dtype::U8, "U8", 1},
                                              {Dtype::Bool, "BOOL", 1}}};

template <class Stored>
void convert(const std::string& bytes, float* values) {
    for (std::size_t i = 0; i < bytes.size() / sizeof(Stored); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        if constexpr (std::is_same_v<Stored, double>) // beyond float: infinite, as a conversion by rounding gives
            values[i] = std::abs(stored) > double(std::numeric_limits<float>::max())
                            ? std::copysign(std::numeric_limits<float>::infinity(), float(std::copysign(1.0, stored)))
                            : float(stored);
        else
            values[i] = float(stored);
    }
}

} // namespace

std::string dtypeName(Dtype dtype) {
    return dtypes[std::size_t(dtype)].name;
}

int dtypeBytes(Dtype dtype) {
    return dtypes[std::size_t(dtype)].bytes;
}

std::optional<Dtype> dtypeOf(const std::string& name) {
    for (const DtypeRow& row : dtypes)
        if (name == row.name)
            return row.dtype;
    return std::nullopt;
}

void toFloats(Dtype dtype, const std::string& bytes, float* values) {
    switch (dtype) {
    case Dtype::F64:
        return convert<double>(bytes, values);
    case Dtype::F32:
        std::memcpy(values, bytes.data(), bytes.size());
        return;
    case Dtype::F16:
    case Dtype::BF16: {
        std::vector<std::uint16_t> bits(bytes.size() / 2);
        std::memcpy(bits.data(), bytes.data(), bits.size() * 2);
        if (dtype == Dtype::F16)
            fromHalf(bits.data(), values, bits.size());
        else
            fromBfloat16(bits.data(), values, bits.size());
        return;
    }
    case Dtype::I64:
        return convert<std::int64_t>(bytes, values);
    case Dtype::I32:
        return convert<std::int32_t>(bytes, values);
    case Dtype::I16:
        return convert<std::int16_t>(bytes, values);
    case Dtype::I8:
        return convert<std::int8_t>(bytes, values);
    case Dtype::U8:
    case Dtype::Bool:
        return convert<std::uint8_t>(bytes, values);
    }
}

} // namespace headlight
