#pragma once

#include "autodiff/tape.h"
#include "core/layout.h"

namespace headlight {

/// The way of a recurrent layer through a packed batch. At every step the sequences that still have a token are the
/// first `active(step)` of an order from the longest to the shortest, so that the states of all of them are the left
/// columns of one matrix. The arrays live in the tape's arena: an op may keep a copy for backward.
class TimeSteps {
public:
    /// `reversed`: every sequence from its last token to its first.
    TimeSteps(Tape& tape, const Layout& layout, bool reversed);

    Index count() const { return m_count; } ///< steps of the longest sequence
    Index sequences() const { return m_sequences; }
    Index active(Index step) const { return m_active[step]; }
    /// The column in the batch of the k-th longest sequence's token at a step.
    Index column(Index k, Index step) const { return m_first[k] + m_stride * step; }

    /// previous.col(j) becomes the column of `value` one step before j, zeros at a sequence's first step.
    void shift(const Strided& value, MatrixMap& previous) const;

private:
    Index m_sequences, m_count, m_stride;
    Index* m_first;
    Index* m_active;
};

} // namespace headlight
