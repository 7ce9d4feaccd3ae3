#pragma once

#include "models/tensor_file.h"
#include "models/weights/byte_source.h"
#include "models/weights/ggml_blocks.h"
#include "models/weights/gguf_value.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headlight {

struct GgufTensor {
    std::string name;
    TensorInfo info;
    GgmlType type;
    std::uint64_t begin = 0; ///< in the file
    std::uint64_t bytes = 0; ///< of a type that is not known the least that it has
};

/// All of a GGUF file but the tensors' numbers.
struct GgufHeader {
    std::uint32_t version = 0;
    std::uint32_t alignment = 32;
    std::vector<std::string> keys; ///< in the order of the file
    std::map<std::string, GgufValue> values;
    std::vector<GgufTensor> tensors;           ///< in the order of their numbers
    std::map<std::string, std::size_t> places; ///< of the names among the tensors
};

/// Reads and checks the header; nothing else is read. For errors and limits see models/weights/gguf_file.h.
GgufHeader readGgufHeader(const ByteSource& bytes);

} // namespace headlight
