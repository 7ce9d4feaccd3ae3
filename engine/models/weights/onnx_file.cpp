#include "models/weights/onnx_file.h"

#include "core/error.h"
#include "models/weights/onnx_tensor.h"
#include "models/weights/protobuf_fields.h"

#include <optional>
#include <utility>

namespace headlight {

OnnxFile::OnnxFile(ByteSource source) : PlacedTensors(std::move(source)) {
    readModel();
}

OnnxFile OnnxFile::open(const std::filesystem::path& path) {
    return OnnxFile(ByteSource(path));
}

OnnxFile OnnxFile::fromBytes(std::string bytes, const std::string& shownName) {
    return OnnxFile(ByteSource(std::move(bytes), shownName));
}

void OnnxFile::readModel() {
    constexpr std::uint64_t irVersionField = 1, graphField = 7;
    ByteCursor model(source(), 0, source().size());
    std::optional<ProtobufField> graph;
    while (const std::optional<ProtobufField> field = nextField(model)) {
        if (field->number == irVersionField && field->type == WireType::Varint) {
            m_irVersion = field->value;
        } else if (field->number == graphField) {
            if (field->type != WireType::Bytes || graph)
                model.fail("byte " + std::to_string(field->begin) +
                           ": a model has one graph; the file is damaged or no ONNX model");
            graph = field;
        }
    }
    constexpr std::uint64_t mostVersions = 1000; // far more than there are
    if (!graph || m_irVersion < 1 || m_irVersion > mostVersions)
        model.fail("it has no version of the format and no graph, as an ONNX model has; this is none");
    readGraph(ByteCursor(source(), graph->begin, graph->end));
}

void OnnxFile::readGraph(ByteCursor graph) {
    constexpr std::uint64_t initializerField = 5, sparseField = 15;
    graph.setPlace("its graph");
    std::size_t number = 0;
    while (const std::optional<ProtobufField> field = nextField(graph)) {
        if (field->number == sparseField)
            graph.fail("it has sparse weights, which can't be read; save the model with dense ones");
        if (field->number != initializerField)
            continue;
        if (field->type != WireType::Bytes)
            graph.fail("byte " + std::to_string(field->begin) +
                       ": an initialiser is a message; the file is damaged or no ONNX model");
        readTensor(ByteCursor(source(), field->begin, field->end), ++number);
    }
}

void OnnxFile::readTensor(ByteCursor cursor, std::size_t number) {
    cursor.setPlace("initialiser " + std::to_string(number));
    OnnxTensor tensor = readOnnxTensor(source(), std::move(cursor));
    const std::uint64_t expected = checkedBytes(tensor.name, tensor.info);
    const std::uint64_t bytes = tensor.decoded ? tensor.decoded->size() : tensor.bytes;
    if (bytes != expected)
        fail(tensor.name, "its shape and type need " + std::to_string(expected) + " bytes of numbers, the file has " +
                              std::to_string(bytes) + "; it is damaged");
    if (tensor.decoded)
        addKept(tensor.name, std::move(tensor.info), std::move(*tensor.decoded));
    else
        add(tensor.name, std::move(tensor.info), tensor.begin);
}

} // namespace headlight
