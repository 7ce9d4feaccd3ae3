#pragma once

#include <string>

namespace headlight {

/// The files of a corpus; an empty path where there is none.
struct CorpusFiles {
    std::string train, dev, test;
};

/// A file is a corpus without a split. In a folder, files whose name has the part train, dev (or valid, validation,
/// val, trial) or test belong together when the rest of their names is the same (stsa.fine.train, stsa.fine.dev …); of
/// several such groups the one with `variant` in its name is taken, and s1.* of s1.*, s2.* and labels.*. A folder with
/// a single file, or a single one that ends in .all, is a corpus without a split. Error when there is nothing or no
/// telling.
CorpusFiles findCorpusFiles(const std::string& path, const std::string& variant);

} // namespace headlight
