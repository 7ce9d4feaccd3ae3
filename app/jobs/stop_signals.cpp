#include "jobs/stop_signals.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <unistd.h>

namespace headlight {

namespace {

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> arrived = 0; // all that a handler may safely touch

void onSignal(int) {
    if (arrived.fetch_add(1) > 0)
        ::_exit(exitByUser);
}

/// nohup begins a program so that it outlives its terminal. (Of Ctrl+C the shell says the same to what it runs in the
/// background of a script, and such a program is stopped by it all the same.)
bool isToBeIgnored(int signal) {
    struct sigaction now = {};
    return signal == SIGHUP && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

} // namespace

StopSignals::StopSignals(std::function<void()> stop) {
    arrived = 0;
    for (const int signal : stopping)
        if (!isToBeIgnored(signal))
            std::signal(signal, onSignal);
    m_waiting = std::jthread([stop = std::move(stop)](const std::stop_token& ended) {
        while (!ended.stop_requested() && arrived == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (arrived > 0)
            stop();
    });
}

StopSignals::~StopSignals() {
    for (const int signal : stopping)
        if (!isToBeIgnored(signal))
            std::signal(signal, SIG_DFL);
    m_waiting.request_stop();
    m_waiting.join();
}

} // namespace headlight
