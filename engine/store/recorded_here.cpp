#include "store/recorded_here.h"

#include <mutex>
#include <set>

namespace headlight {

namespace {

using Run = std::pair<std::filesystem::path, RunId>;

std::mutex mutex;
std::multiset<Run> recorded; ///< under the mutex

Run runOf(const std::filesystem::path& store, RunId id) {
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(store, ignored);
    return {whole.empty() ? store : whole, id};
}

} // namespace

RecordedHere::RecordedHere(const std::filesystem::path& store, RunId id) : m_run(runOf(store, id)) {
    const std::lock_guard lock(mutex);
    recorded.insert(m_run);
}

RecordedHere::~RecordedHere() {
    const std::lock_guard lock(mutex);
    recorded.erase(recorded.find(m_run));
}

bool RecordedHere::holds(const std::filesystem::path& store, RunId id) {
    const Run run = runOf(store, id);
    const std::lock_guard lock(mutex);
    return recorded.contains(run);
}

} // namespace headlight
