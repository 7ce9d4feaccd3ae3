#pragma once

#include "text/token_table.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// The entries of a JSON object of tokens and their numbers, as parseJson() finds them.
class VocabularyEntries {
public:
    void add(const std::string& token, const nlohmann::ordered_json& id);
    /// What is wrong with the first entry that something is wrong with, for a message; empty when all is well. A number
    /// far beyond their count would take memory for nothing, and is wrong, too.
    std::string addTo(TokenTable& tokens) const;

private:
    std::vector<std::pair<std::string, int>> m_entries;
};

/// Whether a number goes so far beyond the count of the tokens that most of the vocabulary would be gaps.
bool isFarBeyond(int id, std::size_t tokens);

} // namespace headlight
