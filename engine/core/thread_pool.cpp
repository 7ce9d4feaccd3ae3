#include "core/thread_pool.h"

#include "core/denormals.h"
#include "core/error.h"

#include <algorithm>
#include <exception>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace headlight {

namespace {
thread_local bool insidePiece = false;

void endWorkers(std::vector<std::thread>& workers, std::mutex& mutex, bool& stopping,
                std::condition_variable& started) {
    {
        const std::lock_guard lock(mutex);
        stopping = true;
    }
    started.notify_all();
    for (std::thread& worker : workers)
        worker.join();
}
} // namespace

ThreadPool::ThreadPool(int threads) {
    if (threads < 1)
        throw std::invalid_argument("ThreadPool: expected at least 1 thread, got " + std::to_string(threads));
    try {
        for (int i = 1; i < threads; ++i)
            m_workers.emplace_back([this] { workerLoop(); });
    } catch (const std::system_error& error) {
        const std::size_t made = m_workers.size() + 1;
        endWorkers(m_workers, m_mutex, m_stopping, m_started);
        throw Error("the system gives no more than " + std::to_string(made) + " of " + std::to_string(threads) +
                    " threads (" + error.what() + "); use fewer");
    }
}

ThreadPool::~ThreadPool() {
    endWorkers(m_workers, m_mutex, m_stopping, m_started);
}

void ThreadPool::forEach(int pieces, const std::function<void(int)>& work) {
    const FlushDenormals flush;
    if (insidePiece || m_workers.empty() || pieces <= 1) {
        for (int piece = 0; piece < pieces; ++piece)
            work(piece);
        return;
    }
    std::unique_lock lock(m_mutex);
    m_work = &work;
    m_pieces = pieces;
    m_next = 0;
    m_failure = nullptr;
    m_started.notify_all();
    takePieces(lock);
    m_finished.wait(lock, [this] { return m_running == 0; });
    m_work = nullptr;
    m_pieces = 0;
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

void ThreadPool::workerLoop() {
    const FlushDenormals flush;
    std::unique_lock lock(m_mutex);
    while (true) {
        m_started.wait(lock, [this] { return m_stopping || m_next < m_pieces; });
        if (m_stopping)
            return;
        takePieces(lock);
    }
}

void ThreadPool::takePieces(std::unique_lock<std::mutex>& lock) {
    ++m_running;
    insidePiece = true;
    while (m_next < m_pieces) {
        const int piece = m_next++;
        const auto* work = m_work;
        lock.unlock();
        std::exception_ptr failure;
        try {
            (*work)(piece);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && (!m_failure || piece < m_failedPiece)) {
            m_failure = failure;
            m_failedPiece = piece;
        }
    }
    insidePiece = false;
    if (--m_running == 0)
        m_finished.notify_one();
}

int ThreadPool::processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace headlight
