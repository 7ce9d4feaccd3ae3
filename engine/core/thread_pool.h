#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace headlight {

/// A fixed number of threads that work off numbered pieces. The result must not depend on which thread takes a piece:
/// pieces write to places of their own, and sums over pieces are formed afterwards in the order of their numbers.
///
/// Pieces take denormal numbers for zero (core/denormals.h), whatever thread they run on.
/// forEach may be called from one thread at a time; a call from inside a piece that others run beside does its own
/// pieces one after the other. A single piece has the pool to itself.
class ThreadPool {
public:
    /// `threads` counts the calling thread: 1 starts no other.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return int(m_workers.size()) + 1; }

    /// Calls work(0) … work(pieces − 1), spread over the threads; returns when none runs any more. If pieces throw, the
    /// exception of the piece with the lowest number is rethrown here, and pieces of higher numbers may be left out.
    void forEach(int pieces, const std::function<void(int)>& work);

    /// Number of processors this process may use.
    static int processors();

private:
    void workerLoop();
    void takePieces(std::unique_lock<std::mutex>& lock);

    std::mutex m_mutex;
    std::condition_variable m_started, m_finished;
    const std::function<void(int)>* m_work = nullptr;
    int m_pieces = 0, m_next = 0, m_running = 0;
    int m_failedPiece = 0;
    std::exception_ptr m_failure;
    bool m_stopping = false;
    std::vector<std::thread> m_workers;
};

} // namespace headlight
