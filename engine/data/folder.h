#pragma once

#include <string>
#include <vector>

namespace headlight {

/// The files of a corpus; an empty path where there is none.
struct CorpusFiles {
    std::string train, dev, test;
    bool byClass = false;   ///< each is one of several files, which hold the texts of one class each
    bool byVariant = false; ///< they are one of several corpora, which `variant` told apart
};

/// A file with the texts of one class.
struct ClassFile {
    std::string label, path;
};

/// The file and those beside it whose names differ from its own in the class only: a number, or pos, neg, positive,
/// negative or neutral (sentiment.dev.0, sentiment.dev.1). By label; empty when its name holds no class.
std::vector<ClassFile> classFiles(const std::string& path);

/// A file is a corpus without a split. In a folder, files whose name has the part train, dev (or valid, validation,
/// val, trial) or test belong together when the rest of their names is the same (stsa.fine.train, stsa.fine.dev …); of
/// several such groups the one with `variant` in its name is taken, s1.* of s1.*, s2.* and labels.*, and the first of
/// groups that are classes. Groups that differ in the code of a language at the end (train.en, train.de) are the same
/// sentences in several languages: of these the files of `from` are given, or with "" of the first by the alphabet
/// (data/translation_files.h finds the others). Without such names, files of one class each are a corpus without a
/// split. A folder with a single file, or a single one that ends in .all, is a corpus without a split. Error when there
/// is nothing or no telling.
CorpusFiles findCorpusFiles(const std::string& path, const std::string& variant, const std::string& from);

} // namespace headlight
