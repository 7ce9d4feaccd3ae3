#pragma once

#include "models/tensor_file.h"
#include "models/weights/byte_cursor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

/// An ONNX TensorProto with its numbers either as they lie in the file or decoded.
struct OnnxTensor {
    std::string name;
    TensorInfo info;
    std::uint64_t begin = 0, bytes = 0; ///< in the file
    std::optional<std::string> decoded; ///< instead: the numbers, one after the other
};

/// Reads the message that the cursor goes through. Whether there are as many numbers as the shape says is left to the
/// caller. Error as OnnxFile says.
OnnxTensor readOnnxTensor(const ByteSource& source, ByteCursor tensor);

} // namespace headlight
