#include "store/metric_writer.h"

#include "store/schema.h"

#include <chrono>

namespace headlight {

namespace {

constexpr auto interval = std::chrono::milliseconds(500);
constexpr auto patience = std::chrono::seconds(60);
constexpr auto flushPatience = std::chrono::seconds(5);

} // namespace

MetricWriter::MetricWriter(std::filesystem::path store, RunId run)
    : m_path(std::move(store)), m_file(m_path), m_run(run), m_thread([this] { loop(); }) {}

MetricWriter::~MetricWriter() {
    stop(false);
}

void MetricWriter::add(MetricPoint point) {
    const std::lock_guard lock(m_mutex);
    if (m_failure)
        std::rethrow_exception(m_failure);
    m_waiting.push_back(std::move(point));
}

void MetricWriter::flush() {
    std::unique_lock lock(m_mutex);
    m_flushing = true;
    m_wake.notify_one();
    m_written.wait_for(lock, flushPatience, [this] { return !m_flushing || m_failure; });
}

void MetricWriter::finish() {
    stop(true);
    if (m_failure)
        std::rethrow_exception(m_failure);
}

void MetricWriter::stop(bool patient) {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_patient = patient;
    }
    m_wake.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void MetricWriter::loop() {
    std::unique_ptr<Store> store;
    std::vector<MetricPoint> batch;
    auto lastSuccess = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (true) {
        m_wake.wait_for(lock, interval, [this] { return m_stopping || m_flushing; });
        const bool last = m_stopping;
        batch.insert(batch.end(), m_waiting.begin(), m_waiting.end());
        m_waiting.clear();
        const bool flushing = m_flushing;
        lock.unlock();
        std::exception_ptr failure;
        bool hopeless = false;
        try {
            m_file.check();
            if (!store)
                store = std::make_unique<Store>(m_path);
            if (batch.empty())
                store->heartbeat(m_run);
            else
                store->addMetrics(m_run, batch);
            batch.clear();
            lastSuccess = std::chrono::steady_clock::now();
        } catch (const StoreGone&) {
            failure = std::current_exception();
            hopeless = true;
        } catch (const detail::DamagedStore&) {
            failure = std::current_exception();
            hopeless = true;
        } catch (const Error&) { // locked, or a full disk: it may pass
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && (hopeless || (last && !m_patient) || std::chrono::steady_clock::now() - lastSuccess > patience))
            m_failure = failure;
        if (m_failure || (flushing && !failure)) {
            m_flushing = false;
            m_written.notify_all();
        }
        if (m_failure || (last && !failure))
            return;
        if (failure) { // locked: not again at once
            lock.unlock();
            std::this_thread::sleep_for(interval);
            lock.lock();
        }
    }
}

} // namespace headlight
