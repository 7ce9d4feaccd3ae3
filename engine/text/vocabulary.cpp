#include "text/vocabulary.h"

#include "core/error.h"
#include "core/files.h"
#include "text/unicode.h"
#include "text/word_forms.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace headlight {

namespace {

constexpr std::size_t longestToken = 1000; // bytes

std::string place(const std::string& path, std::size_t line) {
    return path + ", line " + std::to_string(line) + ": ";
}

} // namespace

void TokenCounts::add(const std::string& token, std::int64_t times) {
    const auto [found, isNew] = m_positions.try_emplace(token, m_tokens.size());
    if (isNew) {
        m_tokens.push_back(token);
        m_counts.push_back(0);
    }
    m_counts[found->second] += times;
    m_total += times;
}

std::int64_t TokenCounts::count(std::string_view token) const {
    const auto found = m_positions.find(std::string(token));
    return found == m_positions.end() ? 0 : m_counts[found->second];
}

Vocabulary::Vocabulary() {
    add(padToken);
    add(unknownToken);
}

Vocabulary Vocabulary::fromCounts(const TokenCounts& counts, int minimumCount) {
    std::vector<std::size_t> order(counts.m_tokens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return counts.m_counts[a] > counts.m_counts[b]; });
    Vocabulary vocabulary;
    for (const std::size_t position : order)
        if (counts.m_counts[position] >= minimumCount && counts.m_tokens[position].size() <= longestToken)
            vocabulary.add(counts.m_tokens[position]);
    return vocabulary;
}

void Vocabulary::addForms(const TokenCounts& counts, int minimumCount) {
    TokenCounts forms;
    for (const std::string& token : counts.tokens())
        for (const std::string& form : formsOf(token))
            forms.add(form);
    for (const std::string& form : forms.tokens())
        if (forms.count(form) >= minimumCount)
            add(form);
    m_forms = true;
}

int Vocabulary::add(const std::string& token) {
    const auto [found, isNew] = m_ids.try_emplace(token, size());
    if (isNew)
        m_tokens.push_back(token);
    return found->second;
}

int Vocabulary::id(std::string_view token) const {
    const auto found = m_ids.find(token);
    return found == m_ids.end() || found->second == pad ? unknown : found->second;
}

int Vocabulary::idsPerToken() const {
    return m_forms ? 2 + mostForms : 1;
}

std::vector<int> Vocabulary::ids(const std::vector<std::string>& tokens) const {
    std::vector<int> ids(tokens.size() * std::size_t(idsPerToken()), pad);
    auto next = ids.begin();
    const auto put = [&](auto place, const std::string& text) {
        if (const auto found = m_ids.find(text); found != m_ids.end())
            *place = found->second;
    };
    for (const std::string& token : tokens) {
        *next = id(token);
        if (m_forms) {
            auto place = next + 1;
            if (const std::string small = toLower(token); small != token)
                put(place, small);
            for (const std::string& form : formsOf(token))
                put(++place, form);
        }
        next += idsPerToken();
    }
    return ids;
}

bool Vocabulary::contains(std::string_view token) const {
    return m_ids.find(token) != m_ids.end();
}

const std::string& Vocabulary::token(int id) const {
    if (id < 0 || id >= size())
        throw std::invalid_argument("Vocabulary::token: expected 0 … " + std::to_string(size() - 1) + ", got " +
                                    std::to_string(id));
    return m_tokens[std::size_t(id)];
}

Vocabulary readVocabulary(const std::string& path) {
    const std::string content = readFile(path);
    const std::string specials[] = {Vocabulary::padToken, Vocabulary::unknownToken};
    Vocabulary vocabulary;
    std::size_t line = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string token = content.substr(begin, end - begin);
        begin = end + 1;
        ++line;
        if (!token.empty() && token.back() == '\r')
            token.pop_back();
        if (token.size() > longestToken)
            throw Error(place(path, line) + "the token has more than " + std::to_string(longestToken) +
                        " bytes; this is no vocabulary");
        if (token.empty())
            throw Error(place(path, line) + "the line is empty; every line must hold one token");
        if (invalidUtf8At(token))
            throw Error(place(path, line) + "the token is not UTF-8");
        if (line <= 2) {
            if (token != specials[line - 1])
                throw Error(place(path, line) + "expected " + specials[line - 1] + ", got \"" + printable(token, 40) +
                            "\"; the first two tokens must be <pad> and <unk>");
            continue;
        }
        if (line > std::size_t(std::numeric_limits<int>::max()))
            throw Error(path + ": there are too many tokens");
        if (const int before = vocabulary.size(); vocabulary.add(token) < before)
            throw Error(place(path, line) + "the token \"" + printable(token, 40) + "\" is there twice");
    }
    if (line < 2)
        throw Error(path + ": the first two lines must be <pad> and <unk>; the file has " + std::to_string(line));
    return vocabulary;
}

} // namespace headlight
