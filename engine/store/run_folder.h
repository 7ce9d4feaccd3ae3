#pragma once

#include "store/lease.h"

namespace headlight {

/// Whether a folder has models or a checkpoint of a run.
bool holdsRun(const std::filesystem::path& folder);

/// Error when a new run can't have this folder, since it is that of another one.
void checkFreeForRun(const std::filesystem::path& folder);

/// The folder of a run that is at work, whose lease it has: as long as this lives, the run is going on and no other one
/// can have the folder. It is made if it is missing, and goes again if it was made here and nothing was put into it.
class ClaimedFolder {
public:
    /// For a new run. Nothing when it holds a run or is claimed already. Error when it can't be made.
    static std::optional<ClaimedFolder> claim(const std::filesystem::path& folder);
    /// For a run that goes on in it. Nothing when it is claimed already.
    static std::optional<ClaimedFolder> claimAgain(const std::filesystem::path& folder);
    /// Whether a run is at work in it now.
    static bool isClaimed(const std::filesystem::path& folder);

    ClaimedFolder(ClaimedFolder&& other) noexcept;
    ClaimedFolder& operator=(ClaimedFolder&&) = delete;
    ~ClaimedFolder();

    const std::filesystem::path& path() const { return m_path; }

private:
    ClaimedFolder(const std::filesystem::path& path, Lease lease, bool isNew)
        : m_path(path), m_lease(std::move(lease)), m_isNew(isNew) {}

    std::filesystem::path m_path;
    std::optional<Lease> m_lease;
    bool m_isNew;
};

} // namespace headlight
