#pragma once

#include "text/pipeline/normalizer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// SentencePiece's table of what characters become: the length of a double-array trie, the trie, and the texts that its
/// numbers point to, each up to a byte 0. It is foreign: every step within it is checked, so that a damaged one finds
/// nothing or something else, and never leaves it.
class Charsmap {
public:
    /// Error beginning with `where` when the bytes are no such table.
    Charsmap(std::string_view bytes, const std::string& where);

    /// What stands for the shortest entry that the text begins with.
    std::optional<std::string_view> of(std::string_view text) const;

private:
    std::vector<std::uint32_t> m_trie;
    std::string m_texts;
};

/// Puts what the table has for them in place of characters: of each cluster of characters that a person takes for one,
/// as far as it has fewer than 6 bytes, else of each character, as Hugging Face's tokenizers do.
std::unique_ptr<Normalizer> charsmapNormalizer(Charsmap map);

} // namespace headlight
