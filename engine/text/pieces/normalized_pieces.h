#pragma once

#include "text/pieces/model_file.h"
#include "text/pieces/user_pieces.h"
#include "text/unicode.h"

#include <functional>
#include <unordered_set>

namespace headlight {

/// A text after the rules of a SentencePiece model, and for each of its bytes what was typed for it. A character that
/// was made of several, or one of several that were made of one, has the bytes of all.
struct NormalizedPart {
    std::string text;
    std::vector<ByteSpan> spans; ///< as many as bytes
    std::vector<bool> isSpace;   ///< the byte is of the mark of a space that was typed, or that the rules add

    void clear();
};

/// Makes of a text what a model's vocabulary is looked for in: characters are replaced by the model's table, spaces
/// become marks. The rules are the library's; but the library forgets where a character ends that was made of several.
class PieceNormalizer {
public:
    /// Refers to the model.
    explicit PieceNormalizer(const SentencePieceModel& model);

    using Take = std::function<void(const NormalizedPart& part)>;
    /// Gives the text in parts of a thousand bytes and more, cut where no entry of the vocabulary could stand across; a
    /// text without such a place is cut after 32 KiB. `continues`: something of the same text stands before it, which
    /// is no reason for a space.
    void normalize(const SpannedText& typed, bool continues, const Take& take) const;

private:
    struct Run;
    struct Taken {
        std::string_view text;
        std::size_t bytes = 0;
    };
    Taken takeFrom(std::string_view rest) const;
    void addSpace(Run& run, ByteSpan span) const;
    void addCharacter(Run& run, std::string_view utf8, ByteSpan span, bool isSpace) const;
    bool mayCut(char32_t before, char32_t behind) const;
    void dropSpacesAtEnd(Run& run) const;

    const SentencePieceModel& m_model;
    UserPieces m_user;
    char32_t m_space;
    std::unordered_set<std::uint64_t> m_neighbours; ///< characters that stand side by side in an entry
};

} // namespace headlight
