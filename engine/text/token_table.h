#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

/// Texts and numbers, found by the text without making a string of it.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using NumberOfText = std::unordered_map<std::string, int, TextHash, std::equal_to<>>;

/// The vocabulary of a published model: tokens and their ids, which come in any order; what marks it has is not the
/// table's business.
class TokenTable {
public:
    static constexpr int most = 1 << 21;              ///< tokens
    static constexpr std::size_t longestToken = 1000; ///< bytes

    /// What is wrong with the entry, for a message: a token that is empty, too long, no UTF-8, or there already, an id
    /// that is taken or not within 0 … most − 1. Nothing is added then; empty when all is well.
    std::string add(const std::string& token, int id);
    /// The same for an entry that may have no text, or that of another: such a one is found only by its number.
    std::string addAnyway(const std::string& token, int id);
    /// The least id below size() that no token has.
    std::optional<int> gap() const;

    /// One more than the largest id.
    int size() const { return int(m_tokens.size()); }
    std::optional<int> id(std::string_view token) const;
    /// std::invalid_argument when there is no such number.
    const std::string& token(int id) const;
    const std::vector<std::string>& tokens() const { return m_tokens; }

private:
    std::string place(const std::string& token, int id, bool again);

    std::vector<std::string> m_tokens; ///< empty where there is none
    NumberOfText m_ids;
};

} // namespace headlight
