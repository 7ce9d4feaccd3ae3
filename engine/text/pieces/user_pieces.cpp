#include "text/pieces/user_pieces.h"

#include "core/error.h"
#include "text/pieces/model_file.h"

#include <algorithm>

namespace headlight {

UserPieces::UserPieces(const SentencePieceModel& model) {
    for (int id = 0; id < model.pieces.size(); ++id)
        if (model.kinds[std::size_t(id)] == PieceKind::UserDefined)
            m_entries.push_back({model.pieces.token(id)});
    std::sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) { return a.text < b.text; });
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        m_begins[static_cast<unsigned char>(entry.text.front())] = true;
        int shorter = int(i) - 1; // what it begins with is there, or among what that one begins with
        while (shorter >= 0 && !entry.text.starts_with(m_entries[std::size_t(shorter)].text))
            shorter = m_entries[std::size_t(shorter)].shorter;
        entry.shorter = shorter;
        if (shorter >= 0)
            entry.nested = m_entries[std::size_t(shorter)].nested + 1;
    }
}

std::string UserPieces::problem() const {
    for (const Entry& entry : m_entries)
        if (entry.nested > mostNested)
            return "the user-defined piece \"" + printable(entry.text, 40) + "\" begins with " +
                   std::to_string(entry.nested - 1) + " others; at most " + std::to_string(mostNested - 1) +
                   " are read";
    return {};
}

std::size_t UserPieces::longest(std::string_view text) const {
    if (text.empty() || !m_begins[static_cast<unsigned char>(text.front())])
        return 0;
    const auto behind = std::upper_bound(m_entries.begin(), m_entries.end(), text,
                                         [](std::string_view one, const Entry& entry) { return one < entry.text; });
    int found = int(behind - m_entries.begin()) - 1;
    while (found >= 0 && !text.starts_with(m_entries[std::size_t(found)].text))
        found = m_entries[std::size_t(found)].shorter;
    return found < 0 ? 0 : m_entries[std::size_t(found)].text.size();
}

} // namespace headlight
