#pragma once

#include <functional>
#include <thread>

namespace headlight {

constexpr int exitByUser = 130; ///< exit code of a program whose work a signal stopped

/// While it lives, Ctrl+C, a closed terminal and a plain kill call `stop` once, on a thread of their own; a second one
/// ends the program at once. A closed terminal is nothing to a program that was begun with nohup. There is one at a
/// time.
class StopSignals {
public:
    explicit StopSignals(std::function<void()> stop);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

private:
    std::jthread m_waiting;
};

} // namespace headlight
