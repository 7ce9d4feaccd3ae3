#include "models/dtype.h"

#include "core/half.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace headlight {

static_assert(std::endian::native == std::endian::little, "tensors are copied as they lie in the file");

namespace {

struct DtypeRow {
    Dtype dtype;
    const char* name;
    DtypeBlock block;
};

constexpr std::array<DtypeRow, 15> dtypes = {{{Dtype::F64, "F64", {1, 8}},
                                              {Dtype::F32, "F32", {1, 4}},
                                              {Dtype::F16, "F16", {1, 2}},
                                              {Dtype::BF16, "BF16", {1, 2}},
                                              {Dtype::I64, "I64", {1, 8}},
                                              {Dtype::I32, "I32", {1, 4}},
                                              {Dtype::I16, "I16", {1, 2}},
                                              {Dtype::I8, "I8", {1, 1}},
                                              {Dtype::U8, "U8", {1, 1}},
                                              {Dtype::Bool, "BOOL", {1, 1}},
                                              {Dtype::Q8_0, "Q8_0", {32, 34}},
                                              {Dtype::Q4_0, "Q4_0", {32, 18}},
                                              {Dtype::Q4_K, "Q4_K", {256, 144}},
                                              {Dtype::Q6_K, "Q6_K", {256, 210}},
                                              {Dtype::Unread, "a type that is not read", {0, 0}}}};

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

DtypeBlock dtypeBlock(Dtype dtype) {
    return dtypes[std::size_t(dtype)].block;
}

int dtypeBytes(Dtype dtype) {
    const DtypeBlock block = dtypeBlock(dtype);
    if (block.numbers != 1)
        throw std::invalid_argument("dtypeBytes: a number of " + dtypeName(dtype) + " has no bytes of its own");
    return int(block.bytes);
}

std::optional<Dtype> dtypeOf(const std::string& name) {
    for (const DtypeRow& row : dtypes)
        if (name == row.name && row.dtype != Dtype::Unread)
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
        return fromHalf(bytes.data(), values, bytes.size() / 2);
    case Dtype::BF16:
        return fromBfloat16(bytes.data(), values, bytes.size() / 2);
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
    case Dtype::Q8_0:
    case Dtype::Q4_0:
    case Dtype::Q4_K:
    case Dtype::Q6_K:
    case Dtype::Unread:
        throw std::invalid_argument("toFloats: expected a plain type, got " + dtypeName(dtype));
    }
}

} // namespace headlight
