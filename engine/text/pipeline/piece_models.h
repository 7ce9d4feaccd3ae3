#pragma once

#include "core/json_entry.h"
#include "text/pipeline/piece_model.h"
#include "text/token_table.h"

#include <memory>

namespace headlight {

/// The model's entry of tokenizer.json, and the vocabulary that it fills in where that is no object of tokens and
/// numbers.
struct ModelEntry {
    const JsonEntry& entry;
    const nlohmann::ordered_json& json; ///< the same, for lists too long to look at entry by entry
    TokenTable& tokens;
};

/// A kind of model.
struct PieceModelRow {
    const char* type;
    /// Whether an entry without "type", as older files have it, is of this kind: told by its other keys.
    bool (*isLikely)(const nlohmann::ordered_json& model);
    std::unique_ptr<PieceModel> (*read)(const ModelEntry& model);
};

/// WordPiece, BPE, Unigram and WordLevel.
const std::vector<PieceModelRow>& pieceModelRows();
/// Of the model's type, or of its other keys where it has none. Error when it is none of these.
const PieceModelRow& pieceModelRow(const JsonEntry& entry, const nlohmann::ordered_json& model);

// One of each row; what they do is said where they are written.
std::unique_ptr<PieceModel> readWordPieceModel(const ModelEntry& model);
std::unique_ptr<PieceModel> readBpeModel(const ModelEntry& model);
std::unique_ptr<PieceModel> readUnigramModel(const ModelEntry& model);
std::unique_ptr<PieceModel> readWordLevelModel(const ModelEntry& model);

// For readers of other files.

struct WordPieceOptions {
    std::string unknown = "[UNK]"; ///< stands for a word that no tokens make up
    std::string prefix = "##";     ///< of a token that continues a word
    int longestWord = 100;         ///< characters; a longer word is unknown
};
/// Error when the vocabulary has no unknown token.
std::unique_ptr<PieceModel> wordPieceModel(const TokenTable& tokens, const WordPieceOptions& options);
/// Each piece is a token, or unknown; left out where no token stands for that.
std::unique_ptr<PieceModel> wordLevelModel(const TokenTable& tokens, std::optional<int> unknown);

} // namespace headlight
