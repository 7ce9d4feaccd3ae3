#pragma once

#include "core/json_entry.h"
#include "text/sentence_piece.h"
#include "text/sentence_piece_classes.h"

namespace headlight {

/// A JSON file of a model's folder; an empty object where there is no such file.
struct FolderDocument {
    nlohmann::ordered_json document = nlohmann::ordered_json::object();
    std::string where; ///< for messages
    JsonEntry entry() const { return {document, where}; }
};

/// Those that name marks.
struct MarkFiles {
    FolderDocument config;  ///< tokenizer_config.json
    FolderDocument special; ///< special_tokens_map.json
    FolderDocument added;   ///< added_tokens.json
};

/// What the files call the marks, each as they or as the row of the class has it.
MarkNames markNames(const SentencePieceClass& row, const MarkFiles& files);

/// Finds the marks that the files and the row name, puts those that the vocabulary lacks behind it, and makes typed
/// text be searched for all of them. Error naming the entry that is wrong: a number that another token has, or that
/// leaves a gap, a mark of more than 256 bytes.
void addFolderMarks(SentencePieceParts& parts, const SentencePieceClass& row, const MarkNames& names,
                    const MarkFiles& files);

} // namespace headlight
