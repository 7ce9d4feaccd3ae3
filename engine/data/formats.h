#pragma once

#include "data/corpus.h"
#include "data/source_file.h"
#include "data/table_rows.h"
#include "data/translation_files.h"

#include <memory>
#include <optional>

namespace headlight {

/// An example as it stands in a file.
struct RawExample {
    std::string label;
    std::string text;
    std::size_t line;
    std::string second = {};                         ///< the second sentence of a pair
    std::optional<double> score = {};                ///< of a pair that is scored and not labelled
    std::string file = {};                           ///< where it stands, if not in the file that was given
    std::vector<std::string> tokens = {}, tags = {}; ///< of a tagged sentence, in place of label and text
    int predicate = -1;                              ///< Example's
    std::shared_ptr<const std::vector<std::string>> sentences = {}; ///< of selections; questions of a passage share it
    std::vector<int> accepted = {};                                 ///< Example's
    std::string group = {};                                         ///< Example's
    std::vector<std::size_t> lines = {}; ///< of a tagged sentence: where each of its tokens stands
};

enum class Part { Train, Dev, Test };

using Notes = std::vector<std::string>; ///< Corpus::notes

struct CorpusFormat {
    std::string id, title, help;
    TokenizerRule tokenizer; ///< that fits such files
    bool (*sniff)(const SourceFile& file, const CorpusOptions& options);
    /// The examples of the file, and of those beside it that belong to it, for which it adds the notes.
    std::vector<RawExample> (*read)(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);
    std::vector<std::string> options = {};   ///< of CorpusOptions, those that not every format has
    CorpusKind kind = CorpusKind::Sentences; ///< pairs may be scored
    /// Of translations, from what into what this file is one, of a corpus whose specification has that path. Null: such
    /// files don't tell.
    std::optional<TranslationDirection> (*direction)(const SourceFile& file, const CorpusOptions& options,
                                                     const std::string& path) = nullptr;
};

/// One row per format. A file is read by the first that recognises it; the last one takes everything.
const std::vector<CorpusFormat>& corpusFormats();

/// The format of that name, or with autoFormat the first that recognises the file.
const CorpusFormat& corpusFormatOf(const SourceFile& file, const std::string& wanted, const CorpusOptions& options);

/// A specification's options as they are set. Error naming the specification for an unknown one or a wrong value.
CorpusOptions corpusOptions(const std::string& spec, const ParsedSpec& parsed);

bool looksLikeTrees(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readTrees(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// A line for each token, with its tag in one of the columns (data/tag_columns.h). Tags in IOB1 become BIO.
bool looksLikeTags(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readTags(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// A line for each token, with its roles for each predicate of the sentence (data/role_columns.h); an example for each
/// predicate.
bool looksLikePropBank(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readPropBank(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);
bool looksLikeConll2005(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readConll2005(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// Questions with passages (data/squad.h); an example for each question. Error where a passage has more sentences than
/// `mostLabels`.
bool looksLikeSelections(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readSelections(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// Three files beside each other: s1.PART, s2.PART and labels.PART, a line each for an example. `file` is the first.
bool looksLikeParallel(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readParallel(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// A table with columns for two sentences and one for a label or a score.
bool looksLikePairs(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readPairs(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// Two files beside each other whose names end in the codes of two languages: line by line a sentence and its
/// translation (data/translation_files.h). `file` is that of the sentences.
bool looksLikeTranslations(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readTranslations(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);
std::optional<TranslationDirection> directionOfFiles(const SourceFile& file, const CorpusOptions& options,
                                                     const std::string& path);

/// A table with a column for sentences and one for their translations.
bool looksLikeTranslationTable(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readTranslationTable(const SourceFile& file, const CorpusOptions& options, Part part,
                                             Notes& notes);
std::optional<TranslationDirection> directionOfTable(const SourceFile& file, const CorpusOptions& options,
                                                     const std::string& path);

bool looksLikeTable(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readTable(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// The texts of one class, a line each; the other classes are files beside it (classFiles).
std::vector<RawExample> readClasses(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

/// What no other format recognises. Error for what is known to be none of the formats.
bool looksLikeLabelText(const SourceFile& file, const CorpusOptions& options);
std::vector<RawExample> readLabelText(const SourceFile& file, const CorpusOptions& options, Part part, Notes& notes);

} // namespace headlight
