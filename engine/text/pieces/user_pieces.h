#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct SentencePieceModel;

/// The user-defined entries of a model's vocabulary, which are found in a text as they are. It refers to the model.
class UserPieces {
public:
    static constexpr int mostNested = 64; ///< that begin with one another, "a" "ab" "abc": the library finds no more

    explicit UserPieces(const SentencePieceModel& model);

    /// What the library could not do with them, for a message; empty when all is well.
    std::string problem() const;
    /// Bytes of the longest one that the text begins with; 0 when it begins with none.
    std::size_t longest(std::string_view text) const;

private:
    struct Entry {
        std::string_view text;
        int shorter = -1; ///< the longest other one that it begins with
        int nested = 1;   ///< it, that, and so on
    };
    std::vector<Entry> m_entries; ///< in the order of their bytes
    std::vector<bool> m_begins = std::vector<bool>(256, false);
};

} // namespace headlight
