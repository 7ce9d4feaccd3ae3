#pragma once

#include "autodiff/parameter.h"
#include "models/tensor_file.h"

namespace headlight {

/// The numbers of a tensor F32, F16 or BF16, row-major. Error beginning with `where` when one is no finite number.
std::vector<float> readFinite(const TensorFile& file, const std::string& where, const std::string& tensor);

/// Column-major numbers of a parameter's tensor, whose shape has been checked.
Matrix readMatrix(const TensorFile& file, const std::string& where, const Parameter& parameter);

/// A parameter's numbers that stay in the file. A tensor's numbers are read and checked to be finite when they are
/// first used, of a table only the columns that are looked up:
///
/// - F32 is used where it lies, mapped into memory, if it is aligned; each use checks that the file is still the same.
/// - F16, BF16 and types in blocks are decoded from where they lie by each product that takes them (CodedTensor).
/// - Other tensors are widened to a copy, which is kept: those that are wanted otherwise than by products, F32 ones
///   where the engine computes in double, and all that can't be mapped.
/// - A weight that is wanted column by column is a transposed copy; products take it as it lies.
std::shared_ptr<const StoredValues> storedValues(std::shared_ptr<const TensorFile> file, std::string where,
                                                 const Parameter& parameter);

} // namespace headlight
