#include "cli/map_progress.h"

#include "cli/terminal.h"

#include <algorithm>
#include <cstdio>

namespace headlight {

MapProgress::~MapProgress() {
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
}

void MapProgress::advance(double by) {
    const auto now = Clock::now();
    if (m_done == 0) // the model has read the text; how long that took says nothing about the maps
        m_begin = m_shown = now;
    m_done = std::min(m_done + by, m_queries);
    const bool terminal = errorIsTerminal();
    if (now - m_shown < (terminal ? std::chrono::seconds(1) : std::chrono::seconds(10)))
        return;
    m_shown = now;
    const double share = m_done / m_queries;
    const double left = std::chrono::duration<double>(now - m_begin).count() * (1 - share) / share;
    const std::string line = m_what + " " + percent(share) + "  " + duration(left) + " left";
    if (!terminal)
        return note(line);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    m_drawn = true;
}

} // namespace headlight
