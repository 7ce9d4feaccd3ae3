#include "store/lease.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace headlight {

namespace {

enum class Lock { Got, Taken, None };

Lock lock(int descriptor, int kind) {
    if (::flock(descriptor, kind | LOCK_NB) == 0)
        return Lock::Got;
    return errno == EWOULDBLOCK ? Lock::Taken : Lock::None;
}

/// The path still leads to the file that is open: a holder takes its file away at the end.
bool isAt(const std::filesystem::path& file, int descriptor) {
    struct stat opened {
    }, there{};
    return ::fstat(descriptor, &opened) == 0 && ::stat(file.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

} // namespace

std::optional<Lease> Lease::take(const std::filesystem::path& file) {
    using namespace std::chrono_literals;
    constexpr int tries = 20; // who only asks has the lock for a moment
    for (int attempt = 1;; ++attempt) {
        const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
        if (descriptor < 0)
            return Lease(file, -1);
        const Lock got = lock(descriptor, LOCK_EX);
        if (got == Lock::None || (got == Lock::Got && isAt(file, descriptor)))
            return Lease(file, descriptor);
        ::close(descriptor);
        if (attempt == tries)
            return std::nullopt;
        std::this_thread::sleep_for(2ms);
    }
}

bool Lease::isHeld(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) // a store may name any file
        return false;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    const bool isTaken = lock(descriptor, LOCK_SH) == Lock::Taken;
    ::close(descriptor);
    return isTaken;
}

Lease::Lease(Lease&& other) noexcept
    : m_file(std::move(other.m_file)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

Lease::~Lease() {
    if (m_descriptor < 0)
        return;
    ::unlink(m_file.c_str());
    ::close(m_descriptor);
}

} // namespace headlight
