#pragma once

#include "data/corpus.h"
#include "data/source_file.h"

namespace headlight {

/// An example as it stands in a file.
struct RawExample {
    std::string label;
    std::string text;
    std::size_t line;
};

enum class Part { Train, Dev, Test };

struct CorpusFormat {
    std::string id, title, help;
    std::string tokenizer; ///< the rule that fits such files
    bool (*sniff)(const SourceFile& file);
    std::vector<RawExample> (*read)(const SourceFile& file, const CorpusOptions& options, Part part);
};

/// One row per format. A file is read by the first that recognises it; the last one takes everything.
const std::vector<CorpusFormat>& corpusFormats();

bool looksLikeTrees(const SourceFile& file);
std::vector<RawExample> readTrees(const SourceFile& file, const CorpusOptions& options, Part part);

bool looksLikeTable(const SourceFile& file);
std::vector<RawExample> readTable(const SourceFile& file, const CorpusOptions& options, Part part);

std::vector<RawExample> readLabelText(const SourceFile& file, const CorpusOptions& options, Part part);

} // namespace headlight
