#pragma once

#include <chrono>

namespace headlight {

/// How far the maps of a long text are, on standard error: a line that is drawn over on a terminal, else a line every
/// ten seconds. Short texts say nothing.
class MapProgress {
public:
    explicit MapProgress(double queries) : m_queries(queries) {}
    ~MapProgress();
    void advance(); ///< by one query

private:
    using Clock = std::chrono::steady_clock;
    double m_queries, m_done = 0;
    Clock::time_point m_begin, m_shown; ///< of the first query; the line that is seen
    bool m_drawn = false;
};

} // namespace headlight
