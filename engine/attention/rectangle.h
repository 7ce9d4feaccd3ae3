#pragma once

#include "core/layout.h"

namespace headlight {

/// The queries of one sequence and the keys that they meet.
///
/// Masks, distances and bells go by positions, which count from the first key. Query i stands at offset + i: at i where
/// queries and keys are the same tokens or those of two sequences, behind the keys of a cache where the queries are a
/// sequence's last tokens. A pass over these gives what a pass over all tokens gives for them.
struct Rectangle {
    Index queries = 0, keys = 0;
    Index offset = 0;                   ///< position of the first query
    Index queryBegin = 0, keyBegin = 0; ///< their first columns in the batch

    static Rectangle square(Index length) { return {length, length}; } ///< a sequence and itself
};

/// Whose tokens the queries and the keys of an attention are: the queries of each sequence of one layout meet the keys
/// of the same sequence of the other. An offset is the queries' position less the keys'. The layouts must live as long.
class AttentionLayouts {
public:
    AttentionLayouts(const Layout& tokens) : m_queries(&tokens), m_keys(&tokens) {} ///< self attention
    /// std::invalid_argument unless there are as many sequences of both, and no query is before its first key.
    AttentionLayouts(const Layout& queries, const Layout& keys);

    const Layout& queries() const { return *m_queries; }
    const Layout& keys() const { return *m_keys; }
    Index sequences() const { return m_queries->sequences(); }
    Rectangle of(Index sequence) const;

private:
    const Layout* m_queries;
    const Layout* m_keys;
};

} // namespace headlight
