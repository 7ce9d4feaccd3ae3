#pragma once

#include "data/formats.h"

namespace headlight {

/// The labels of a corpus in the order of their indices (numbers by value, others by alphabet), and their names.
struct LabelNames {
    std::vector<std::string> values; ///< as written in the files
    std::vector<std::string> names;  ///< for people; the same as `values` where nothing better is known
};

bool hasNumberAsLabel(const RawExample& example);

/// Sentiment classes (trees, stsa.*) are named by their number. Otherwise, when the values are numbers and a folder
/// `raw` is beside the file, names are read off the data: from raw/STEM.NAME with the texts of one class, or from a raw
/// file with lines `NAME text` or `NAME:finer text`.
LabelNames nameLabels(const std::vector<RawExample>& examples, const SourceFile& file, const CorpusFormat& format);

} // namespace headlight
