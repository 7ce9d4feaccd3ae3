#pragma once

#include "autodiff/parameter.h"
#include "models/stored_type.h"
#include "models/tensor_file.h"

#include <functional>
#include <memory>

namespace headlight {

/// The shape of a parameter's tensor: weights [outputs, inputs], biases [outputs], tables [entries, width].
std::vector<std::int64_t> diskShape(const Parameter& parameter);
/// Its numbers in that order, row-major.
std::vector<float> diskValues(const Parameter& parameter);
/// The content of model.safetensors: a tensor of its name for each parameter. Error for a number that half precision
/// can't hold.
std::string parametersFile(const Parameters& parameters, StoredType type);

/// Fills every parameter from the tensor of its name, F32, F16 or BF16. Error naming the file (`where`) and the tensor
/// when one is missing, when there is one that neither is a parameter's nor is `ignored`, for another shape or type,
/// and for a value that is no finite number. A file opened with gaps is checked for them once nothing is missing.
void readParameters(const TensorFile& file, const std::string& where, Parameters& parameters,
                    const std::function<bool(const std::string&)>& ignored = {});

/// Whether a model gets values of its own, or they stay in its file until they are used (models/stored_values.h): then
/// they can't be changed, and a value that is no finite number is told by the pass that uses it.
enum class Values { Own, Stored };

/// readParameters(), or the same without reading a value.
void fillParameters(Values values, const std::shared_ptr<const TensorFile>& file, const std::string& where,
                    Parameters& parameters, const std::function<bool(const std::string&)>& ignored = {});

/// How many values a model can have whose tensors are in the file: generous, so that a single wrong tensor is named,
/// but a wrong configuration does not exhaust the memory. The limit of its Parameters.
Index mostValues(const TensorFile& file);

} // namespace headlight
