#include "attention/rectangle.h"

#include <stdexcept>
#include <string>

namespace headlight {

AttentionLayouts::AttentionLayouts(const Layout& queries, const Layout& keys) : m_queries(&queries), m_keys(&keys) {
    if (queries.sequences() != keys.sequences())
        throw std::invalid_argument("AttentionLayouts: expected keys of " + std::to_string(queries.sequences()) +
                                    " sequences, got " + std::to_string(keys.sequences()));
    for (Index s = 0; s < queries.sequences(); ++s)
        if (queries.position(s) < keys.position(s))
            throw std::invalid_argument("AttentionLayouts: expected queries from position " +
                                        std::to_string(keys.position(s)) + " on, got " +
                                        std::to_string(queries.position(s)));
}

Rectangle AttentionLayouts::of(Index sequence) const {
    return {m_queries->length(sequence), m_keys->length(sequence),
            m_queries->position(sequence) - m_keys->position(sequence), m_queries->begin(sequence),
            m_keys->begin(sequence)};
}

} // namespace headlight
