#pragma once

#include "models/weights/placed_tensors.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

/// What a file of llama2.c says of its model.
struct Llama2cHeader {
    std::int32_t dim = 0;
    std::int32_t hiddenDim = 0; ///< of the feed-forward layers
    std::int32_t layers = 0;
    std::int32_t heads = 0;
    std::int32_t keyValueHeads = 0;
    std::int32_t vocabularySize = 0;
    std::int32_t sequenceLength = 0; ///< at most
    bool hasClassifier = false;      ///< its own one; otherwise the token embeddings serve for it
};

/// llama2.c's first export format ("version 0", as stories15M.bin): seven int32 numbers, then float32 tensors.
///
/// The names are those of the network it was exported from: "tok_embeddings.weight", "layers.0.attention_norm.weight",
/// "layers.0.attention.wq.weight" (wk, wv, wo), "layers.0.ffn_norm.weight", "layers.0.feed_forward.w1.weight" (w2, w3),
/// "norm.weight", "freq_cis_real", "freq_cis_imag" ([positions, half a head]: cosines and sines of the rotation), and
/// "output.weight" where it has its own. Matrices are [out, in]. Rows of wq and wk are in the order of a rotation that
/// takes neighbouring numbers as pairs. A tensor kind's layers lie together, so names() goes through all layers of wq
/// before wk.
///
/// The file is taken as hostile. It has no magic number, so it is accepted only when its seven numbers make sense
/// together and give the file's size to the byte; every fault is an Error with the file. Limits: sizes of 2^20, 1,024
/// layers, vocabularies and sequences of 2^24.
class Llama2cFile final : public PlacedTensors {
public:
    static Llama2cFile open(const std::filesystem::path& path);
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static Llama2cFile fromBytes(std::string bytes, const std::string& shownName);

    const Llama2cHeader& header() const { return m_header; }

private:
    explicit Llama2cFile(ByteSource source);
    void readHeader();
    void addTensors();

    Llama2cHeader m_header;
};

} // namespace headlight
