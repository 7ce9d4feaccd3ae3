#include "data/formats.h"

namespace headlight {

const std::vector<CorpusFormat>& corpusFormats() {
    static const std::vector<CorpusFormat> formats = {
        {"trees", "Sentiment trees", "One bracketed tree a line, every phrase with a label from 0 to 4 (SST).",
         "whitespace", looksLikeTrees, readTrees},
        {"table", "Table with header", "CSV or TSV with a column for the text and one for the label.", "words",
         looksLikeTable, readTable},
        {"text", "Label and text", "One example a line: the label, a space, the text cut into tokens.", "whitespace",
         [](const SourceFile&) { return true; }, readLabelText},
    };
    return formats;
}

} // namespace headlight
