#include "store/records.h"

#include "core/error.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr std::array<const char*, 6> statusNames = {"running", "paused", "finished",
                                                    "stopped", "failed", "interrupted"};

} // namespace

std::string statusName(RunStatus status) {
    return statusNames[std::size_t(status)];
}

std::optional<RunStatus> statusFromName(const std::string& name) {
    for (std::size_t i = 0; i < statusNames.size(); ++i)
        if (name == statusNames[i])
            return RunStatus(i);
    return std::nullopt;
}

void checkMayGoOn(const RunRecord& run) {
    const std::string where = "run " + std::to_string(run.id);
    if (run.status == RunStatus::Running || run.status == RunStatus::Paused)
        throw Error(where + " is still going on: stop it where it runs, then resume it");
    if (run.status == RunStatus::Finished)
        throw Error(where + " is finished: there is nothing to resume");
}

std::string leftOutText(const std::filesystem::path& store, const std::vector<DamagedRow>& rows) {
    constexpr std::size_t told = 3;
    if (rows.empty())
        return {};
    std::string text = store.string() + ": the run store is damaged; left out " + (rows.size() == 1 ? "is " : "are ");
    for (std::size_t i = 0; i < std::min(told, rows.size()); ++i)
        text += (i == 0 ? "" : "; ") + rows[i].what;
    if (rows.size() > told)
        text += "; and " + std::to_string(rows.size() - told) + " more";
    return text + ". All else can be used; put a copy in its place to have these again";
}

bool isSmallerBetter(const std::string& metric) {
    for (const char* part : {"loss", "perplexity", "error", "mse", "seconds", "_ms", "bytes", "memory"})
        if (metric.find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace headlight
