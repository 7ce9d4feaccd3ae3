#include "text/token_table.h"

#include "core/error.h"
#include "text/unicode.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

std::string TokenTable::add(const std::string& token, int id) {
    return token.empty() ? "the token is empty" : place(token, id, false);
}

std::string TokenTable::addAnyway(const std::string& token, int id) {
    return place(token, id, true);
}

std::string TokenTable::place(const std::string& token, int id, bool again) {
    if (token.size() > longestToken)
        return "the token has more than " + std::to_string(longestToken) + " bytes; this is no vocabulary";
    if (invalidUtf8At(token))
        return "the token is not UTF-8";
    const auto shown = [&] { return "the token \"" + printable(token, 40) + '"'; };
    if (id < 0 || id >= most)
        return shown() + " has no number from 0 to " + std::to_string(most - 1);
    if (!again && m_ids.contains(token))
        return shown() + " is there twice";
    const auto place = std::size_t(id);
    if (place < m_tokens.size() && !m_tokens[place].empty())
        return shown() + " has the number " + std::to_string(id) + ", as \"" + printable(m_tokens[place], 40) +
               "\" has";
    m_tokens.resize(std::max(m_tokens.size(), place + 1));
    m_tokens[place] = token;
    if (!token.empty())
        m_ids.emplace(token, id);
    return {};
}

std::optional<int> TokenTable::gap() const {
    const auto empty = std::find(m_tokens.begin(), m_tokens.end(), std::string());
    return empty == m_tokens.end() ? std::nullopt : std::optional(int(empty - m_tokens.begin()));
}

std::optional<int> TokenTable::id(std::string_view token) const {
    const auto found = m_ids.find(token);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

const std::string& TokenTable::token(int id) const {
    if (id < 0 || id >= size())
        throw std::invalid_argument("TokenTable::token: expected 0 … " + std::to_string(size() - 1) + ", got " +
                                    std::to_string(id));
    return m_tokens[std::size_t(id)];
}

} // namespace headlight
