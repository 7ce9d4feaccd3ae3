#pragma once

#include "models/dtype.h"

#include <cstdint>
#include <string>

namespace headlight {

/// A type of numbers as ggml counts them, in GGUF files.
struct GgmlType {
    std::string name;            ///< as ggml writes it: "Q5_K"; of a type that is not known "type 77"
    Dtype dtype = Dtype::Unread; ///< Unread: the numbers can't be read
    /// How many numbers are stored together, in how many bytes. Of a type that is not known what no type falls below: a
    /// bit for each number.
    DtypeBlock block;
    bool isKnown = false;
};

/// For any number that a file may have.
GgmlType ggmlType(std::uint32_t id);

/// The names of the types that are read, for a message: "F32, F16 … or Q6_K".
std::string readGgmlTypes();

/// The numbers of `count` whole blocks that lie one after the other, as floats: Q8_0 and Q4_0 of 32 numbers, Q4_K and
/// Q6_K of 256 (see dtypeBlock). Each number is its scale times a whole number, Q4_K's less an offset, rounded once;
/// scales that are no finite numbers give none. std::invalid_argument for other types.
void dequantise(Dtype dtype, const char* blocks, std::int64_t count, float* numbers);

} // namespace headlight
