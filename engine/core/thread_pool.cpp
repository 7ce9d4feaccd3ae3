#include "core/thread_pool.h"

#include "core/denormals.h"

#include <algorithm>
#include <exception>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {

namespace {
thread_local bool insidePiece = false;
}

ThreadPool::ThreadPool(int threads) {
    if (threads < 1)
        throw std::invalid_argument("ThreadPool: expected at least 1 thread, got " + std::to_string(threads));
    for (int i = 1; i < threads; ++i)
        m_workers.emplace_back([this] { workerLoop(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_started.notify_all();
    for (std::thread& worker : m_workers)
        worker.join();
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
