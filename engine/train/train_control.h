#pragma once

#include "core/error.h"

#include <atomic>
#include <stop_token>

namespace headlight {

/// Requests to a running training from another thread.
class TrainControl {
public:
    void pause() { m_paused = true; }
    void resume() { m_paused = false; }
    bool isPaused() const { return m_paused; }
    void stop() { m_stop.request_stop(); } ///< after the running step; a checkpoint is written
    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::atomic<bool> m_paused = false;
    std::stop_source m_stop;
};

/// A loss or gradient that is not finite: the run fails again at the same step, however often it is resumed.
class DivergedError : public Error {
public:
    using Error::Error;
};

} // namespace headlight
