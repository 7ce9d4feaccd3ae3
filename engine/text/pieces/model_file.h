#pragma once

#include "text/pieces/characters_map.h"
#include "text/token_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What an entry of a SentencePiece model's vocabulary is, by its number in the file.
enum class PieceKind {
    Normal = 1,
    Unknown = 2,     ///< stands for what the vocabulary does not have
    Control = 3,     ///< no text has it: <s>, </s>
    UserDefined = 4, ///< found in every text, whatever the rules would make of it
    Unused = 5,      ///< no text is cut into it
    Byte = 6         ///< one of 256, "<0x00>" to "<0xFF>", of what there is no other entry for
};

/// How a SentencePiece model cuts text, by its number in the file.
enum class PieceRule { Unigram = 1, BytePairs = 2, Words = 3, Characters = 4 };

/// A SentencePiece model as it lies in a file (spiece.model, tokenizer.model, source.spm).
struct SentencePieceModel {
    PieceRule rule = PieceRule::Unigram;
    TokenTable pieces; ///< numbered as in the file
    std::vector<PieceKind> kinds;
    std::vector<float> scores;
    int unknown = 0;

    bool bytes = false;       ///< what is unknown is cut into bytes
    bool spaceBehind = false; ///< the mark of a space ends a word instead of beginning it
    bool dummySpace = true;   ///< a text gets a space before its first word
    bool fewSpaces = true;    ///< spaces at the ends are left out, and of several one is kept
    bool markSpaces = true;   ///< a space is ▁
    CharactersMap typed;      ///< of what is typed
    CharactersMap written;    ///< of what is decoded

    const char* space() const { return markSpaces ? "\u2581" : " "; }
};

/// Reads the bytes of a model; `where` names the file in messages. Error when they are no such model, or one that the
/// library must not see: a vocabulary of more than 2,097,152 entries or one of more than 1,000 bytes, that is empty,
/// not UTF-8 or there twice, a number that is not finite, an unknown entry that is not there once, bytes that are not
/// 256, a user-defined entry that begins with more than 63 others, or a table of characters that CharactersMap
/// refuses.
SentencePieceModel readPieceModel(std::string_view bytes, const std::string& where);

/// A model for the library that cuts a text which is normalized already: of nothing but what cutting needs, with names
/// of marks that no text has. It is made of what was read, so the library never sees a foreign byte.
std::string libraryModel(const SentencePieceModel& model);

} // namespace headlight
