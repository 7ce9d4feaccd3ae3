#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Where a network has the pieces of its SentencePiece model.
enum class PieceLayout {
    AsInFile,
    Fairseq,          ///< <s> <pad> </s> <unk>, then the pieces behind the file's first three, last <mask>
    FairseqLanguages, ///< the same with the codes of 25 languages before <mask>
    Camembert,        ///< <s>NOTUSED <pad> </s>NOTUSED <unk> <unk>NOTUSED, then the pieces behind the file's first
    VocabularyFile    ///< as vocab.json says
};

/// Names of the marks that a network may have. An empty one is none.
struct MarkNames {
    std::string bos, eos, unknown, separator, padding, first, mask; ///< "cls" is `first`
};

/// What the tokenizers of one family of networks do with a SentencePiece model, which its file does not say. Options of
/// tokenizer_config.json may change it.
struct SentencePieceClass {
    std::string name;                    ///< "tokenizer_class" in tokenizer_config.json, without "Fast" at its end
    std::vector<std::string> modelTypes; ///< "model_type" in config.json of the networks that have it
    std::string file;                    ///< as the model is called in a folder
    PieceLayout layout = PieceLayout::AsInFile;
    MarkNames marks = {};
    /// What is read side by side: texts A and B, and marks: bos, eos, cls, sep, language.
    std::vector<std::string> single = {}, pair = {};
    bool lower = false, keepAccents = true, plainQuotes = false;
    bool cutsCommas = false;    ///< "9," is rather cut in two
    bool maskTakesSpace = true; ///< white space before a mask that is typed is left out
    bool cleanUp = true;        ///< spaces before punctuation are taken out of decoded text
    int extraIds = 0;           ///< marks <extra_id_0> … behind the vocabulary, the last one first
    std::vector<std::string> moreMarks = {};
};

const std::vector<SentencePieceClass>& sentencePieceClasses();

/// By the class or, where that is empty, the type of the network; nullptr when there is no such row.
const SentencePieceClass* sentencePieceClass(std::string_view tokenizerClass, std::string_view modelType);

/// Codes of the languages that PieceLayout::FairseqLanguages has, in order.
const std::vector<std::string>& fairseqLanguages();

} // namespace headlight
