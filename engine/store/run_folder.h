#pragma once

#include <filesystem>
#include <optional>

namespace headlight {

/// Whether a folder has models or a checkpoint of a run.
bool holdsRun(const std::filesystem::path& folder);

/// Error when a new run can't have this folder, since it is that of another one.
void checkFreeForRun(const std::filesystem::path& folder);

/// The folder of a new run that is at work: as long as this lives, no other one can claim it, in no program on this
/// machine. It is made if it is missing, and goes again if it was made here and nothing was put into it.
class ClaimedFolder {
public:
    /// Nothing when it holds a run or is claimed already. Error when it can't be made.
    static std::optional<ClaimedFolder> claim(const std::filesystem::path& folder);

    ClaimedFolder(ClaimedFolder&& other) noexcept;
    ClaimedFolder& operator=(ClaimedFolder&&) = delete;
    ~ClaimedFolder();

    const std::filesystem::path& path() const { return m_path; }

private:
    ClaimedFolder(const std::filesystem::path& path, int descriptor, bool isNew)
        : m_path(path), m_descriptor(descriptor), m_isNew(isNew) {}

    std::filesystem::path m_path;
    int m_descriptor;
    bool m_isNew;
    bool m_isOurs = true; ///< the lock is
};

} // namespace headlight
