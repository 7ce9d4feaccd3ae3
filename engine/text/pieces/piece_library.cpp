#include "text/pieces/piece_library.h"

#include "core/error.h"

#include <sentencepiece_processor.h>
#include <stdexcept>

namespace headlight {

PieceLibrary::PieceLibrary(const SentencePieceModel& model, const std::string& where)
    : m_processor(std::make_unique<sentencepiece::SentencePieceProcessor>()), m_kinds(model.kinds) {
    std::string problem;
    try {
        const sentencepiece::util::Status status = m_processor->LoadFromSerializedProto(libraryModel(model));
        if (!status.ok())
            problem = status.message();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& failure) { // of its tables, which are built then
        problem = failure.what();
    }
    if (!problem.empty())
        throw Error(where + ": the library SentencePiece can't use this model: " + printable(problem));
}

PieceLibrary::~PieceLibrary() = default;

std::vector<FoundPiece> PieceLibrary::cut(std::string_view normalized) const {
    sentencepiece::ImmutableSentencePieceText text;
    const sentencepiece::util::Status status = m_processor->Encode(normalized, text.mutable_proto());
    if (!status.ok())
        throw std::logic_error(std::string("PieceLibrary::cut: ") + status.message());
    std::vector<FoundPiece> found;
    found.reserve(text.pieces_size());
    std::size_t bytes = 0; // of an unknown part that went before
    for (std::size_t i = 0; i < text.pieces_size(); ++i) {
        const auto piece = text.pieces(int(i));
        const int id = int(piece.id());
        if (m_kinds[std::size_t(id)] != PieceKind::Byte) {
            found.push_back({id, piece.begin(), piece.end()});
            continue;
        }
        // All of them begin with the part that they make up, and the last one ends with it.
        const std::size_t begin = piece.begin() + bytes;
        found.push_back({id, begin, begin + 1});
        bytes = piece.end() > piece.begin() ? 0 : bytes + 1;
    }
    return found;
}

} // namespace headlight
