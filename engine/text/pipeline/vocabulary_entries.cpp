#include "text/pipeline/vocabulary_entries.h"

#include "core/error.h"
#include "core/json_text.h"

namespace headlight {

bool isFarBeyond(int id, std::size_t tokens) {
    return std::size_t(id) > 2 * tokens + 1000;
}

void VocabularyEntries::add(const std::string& token, const nlohmann::ordered_json& id) {
    m_entries.emplace_back(token, int(wholeNumberOf(id, 0, TokenTable::most - 1).value_or(-1)));
}

std::string VocabularyEntries::addTo(TokenTable& tokens) const {
    for (const auto& [token, id] : m_entries) {
        if (id >= 0 && isFarBeyond(id, m_entries.size()))
            return "the token \"" + printable(token, 40) + "\" has the number " + std::to_string(id) +
                   ", but there are only " + std::to_string(m_entries.size()) + " tokens";
        if (std::string problem = tokens.add(token, id); !problem.empty())
            return problem;
    }
    return {};
}

} // namespace headlight
