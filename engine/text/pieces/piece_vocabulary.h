#pragma once

#include "text/sentence_piece.h"
#include "text/sentence_piece_classes.h"

#include <filesystem>

namespace headlight {

/// Fills in the vocabulary of a network, and where in it the pieces of `parts.model` are. `vocabulary` is the file that
/// PieceLayout::VocabularyFile reads. Error when pieces are not those that the layout expects, or when a token is there
/// twice.
void placePieces(SentencePieceParts& parts, const SentencePieceClass& row, const std::filesystem::path& vocabulary);

/// Marks <extra_id_0> … behind the vocabulary, the last one first.
void addExtraIds(SentencePieceParts& parts, int count);

} // namespace headlight
