#include "text/pipeline/decoders.h"
#include "text/pipeline/part_row.h"

namespace headlight {

namespace {

struct DecoderRow {
    const char* type;
    std::unique_ptr<Decoder> (*read)(const JsonEntry& entry);
};

class DecoderSequence final : public Decoder {
public:
    explicit DecoderSequence(std::vector<std::unique_ptr<Decoder>> parts) : m_parts(std::move(parts)) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        for (const auto& part : m_parts)
            tokens = part->apply(std::move(tokens));
        return tokens;
    }

private:
    std::vector<std::unique_ptr<Decoder>> m_parts;
};

std::unique_ptr<Decoder> readDecoderSequence(const JsonEntry& entry) {
    std::vector<JsonEntry> entries;
    gatherParts(entry, "decoders", entries);
    std::vector<std::unique_ptr<Decoder>> parts;
    for (const JsonEntry& one : entries)
        parts.push_back(readDecoder(one));
    return decoderSequence(std::move(parts));
}

const std::vector<DecoderRow>& decoderRows() {
    static const std::vector<DecoderRow> rows = {
        {"WordPiece", readWordPieceDecoder}, {"ByteLevel", readByteLevelDecoder}, {"Metaspace", readMetaspaceDecoder},
        {"BPEDecoder", readBpeDecoder},      {"ByteFallback", readByteFallback},  {"Fuse", readFuse},
        {"Strip", readStripDecoder},         {"Replace", readReplaceDecoder},     {"Sequence", readDecoderSequence},
    };
    return rows;
}

} // namespace

std::unique_ptr<Decoder> decoderSequence(std::vector<std::unique_ptr<Decoder>> parts) {
    return std::make_unique<DecoderSequence>(std::move(parts));
}

std::unique_ptr<Decoder> readDecoder(const JsonEntry& entry) {
    return partRow(entry, decoderRows()).read(entry);
}

} // namespace headlight
