#pragma once

#include "models/weights/placed_tensors.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

class ByteCursor;

/// The initialisers of an ONNX model's graph, its weights, by name; the operators between them are passed over, and so
/// are weights within the bodies of loops and branches. Types are FLOAT, DOUBLE, FLOAT16, BFLOAT16, INT8 to INT64,
/// UINT8 and BOOL.
///
/// The file is protocol buffers' wire format and taken as hostile: lengths and numbers are checked, messages are
/// followed four levels down and no further. There is no magic number, so a file is accepted only when it has a version
/// and one graph. Every fault is an Error with file and tensor; refused are also other types, sparse initialisers, and
/// weights in a file of their own, which the message names. Numbers that a model keeps one by one (int32_data, …) are
/// held in memory, at most 8 bytes for each byte of the file. Limits: those of PlacedTensors.
class OnnxFile final : public PlacedTensors {
public:
    static OnnxFile open(const std::filesystem::path& path);
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static OnnxFile fromBytes(std::string bytes, const std::string& shownName);

    std::uint64_t irVersion() const { return m_irVersion; } ///< of the format

private:
    explicit OnnxFile(ByteSource source);
    void readModel();
    void readGraph(ByteCursor graph);
    void readTensor(ByteCursor tensor, std::size_t number);

    std::uint64_t m_irVersion = 0;
};

} // namespace headlight
