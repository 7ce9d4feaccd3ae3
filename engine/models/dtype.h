#pragma once

#include <optional>
#include <string>

namespace headlight {

/// Types of a safetensors file's numbers.
enum class Dtype { F64, F32, F16, BF16, I64, I32, I16, I8, U8, Bool };

std::string dtypeName(Dtype dtype); ///< as in the file: "F32", "BOOL" …
std::optional<Dtype> dtypeOf(const std::string& name);
int dtypeBytes(Dtype dtype);

/// The numbers that lie one after the other in `bytes`, as floats. F64 and integers are rounded.
void toFloats(Dtype dtype, const std::string& bytes, float* values);

} // namespace headlight
