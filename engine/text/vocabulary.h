#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

/// Tokens and how often they occur, in the order of their first appearance.
class TokenCounts {
public:
    void add(const std::string& token, std::int64_t times = 1);

    const std::vector<std::string>& tokens() const { return m_tokens; }
    std::int64_t count(std::string_view token) const; ///< 0 for a token never added
    std::int64_t total() const { return m_total; }

private:
    friend class Vocabulary;
    std::vector<std::string> m_tokens;
    std::vector<std::int64_t> m_counts;
    std::unordered_map<std::string, std::size_t> m_positions;
    std::int64_t m_total = 0;
};

/// Tokens and their numbers. Number 0 is `<pad>`, number 1 `<unk>`; both are always there.
class Vocabulary {
public:
    static constexpr int pad = 0;
    static constexpr int unknown = 1;
    static constexpr const char* padToken = "<pad>";
    static constexpr const char* unknownToken = "<unk>";

    Vocabulary();

    /// The two specials, then every token counted at least `minimumCount` times: the most frequent first, equally
    /// frequent ones in the order of their first appearance. Not those of more than 1,000 bytes, which no file of a
    /// vocabulary may hold: they are no words.
    static Vocabulary fromCounts(const TokenCounts& counts, int minimumCount = 1);

    /// The forms (text/word_forms.h) that `minimumCount` of the counted tokens have at least. A token has their
    /// numbers, too, from now on.
    void addForms(const TokenCounts& counts, int minimumCount);
    /// Whether it has forms, which a vocabulary does not tell by itself.
    void useForms(bool on) { m_forms = on; }

    /// Number of the token, which is appended when it is new.
    int add(const std::string& token);

    /// Number of the token; `unknown` for one that is absent, and for a `<pad>` that occurs in a text.
    int id(std::string_view token) const;
    /// Numbers of the tokens, idsPerToken() of each: its own; with forms also that of the token in small letters, where
    /// it has capitals, and those of its forms, with `pad` for each that there is not.
    std::vector<int> ids(const std::vector<std::string>& tokens) const;
    int idsPerToken() const;
    bool contains(std::string_view token) const;

    /// std::invalid_argument when there is no such number.
    const std::string& token(int id) const;
    const std::vector<std::string>& tokens() const { return m_tokens; }
    int size() const { return int(m_tokens.size()); }

    bool operator==(const Vocabulary& other) const { return m_tokens == other.m_tokens; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::vector<std::string> m_tokens;
    std::unordered_map<std::string, int, Hash, std::equal_to<>> m_ids;
    bool m_forms = false;
};

/// vocab.txt: one token a line in the order of the numbers, UTF-8. Error naming file and line when a line is empty,
/// twice there, too long (over 1,000 bytes) or no UTF-8, or when the first two are not the specials.
Vocabulary readVocabulary(const std::string& path);

} // namespace headlight
