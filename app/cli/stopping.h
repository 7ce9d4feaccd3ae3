#pragma once

#include "engine/store/ids.h"
#include "engine/train/train_control.h"

#include <filesystem>
#include <mutex>

namespace headlight {

/// Stops whichever run is going on, and lets no further one begin. Asked on any thread (StopSignals).
class Stopping {
public:
    void stop();
    bool asked() const { return m_asked; }
    const std::atomic<bool>& flag() const { return m_asked; }
    /// The run that goes on from now on; null: none.
    void watch(TrainControl* control);

private:
    std::mutex m_mutex;
    std::atomic<bool> m_asked = false;
    TrainControl* m_control = nullptr;
};

/// A run that was killed a moment ago still reads as running: gives it the time after which it counts as interrupted.
/// One that goes on shows a sign of life before.
void waitForEnd(const std::filesystem::path& store, RunId id, const Stopping& stopping);

} // namespace headlight
