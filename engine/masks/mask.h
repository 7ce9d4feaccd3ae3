#pragma once

#include "core/error.h"
#include "core/matrix.h"
#include "masks/mask_terms.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A mask expression that is not understood. The text says what was expected, at which character (counted from 1), and
/// what was probably meant; `position` and `length` let a field mark the place.
class MaskError : public Error {
public:
    MaskError(const std::string& message, std::size_t position, std::size_t length);

    std::size_t position() const { return m_position; } ///< of the first wrong character, counted from 0
    std::size_t length() const { return m_length; }     ///< wrong characters; 0 at the end of the text

private:
    std::size_t m_position;
    std::size_t m_length;
};

/// What one head may see: a matrix M with one entry per key i and query j, added to the score of that pair before the
/// softmax over the keys. Entries are 0 (seen), a finite bias, or minus infinity (hidden). A mask has no length: it is
/// defined for every pair of positions, counted from the first key on. So it is for queries that are none of the keys:
/// a sequence's last tokens have their places behind the keys of a cache, and every term says of them what it says in a
/// pass over all tokens. Between two sequences every term goes by places, too: i = j is the token with the same number
/// in the other text, which may lie beyond its end, and block(r) is the other text's block of that number.
///
/// Written as terms joined by `+`, whose matrices add up: what one of them hides stays hidden.
///
///     all         everything is seen
///     fw          i < j: the tokens before the query (DiSAN Eq. 14, "forward"; MPSAN Eq. 9 calls this "backward")
///     bw          i > j: the tokens after it
///     offdiag     i ≠ j
///     causal      i ≤ j
///     anticausal  i ≥ j
///     window(m)   |i − j| ≤ m, the query itself included (CSAN's window of 2m + 1)
///     fa(m)       0 < |i − j| ≤ m: the 2m + 1 words around the query without itself (MPSAN Eq. 8, "faraway"). The
///                 released MPSAN code means fa(1) and fa(2) where the paper says FA(2) and FA(3)
///     dist(a)     hides nothing, bias −a · |i − j| (MPSAN Eq. 11 for a = 1)
///     logdist     hides nothing, bias −ln |i − j|, and 0 for i = j (MPSAN Eq. 12)
///     block(r)    ⌊i / r⌋ = ⌊j / r⌋: the query's own block of r tokens
///
/// A value without pointers, cheap to copy; at most MaxTerms terms.
class Mask {
public:
    static constexpr std::size_t MaxTerms = 8;

    /// One head's expression, "fw + dist(0.5)". MaskError when it is anything else, a list of heads included.
    static Mask parse(std::string_view text);
    static Mask all() { return {}; }

    Mask() = default; ///< all()

    /// The expression in canonical form: "fw+dist(0.5)". Terms in the order of maskTerms(), without repeated hiding
    /// terms and without an `all` beside others. parse(text()) is the same mask.
    std::string text() const;

    /// For people: "Forward (fw)", "Window (window(5))"; of several terms the expression.
    std::string title() const;

    bool visible(Index key, Index query) const;

    /// M(key, query): 0 or a negative number, minus infinity when hidden.
    Real bias(Index key, Index query) const;

    /// What it adds to the score of a visible key that far from the query.
    Real biasAt(Index distance) const { return hasBias() ? penalty(distance) : Real(0); }

    struct Interval {
        Index begin = 0;
        Index end = 0; ///< one past the last
        bool operator==(const Interval&) const = default;
        bool empty() const { return begin == end; }
        Index size() const { return end - begin; }
    };

    /// The smallest interval that holds every key the query sees of `keys` keys; {0, 0} when it sees none. Takes the
    /// same time for every number of them. 0 ≤ query, which may lie behind the last key.
    Interval visibleKeys(Index query, Index keys) const;

    /// Every key of visibleKeys() is seen and has bias 0, for every query and any keys: a kernel needs no matrix.
    bool isPlainInterval() const;

    /// The query itself is hidden while keys on both of its sides may be seen: the only hole a visible interval can
    /// have.
    bool hasHole() const { return m_hidesSelf && m_low < 0 && m_high > 0; }

    /// Some visible key has a bias other than 0.
    bool hasBias() const { return m_distance != 0 || m_logDistance != 0; }

    /// M as a matrix [keys × queries], `length` by `length`.
    void biasMatrix(Index length, Matrix& keysByQueries) const;

    /// The same canonical text. (Two masks written differently may still hide the same: fw and fw+causal.)
    bool operator==(const Mask& other) const;

private:
    friend class MaskParser;
    struct Term {
        MaskTerm::Kind kind = MaskTerm::Kind::All;
        double value = 0;
        bool operator==(const Term&) const = default;
    };
    static constexpr Index Unlimited = Index(1) << 60;

    void add(Term term);
    void restrictTo(Index low, Index high);
    Real penalty(Index distance) const;

    std::array<Term, MaxTerms> m_terms{};
    std::size_t m_count = 0; // none means all

    // All terms together, so that evaluating does not walk them: seen is m_low ≤ key − query ≤ m_high, ...
    Index m_low = -Unlimited;
    Index m_high = Unlimited;
    bool m_hidesSelf = false; // ... key ≠ query when set, ...
    bool m_hasBlocks = false; // ... and the same block for each block term.
    double m_distance = 0;
    double m_logDistance = 0;
};

/// A mask for each head: "fw x4, bw x4" is eight masks. MaskError when the text is not understood.
std::vector<Mask> parseMasks(std::string_view text);

/// Canonical, equal neighbours written as a repeat: "fw x4, bw x4".
std::string printMasks(const std::vector<Mask>& masks);

/// The masks of `heads` heads: each mask serves an equal run of neighbouring heads, so "fw, bw" over 8 heads is 4
/// and 4. Error when the number of heads is no multiple of the number of masks.
std::vector<Mask> spreadOver(const std::vector<Mask>& masks, Index heads);

} // namespace headlight
