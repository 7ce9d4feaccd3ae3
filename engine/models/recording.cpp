#include "models/recording.h"

#include "nn/map_source.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

Recording::Recording(std::vector<Sequence> sequences, std::vector<Head> heads, Answer answer, std::string note)
    : m_sequences(std::move(sequences)), m_heads(std::move(heads)), m_answer(std::move(answer)),
      m_note(std::move(note)) {
    std::sort(m_heads.begin(), m_heads.end(), [](const Head& a, const Head& b) {
        return std::pair(a.sequence, a.address) < std::pair(b.sequence, b.address);
    });
}

std::vector<MapAddress> Recording::heads(int sequence) const {
    std::vector<MapAddress> addresses;
    for (const Head& head : m_heads)
        if (head.sequence == sequence)
            addresses.push_back(head.address);
    return addresses;
}

const Recording::Head* Recording::find(const MapAddress& address, int sequence) const {
    const auto found = std::find_if(m_heads.begin(), m_heads.end(), [&](const Head& head) {
        return head.address == address && head.sequence == sequence;
    });
    return found == m_heads.end() ? nullptr : &*found;
}

std::shared_ptr<const MapSource> Recording::source(const MapAddress& address, int sequence, const Check& check) const {
    const Head* head = find(address, sequence);
    if (!head)
        throw std::invalid_argument("Recording: there is no head " + address.text() + " of sequence " +
                                    std::to_string(sequence));
    return head->source(check);
}

AttentionMap Recording::map(const MapRequest& request, const Check& check) const {
    return mapOf(*source(request.address, request.sequence, check), request.stage, request.features, check);
}

Glance Recording::glance(const MapRequest& request, Index size, const Check& check) const {
    return glanceAt(*source(request.address, request.sequence, check), request.stage, request.features, size, check);
}

std::vector<float> Recording::row(const MapRequest& request, Index query, const Check& check) const {
    return rowOf(*source(request.address, request.sequence, check), request.stage, request.features, query);
}

} // namespace headlight
