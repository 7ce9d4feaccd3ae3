#include "models/weights/llama2c_file.h"

#include "core/error.h"
#include "models/weights/byte_cursor.h"

#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::uint64_t llama2cHeaderBytes = 7 * sizeof(std::int32_t);

/// A tensor, or one of each layer.
struct Llama2cTensor {
    std::string name; ///< behind "layers.0."
    bool isOfLayer = false;
    std::vector<std::int64_t> shape;
};

std::vector<Llama2cTensor> llama2cTensors(const Llama2cHeader& header) {
    const std::int64_t dim = header.dim, hidden = header.hiddenDim, vocabulary = header.vocabularySize;
    const std::int64_t head = dim / header.heads, keyValues = head * header.keyValueHeads;
    std::vector<Llama2cTensor> tensors = {{"tok_embeddings.weight", false, {vocabulary, dim}},
                                          {"attention_norm.weight", true, {dim}},
                                          {"attention.wq.weight", true, {dim, dim}},
                                          {"attention.wk.weight", true, {keyValues, dim}},
                                          {"attention.wv.weight", true, {keyValues, dim}},
                                          {"attention.wo.weight", true, {dim, dim}},
                                          {"ffn_norm.weight", true, {dim}},
                                          {"feed_forward.w1.weight", true, {hidden, dim}},
                                          {"feed_forward.w2.weight", true, {dim, hidden}},
                                          {"feed_forward.w3.weight", true, {hidden, dim}},
                                          {"norm.weight", false, {dim}},
                                          {"freq_cis_real", false, {header.sequenceLength, head / 2}},
                                          {"freq_cis_imag", false, {header.sequenceLength, head / 2}}};
    if (header.hasClassifier)
        tensors.push_back({"output.weight", false, {vocabulary, dim}});
    return tensors;
}

/// Of one layer; the limits of the header keep it and all sums of it far below what 64 bits hold.
std::uint64_t llama2cBytes(const Llama2cTensor& tensor) {
    std::uint64_t bytes = sizeof(float);
    for (const std::int64_t size : tensor.shape)
        bytes *= std::uint64_t(size);
    return bytes;
}

} // namespace

Llama2cFile::Llama2cFile(ByteSource source) : PlacedTensors(std::move(source)) {
    readHeader();
    addTensors();
}

Llama2cFile Llama2cFile::open(const std::filesystem::path& path) {
    return Llama2cFile(ByteSource(path));
}

Llama2cFile Llama2cFile::fromBytes(std::string bytes, const std::string& shownName) {
    return Llama2cFile(ByteSource(std::move(bytes), shownName));
}

void Llama2cFile::readHeader() {
    ByteCursor cursor(source(), 0, source().size());
    constexpr std::int32_t magicOfLaterVersions = 0x616b3432; // "24ka" in the file
    const auto number = [&](const char* what, std::int32_t most) {
        const auto value = cursor.number<std::int32_t>(what);
        if (value == magicOfLaterVersions && cursor.at() == sizeof value)
            cursor.fail("this is version 1 or 2 of llama2.c's export, which can't be read; export the model as "
                        "version 0, or in the Hugging Face layout (version -1)");
        if (value < 1 || value > most)
            cursor.fail(std::string(what) + " would be " + std::to_string(value) + ", expected 1 to " +
                        std::to_string(most) + "; this is no model of llama2.c or it is damaged");
        return value;
    };
    constexpr std::int32_t largest = 1 << 20, longest = 1 << 24, mostLayers = 1024;
    m_header.dim = number("the width", largest);
    m_header.hiddenDim = number("the width of the feed-forward layers", largest);
    m_header.layers = number("the number of layers", mostLayers);
    m_header.heads = number("the number of heads", largest);
    m_header.keyValueHeads = number("the number of key and value heads", largest);
    const auto vocabulary = cursor.number<std::int32_t>("the size of the vocabulary");
    if (vocabulary == 0 || vocabulary > longest || vocabulary < -longest)
        cursor.fail("the size of the vocabulary would be " + std::to_string(vocabulary) + ", expected 1 to " +
                    std::to_string(longest) + ", or negative; this is no model of llama2.c or it is damaged");
    m_header.vocabularySize = vocabulary < 0 ? -vocabulary : vocabulary;
    m_header.hasClassifier = vocabulary < 0;
    m_header.sequenceLength = number("the length of sequences", longest);
    if (m_header.dim % m_header.heads != 0 || m_header.dim / m_header.heads % 2 != 0 ||
        m_header.heads % m_header.keyValueHeads != 0)
        cursor.fail("a width of " + std::to_string(m_header.dim) + ", " + std::to_string(m_header.heads) +
                    " heads and " + std::to_string(m_header.keyValueHeads) +
                    " key and value heads do not divide each other into heads of an even width; this is no model of "
                    "llama2.c or it is damaged");
}

void Llama2cFile::addTensors() {
    const std::vector<Llama2cTensor> tensors = llama2cTensors(m_header);
    std::uint64_t expected = llama2cHeaderBytes;
    for (const Llama2cTensor& tensor : tensors)
        expected += llama2cBytes(tensor) * std::uint64_t(tensor.isOfLayer ? m_header.layers : 1);
    if (expected != source().size())
        throw Error(source().file() + ": the model that its first 28 bytes describe needs a file of " +
                    std::to_string(expected) + " bytes, this one has " + std::to_string(source().size()) +
                    "; it is no model of llama2.c (version 0), or cut off");
    std::uint64_t at = llama2cHeaderBytes;
    for (const Llama2cTensor& tensor : tensors)
        for (int layer = 0; layer < (tensor.isOfLayer ? m_header.layers : 1); ++layer) {
            add((tensor.isOfLayer ? "layers." + std::to_string(layer) + '.' : std::string()) + tensor.name,
                {Dtype::F32, tensor.shape}, at);
            at += llama2cBytes(tensor);
        }
}

} // namespace headlight
