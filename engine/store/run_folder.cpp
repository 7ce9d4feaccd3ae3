#include "store/run_folder.h"

#include "core/error.h"
#include "core/paths.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace headlight {

namespace {

constexpr const char* claimName = ".claim"; ///< not the folder itself, which writeFolder locks

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

std::optional<ClaimedFolder> ClaimedFolder::claim(const std::filesystem::path& folder) {
    const bool isNew = makeFolders(folder, "the folder of the run");
    const int descriptor = ::open((folder / claimName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    ClaimedFolder claimed(folder, descriptor, isNew);
    // The system lets go of the lock when the program ends, however that happens. Some network file systems have none.
    const bool isTaken = descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!isTaken && !holdsRun(folder))
        return claimed;
    claimed.m_isNew = false; // it is the other one's
    claimed.m_isOurs = !isTaken;
    return std::nullopt;
}

ClaimedFolder::ClaimedFolder(ClaimedFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_isNew(std::exchange(other.m_isNew, false)), m_isOurs(other.m_isOurs) {}

ClaimedFolder::~ClaimedFolder() {
    std::error_code notEmpty;
    if (m_descriptor >= 0 && m_isOurs)
        std::filesystem::remove(m_path / claimName, notEmpty);
    if (m_isNew)
        std::filesystem::remove(m_path, notEmpty);
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace headlight
