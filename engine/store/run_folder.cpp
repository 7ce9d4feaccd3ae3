#include "store/run_folder.h"

#include "core/error.h"
#include "core/paths.h"

#include <utility>

namespace headlight {

namespace {

/// Not the folder itself, which writeFolder locks.
std::filesystem::path leaseFile(const std::filesystem::path& folder) {
    return folder / ".claim";
}

} // namespace

bool holdsRun(const std::filesystem::path& folder) {
    for (const char* part : {"resume", "best", "last"})
        if (isThere(folder / part))
            return true;
    return false;
}

void checkFreeForRun(const std::filesystem::path& folder) {
    if (holdsRun(folder))
        throw Error(folder.string() + ": holds the models of another run: name another folder");
}

std::optional<ClaimedFolder> ClaimedFolder::claimAgain(const std::filesystem::path& folder) {
    const bool isNew = makeFolders(folder, "the folder of the run");
    std::optional<Lease> lease = Lease::take(leaseFile(folder));
    if (!lease)
        return std::nullopt;
    return ClaimedFolder(folder, std::move(*lease), isNew);
}

std::optional<ClaimedFolder> ClaimedFolder::claim(const std::filesystem::path& folder) {
    std::optional<ClaimedFolder> claimed = claimAgain(folder);
    if (!claimed || holdsRun(folder))
        return std::nullopt;
    return claimed;
}

bool ClaimedFolder::isClaimed(const std::filesystem::path& folder) {
    return Lease::isHeld(leaseFile(folder));
}

ClaimedFolder::ClaimedFolder(ClaimedFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_lease(std::move(other.m_lease)), m_isNew(std::exchange(other.m_isNew, false)) {
}

ClaimedFolder::~ClaimedFolder() {
    std::error_code notEmpty;
    m_lease.reset(); // takes its file away
    if (m_isNew)
        std::filesystem::remove(m_path, notEmpty);
}

} // namespace headlight
