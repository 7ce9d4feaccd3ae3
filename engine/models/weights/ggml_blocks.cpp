#include "models/weights/ggml_blocks.h"

#include "core/half.h"

#include <array>
#include <cstring>
#include <stdexcept>

namespace headlight {

namespace {

struct GgmlRow {
    std::uint32_t id;
    const char* name;
    Dtype dtype;
    DtypeBlock block; ///< of types that are not read; dtypeBlock() knows the others'
};

constexpr std::array<GgmlRow, 34> ggmlRows = {{{0, "F32", Dtype::F32, {}},
                                               {1, "F16", Dtype::F16, {}},
                                               {2, "Q4_0", Dtype::Q4_0, {}},
                                               {3, "Q4_1", Dtype::Unread, {32, 20}},
                                               {6, "Q5_0", Dtype::Unread, {32, 22}},
                                               {7, "Q5_1", Dtype::Unread, {32, 24}},
                                               {8, "Q8_0", Dtype::Q8_0, {}},
                                               {9, "Q8_1", Dtype::Unread, {32, 36}},
                                               {10, "Q2_K", Dtype::Unread, {256, 84}},
                                               {11, "Q3_K", Dtype::Unread, {256, 110}},
                                               {12, "Q4_K", Dtype::Q4_K, {}},
                                               {13, "Q5_K", Dtype::Unread, {256, 176}},
                                               {14, "Q6_K", Dtype::Q6_K, {}},
                                               {15, "Q8_K", Dtype::Unread, {256, 292}},
                                               {16, "IQ2_XXS", Dtype::Unread, {256, 66}},
                                               {17, "IQ2_XS", Dtype::Unread, {256, 74}},
                                               {18, "IQ3_XXS", Dtype::Unread, {256, 98}},
                                               {19, "IQ1_S", Dtype::Unread, {256, 50}},
                                               {20, "IQ4_NL", Dtype::Unread, {32, 18}},
                                               {21, "IQ3_S", Dtype::Unread, {256, 110}},
                                               {22, "IQ2_S", Dtype::Unread, {256, 82}},
                                               {23, "IQ4_XS", Dtype::Unread, {256, 136}},
                                               {24, "I8", Dtype::I8, {}},
                                               {25, "I16", Dtype::I16, {}},
                                               {26, "I32", Dtype::I32, {}},
                                               {27, "I64", Dtype::I64, {}},
                                               {28, "F64", Dtype::F64, {}},
                                               {29, "IQ1_M", Dtype::Unread, {256, 56}},
                                               {30, "BF16", Dtype::BF16, {}},
                                               {34, "TQ1_0", Dtype::Unread, {256, 54}},
                                               {35, "TQ2_0", Dtype::Unread, {256, 66}},
                                               {39, "MXFP4", Dtype::Unread, {32, 17}},
                                               {40, "NVFP4", Dtype::Unread, {64, 36}},
                                               {41, "Q1_0", Dtype::Unread, {128, 18}}}};

using GgmlBytes = const unsigned char*;

float ggmlHalf(GgmlBytes bytes) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return fromHalf(bits);
}

/// A byte as the signed number that it holds.
int ggmlSigned(unsigned char byte) {
    return byte < 128 ? byte : byte - 256;
}

/// A scale, then 32 signed bytes.
void readGgmlQ8(GgmlBytes block, float* numbers) {
    const float scale = ggmlHalf(block);
    for (int i = 0; i < 32; ++i)
        numbers[i] = scale * float(ggmlSigned(block[2 + i]));
}

/// A scale, then 16 bytes: number i is byte i's lower half, number i + 16 its upper half, both less 8.
void readGgmlQ4(GgmlBytes block, float* numbers) {
    const float scale = ggmlHalf(block);
    for (int i = 0; i < 16; ++i) {
        numbers[i] = scale * float((block[2 + i] & 15) - 8);
        numbers[i + 16] = scale * float((block[2 + i] >> 4) - 8);
    }
}

/// Eight parts of 32 numbers, each with a scale and an offset of 6 bits. In the 12 bytes of these, the first eight hold
/// the parts 0 to 3: four scales, four offsets; the other four hold the lower halves of the parts 4 to 7, whose upper
/// two bits are those that the first eight bytes have left. Of the 32 bytes that two parts share, the first has the
/// lower halves.
void readGgmlQ4K(GgmlBytes block, float* numbers) {
    const float scaleUnit = ggmlHalf(block), offsetUnit = ggmlHalf(block + 2);
    const GgmlBytes packed = block + 4;
    for (int part = 0; part < 8; ++part) {
        int scale = packed[part] & 63, offset = 0;
        if (part < 4) {
            offset = packed[part + 4] & 63;
        } else {
            scale = (packed[part + 4] & 15) | (packed[part - 4] >> 6 << 4);
            offset = (packed[part + 4] >> 4) | (packed[part] >> 6 << 4);
        }
        const GgmlBytes halves = block + 16 + 32 * (part / 2);
        const float partScale = scaleUnit * float(scale), partOffset = offsetUnit * float(offset);
        for (int i = 0; i < 32; ++i)
            numbers[32 * part + i] = partScale * float(part % 2 == 0 ? halves[i] & 15 : halves[i] >> 4) - partOffset;
    }
}

/// 128 bytes of lower halves, 64 of upper two bits, 16 scales (one for 16 numbers, signed), and the scales' unit. Each
/// half of the block is four parts of 32 numbers: the parts 0 and 1 are the lower halves of 64 bytes, 2 and 3 the upper
/// ones, and all four share 32 bytes of upper bits. 32 is taken off each.
void readGgmlQ6K(GgmlBytes block, float* numbers) {
    const float unit = ggmlHalf(block + 208);
    for (int part = 0; part < 8; ++part) {
        const int half = part / 4, within = part % 4;
        const GgmlBytes lower = block + 64 * half + 32 * (within % 2), upper = block + 128 + 32 * half;
        const GgmlBytes scales = block + 192 + 2 * part;
        for (int i = 0; i < 32; ++i) {
            const int low = within < 2 ? lower[i] & 15 : lower[i] >> 4;
            const int high = upper[i] >> (2 * within) & 3;
            numbers[32 * part + i] = unit * float(ggmlSigned(scales[i / 16])) * float((low | high << 4) - 32);
        }
    }
}

} // namespace

