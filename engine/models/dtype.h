#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

/// Types of a file's numbers: those of safetensors, those that ggml stores in blocks of numbers with common scales
/// (models/weights/ggml_blocks.h), and any other that a file may have and that is not read.
enum class Dtype { F64, F32, F16, BF16, I64, I32, I16, I8, U8, Bool, Q8_0, Q4_0, Q4_K, Q6_K, Unread };

/// As in the file: "F32", "BOOL", "Q4_K" …; of Unread words for a message.
std::string dtypeName(Dtype dtype);
/// The type of that name, for each but Unread.
std::optional<Dtype> dtypeOf(const std::string& name);
/// Of one number. std::invalid_argument for types that have no such size: those in blocks, and Unread.
int dtypeBytes(Dtype dtype);

/// How many numbers are stored together, in how many bytes.
struct DtypeBlock {
    std::int64_t numbers = 1;
    std::int64_t bytes = 0;
};

/// One number of dtypeBytes() for the plain types, nothing of no bytes for Unread.
DtypeBlock dtypeBlock(Dtype dtype);

/// The numbers that lie one after the other in `bytes`, as floats. F64 and integers are rounded. std::invalid_argument
/// for types in blocks and Unread.
void toFloats(Dtype dtype, const std::string& bytes, float* values);

} // namespace headlight
