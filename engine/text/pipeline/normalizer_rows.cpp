#include "text/pipeline/normalizers.h"

#include "text/pipeline/part_row.h"

namespace headlight {

namespace {

struct NormalizerRow {
    const char* type;
    std::unique_ptr<Normalizer> (*read)(const JsonEntry& entry);
};

class NormalizerSequence final : public Normalizer {
public:
    explicit NormalizerSequence(std::vector<std::unique_ptr<Normalizer>> parts) : m_parts(std::move(parts)) {}
    SpannedText apply(SpannedText text, std::size_t most) const override {
        for (const auto& part : m_parts)
            text = part->apply(std::move(text), most);
        return text;
    }

private:
    std::vector<std::unique_ptr<Normalizer>> m_parts;
};

std::unique_ptr<Normalizer> readNormalizerSequence(const JsonEntry& entry) {
    std::vector<JsonEntry> entries;
    gatherParts(entry, "normalizers", entries);
    std::vector<std::unique_ptr<Normalizer>> parts;
    for (const JsonEntry& one : entries)
        parts.push_back(readNormalizer(one));
    return normalizerSequence(std::move(parts));
}

const std::vector<NormalizerRow>& normalizerRows() {
    static const std::vector<NormalizerRow> rows = {
        {"BertNormalizer", readBertNormalizer},
        {"NFC", readNfc},
        {"NFD", readNfd},
        {"NFKC", readNfkc},
        {"NFKD", readNfkd},
        {"Lowercase", readLowercase},
        {"Strip", readStrip},
        {"StripAccents", readStripAccents},
        {"Replace", readReplace},
        {"Prepend", readPrepend},
        {"Precompiled", readPrecompiled},
        {"Nmt", readNmt},
        {"ByteLevel", readByteLevelNormalizer},
        {"Sequence", readNormalizerSequence},
    };
    return rows;
}

} // namespace

std::unique_ptr<Normalizer> normalizerSequence(std::vector<std::unique_ptr<Normalizer>> parts) {
    return std::make_unique<NormalizerSequence>(std::move(parts));
}

std::unique_ptr<Normalizer> readNormalizer(const JsonEntry& entry) {
    return partRow(entry, normalizerRows()).read(entry);
}

void checkGrowth(const SpannedText& text, std::size_t most) {
    if (text.text.size() > most)
        throw Error("the tokenizer's rules make more than " + std::to_string(most) +
                    " characters of this text; is its tokenizer.json damaged?");
}

} // namespace headlight