GgmlType ggmlType(std::uint32_t id) {
    for (const GgmlRow& row : ggmlRows)
        if (row.id == id)
            return {row.name, row.dtype, row.dtype == Dtype::Unread ? row.block : dtypeBlock(row.dtype), true};
    return {"type " + std::to_string(id), Dtype::Unread, {8, 1}, false};
}

std::string readGgmlTypes() {
    std::string names, last;
    for (const GgmlRow& row : ggmlRows) {
        if (row.dtype == Dtype::Unread)
            continue;
        if (!last.empty())
            names += (names.empty() ? "" : ", ") + last;
        last = row.name;
    }
    return names + " or " + last;
}

void dequantise(Dtype dtype, const char* blocks, std::int64_t count, float* numbers) {
    void (*read)(GgmlBytes, float*) = nullptr;
    switch (dtype) {
    case Dtype::Q8_0:
        read = readGgmlQ8;
        break;
    case Dtype::Q4_0:
        read = readGgmlQ4;
        break;
    case Dtype::Q4_K:
        read = readGgmlQ4K;
        break;
    case Dtype::Q6_K:
        read = readGgmlQ6K;
        break;
    default:
        throw std::invalid_argument("dequantise: expected a type in blocks, got " + dtypeName(dtype));
    }
    const DtypeBlock size = dtypeBlock(dtype);
    for (std::int64_t k = 0; k < count; ++k)
        read(reinterpret_cast<GgmlBytes>(blocks) + k * size.bytes, numbers + k * size.numbers);
}

} // namespace headlight
