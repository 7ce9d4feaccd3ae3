#pragma once

#include <chrono>
#include <string>
#include <utility>

namespace headlight {

/// How far the maps of a long text, the passes over it, or the numbers of a file are, on standard error: a line that is
/// drawn over on a terminal, else a line every ten seconds. What is soon done says nothing.
class MapProgress {
public:
    explicit MapProgress(double queries, std::string what = "maps") : m_queries(queries), m_what(std::move(what)) {}
    ~MapProgress();
    void advance(double by = 1); ///< queries, passes, or numbers of a file

private:
    using Clock = std::chrono::steady_clock;
    double m_queries, m_done = 0;
    std::string m_what;
    Clock::time_point m_begin, m_shown; ///< of the first query; the line that is seen
    bool m_drawn = false;
};

} // namespace headlight
