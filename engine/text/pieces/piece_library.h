#pragma once

#include "text/pieces/model_file.h"

#include <memory>

namespace sentencepiece {
class SentencePieceProcessor;
}

namespace headlight {

/// An entry that stands in a text.
struct FoundPiece {
    int id = 0;                     ///< in the model's file
    std::size_t begin = 0, end = 0; ///< bytes
};

/// The library SentencePiece, which cuts text. Several threads may use it at once.
class PieceLibrary {
public:
    /// Error when the library refuses the model; `where` names its file.
    PieceLibrary(const SentencePieceModel& model, const std::string& where);
    ~PieceLibrary();

    /// The entries that make a text up, which is normalized and UTF-8. Characters that are unknown side by side are one
    /// entry; bytes stand each in its place.
    std::vector<FoundPiece> cut(std::string_view normalized) const;

private:
    std::unique_ptr<sentencepiece::SentencePieceProcessor> m_processor;
    std::vector<PieceKind> m_kinds;
};

} // namespace headlight
