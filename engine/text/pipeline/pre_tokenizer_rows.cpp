#include "text/pipeline/part_row.h"
#include "text/pipeline/pre_tokenizers.h"

namespace headlight {

namespace {

struct PreTokenizerRow {
    const char* type;
    std::unique_ptr<PreTokenizer> (*read)(const JsonEntry& entry);
};

class PreTokenizerSequence final : public PreTokenizer {
public:
    explicit PreTokenizerSequence(std::vector<std::unique_ptr<PreTokenizer>> parts) : m_parts(std::move(parts)) {}
    void cut(Pieces& pieces) const override {
        for (const auto& part : m_parts)
            part->cut(pieces);
    }

private:
    std::vector<std::unique_ptr<PreTokenizer>> m_parts;
};

std::unique_ptr<PreTokenizer> readPreTokenizerSequence(const JsonEntry& entry) {
    std::vector<JsonEntry> entries;
    gatherParts(entry, "pretokenizers", entries);
    std::vector<std::unique_ptr<PreTokenizer>> parts;
    for (const JsonEntry& one : entries)
        parts.push_back(readPreTokenizer(one));
    return preTokenizerSequence(std::move(parts));
}

const std::vector<PreTokenizerRow>& preTokenizerRows() {
    static const std::vector<PreTokenizerRow> rows = {
        {"BertPreTokenizer", readBertPreTokenizer},
        {"ByteLevel", readByteLevelPreTokenizer},
        {"Metaspace", readMetaspacePreTokenizer},
        {"Whitespace", readWhitespace},
        {"WhitespaceSplit", readWhitespaceSplit},
        {"Split", readSplit},
        {"Punctuation", readPunctuation},
        {"Digits", readDigits},
        {"CharDelimiterSplit", readCharDelimiterSplit},
        {"UnicodeScripts", readUnicodeScripts},
        {"Sequence", readPreTokenizerSequence},
    };
    return rows;
}

} // namespace

std::unique_ptr<PreTokenizer> preTokenizerSequence(std::vector<std::unique_ptr<PreTokenizer>> parts) {
    return std::make_unique<PreTokenizerSequence>(std::move(parts));
}

std::unique_ptr<PreTokenizer> readPreTokenizer(const JsonEntry& entry) {
    return partRow(entry, preTokenizerRows()).read(entry);
}

} // namespace headlight
