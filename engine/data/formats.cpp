#include "data/formats.h"

#include <algorithm>

namespace headlight {

const std::vector<CorpusFormat>& corpusFormats() {
    static const std::vector<CorpusFormat> formats = {
        {"trees",
         "Sentiment trees",
         "One bracketed tree a line, every phrase with a label from 0 to 4 (SST).",
         TokenizerRule::Whitespace,
         looksLikeTrees,
         readTrees,
         {"labels", "phrases"}},
        {"parallel",
         "Parallel files",
         "s1.*, s2.* and labels.*: line by line the two sentences of a pair and its label.",
         TokenizerRule::Whitespace,
         looksLikeParallel,
         readParallel,
         {},
         CorpusKind::Pairs},
        {"propbank",
         "Roles in columns (PropBank)",
         "A line for each token, an empty line behind each sentence: number, word, part of speech, roleset of a "
         "predicate or -, and a column of BIO roles for each predicate.",
         TokenizerRule::Whitespace,
         looksLikePropBank,
         readPropBank,
         {},
         CorpusKind::Propositions},
        {"conll2005",
         "Roles in brackets (CoNLL)",
         "A line for each token, an empty line behind each sentence: the word, further columns, the lemma of a "
         "predicate or -, and a column of brackets for each predicate: (A0*, *, *), (V*).",
         TokenizerRule::Whitespace,
         looksLikeConll2005,
         readConll2005,
         {},
         CorpusKind::Propositions},
        {"squad",
         "Questions with passages (SQuAD)",
         "JSON of articles, their passages, and questions with answers (SQuAD 1.1): which sentence of the passage has "
         "the answer. A single file is cut into train, dev and test by its articles.",
         TokenizerRule::Words,
         looksLikeSelections,
         readSelections,
         {},
         CorpusKind::Selections},
        {"tags",
         "Tagged tokens",
         "A line for each token with its tag, an empty line behind each sentence: columns between white space "
         "(CoNLL-2000), tabs (WNUT17) or CoNLL-U (Universal Dependencies).",
         TokenizerRule::Whitespace,
         looksLikeTags,
         readTags,
         {"layout", "token", "tag"},
         CorpusKind::TaggedSentences},
        {"translations",
         "Parallel texts",
         "Two files whose names differ in the code of a language at the end, as train.en and train.de: line by line a "
         "sentence and its translation.",
         TokenizerRule::Whitespace,
         looksLikeTranslations,
         readTranslations,
         {"from", "to"},
         CorpusKind::Translations,
         directionOfFiles},
        {"translation_table",
         "Table of translations",
         "CSV or TSV with two columns, a sentence and its translation, headed by the codes of two languages (en, de), "
         "or by source and target.",
         TokenizerRule::Words,
         looksLikeTranslationTable,
         readTranslationTable,
         {"text", "second", "from", "to"},
         CorpusKind::Translations,
         directionOfTable},
        {"pairs",
         "Table of pairs",
         "CSV or TSV with columns for two sentences and for a label or a score (SICK, STS-B, MultiNLI, RTE, MRPC, "
         "Quora).",
         TokenizerRule::Words,
         looksLikePairs,
         readPairs,
         {"text", "second", "label", "score"},
         CorpusKind::Pairs},
        {"table",
         "Table with header",
         "CSV or TSV with a column for the text and one for the label.",
         TokenizerRule::Words,
         looksLikeTable,
         readTable,
         {"text", "label"}},
        {"classes", "A file for each class", "Texts without labels, a line each: the name of the file says the class.",
         TokenizerRule::Whitespace, [](const SourceFile&, const CorpusOptions&) { return false; },
         readClasses}, // the folder's names tell
        {"text", "Label and text", "One example a line: the label, a space, the text cut into tokens.",
         TokenizerRule::Whitespace, looksLikeLabelText, readLabelText},
    };
    return formats;
}

const CorpusFormat& corpusFormatOf(const SourceFile& file, const std::string& wanted, const CorpusOptions& options) {
    const auto& formats = corpusFormats();
    return *std::find_if(formats.begin(), formats.end(), [&](const CorpusFormat& format) {
        return wanted == autoFormat ? format.sniff(file, options) : format.id == wanted;
    });
}

} // namespace headlight
