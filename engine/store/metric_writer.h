#pragma once

#include "store/store.h"
#include "store/store_file.h"

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

namespace headlight {

/// Brings a run's points to the disk on a thread of its own, twice a second, so that training never waits for the disk
/// and a long evaluation holds nothing back. While the store is locked by another program the points wait.
class MetricWriter {
public:
    /// The store is there. StoreGone when it is not any more.
    MetricWriter(std::filesystem::path store, RunId run);
    ~MetricWriter();
    MetricWriter(const MetricWriter&) = delete;
    MetricWriter& operator=(const MetricWriter&) = delete;

    /// Error when earlier points could not be written for a minute; StoreGone soon after the store is not there any
    /// more.
    void add(MetricPoint point);
    /// Returns when everything added so far is on the disk, or the store is locked by another program for long.
    void flush();
    /// Writes what is left and ends the thread. Error as above.
    void finish();

private:
    void loop();
    void stop(bool patient);

    std::filesystem::path m_path;
    StoreFile m_file;
    RunId m_run;
    std::mutex m_mutex;
    std::condition_variable m_wake, m_written;
    std::vector<MetricPoint> m_waiting;
    bool m_stopping = false, m_flushing = false, m_patient = false;
    std::exception_ptr m_failure;
    std::thread m_thread;
};

} // namespace headlight
