#include "cli/stopping.h"

#include "cli/terminal.h"
#include "engine/store/store.h"

#include <chrono>
#include <thread>

namespace headlight {

void Stopping::stop() {
    const std::lock_guard lock(m_mutex);
    m_asked = true;
    if (m_control)
        m_control->stop();
}

void Stopping::watch(TrainControl* control) {
    const std::lock_guard lock(m_mutex);
    m_control = control;
    if (m_asked && control)
        control->stop();
}

void waitForEnd(const std::filesystem::path& path, RunId id, const Stopping& stopping) {
    const Store store(path);
    const RunRecord first = store.run(id);
    const auto isRunning = [](const RunRecord& run) {
        return run.status == RunStatus::Running || run.status == RunStatus::Paused;
    };
    if (!isRunning(first))
        return;
    note("run " + std::to_string(id) + " was at work a moment ago; making sure that it is not any more");
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(Store::interruptedAfter + 1);
    while (std::chrono::steady_clock::now() < end && !stopping.asked()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const RunRecord now = store.run(id);
        if (!isRunning(now) || now.updated > first.updated)
            return;
    }
}

} // namespace headlight
