#include "autodiff/time_steps.h"

#include <algorithm>

namespace headlight {

TimeSteps::TimeSteps(Tape& tape, const Layout& layout, bool reversed)
    : m_sequences(layout.sequences()), m_count(layout.longest()), m_stride(reversed ? -1 : 1),
      m_first(tape.arena().allocate<Index>(m_sequences)), m_active(tape.arena().allocate<Index>(m_count)) {
    for (Index s = 0; s < m_sequences; ++s)
        m_first[s] = s;
    std::sort(m_first, m_first + m_sequences, [&layout](Index a, Index b) {
        return layout.length(a) != layout.length(b) ? layout.length(a) > layout.length(b) : a < b;
    });
    Index step = m_count;
    for (Index k = 0; k < m_sequences; ++k) // the steps that the k-th sequence is too short for have k active ones
        while (step > layout.length(m_first[k]))
            m_active[--step] = k;
    while (step > 0)
        m_active[--step] = m_sequences;
    for (Index k = 0; k < m_sequences; ++k)
        m_first[k] = reversed ? layout.end(m_first[k]) - 1 : layout.begin(m_first[k]);
}

void TimeSteps::shift(const Strided& value, MatrixMap& previous) const {
    for (Index k = 0; k < active(0); ++k)
        previous.col(column(k, 0)).setZero();
    for (Index step = 1; step < m_count; ++step)
        for (Index k = 0; k < active(step); ++k)
            previous.col(column(k, step)) = value.col(column(k, step - 1));
}

} // namespace headlight
