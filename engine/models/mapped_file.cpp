#include "models/mapped_file.h"

#include "core/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headlight {

MappedFile::MappedFile(const std::filesystem::path& path) : m_path(path.string()) {
    m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe must not hold us up
    struct stat status {};
    const bool opened = m_descriptor >= 0 && ::fstat(m_descriptor, &status) == 0;
    const std::string reason = opened ? "" : std::strerror(errno);
    if (opened && S_ISREG(status.st_mode)) {
        m_size = std::uint64_t(status.st_size);
        m_written = status.st_mtim;
        return;
    }
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    throw Error(m_path + (opened ? ": not a file but a folder, a pipe or a device; expected a file of weights or maps"
                                 : ": cannot be opened: " + reason));
}

MappedFile::~MappedFile() {
    m_guard.reset();
    if (m_map)
        ::munmap(m_map, std::size_t(m_size));
    ::close(m_descriptor);
}

void MappedFile::read(std::uint64_t offset, std::uint64_t count, char* out) const {
    while (count > 0) {
        const ssize_t got = ::pread(m_descriptor, out, std::size_t(count), off_t(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw Error(m_path + ": cannot be read: " + std::strerror(errno));
        if (got == 0)
            throw Error(m_path + ": the file became shorter while it was read");
        offset += std::uint64_t(got);
        count -= std::uint64_t(got);
        out += got;
    }
}

const char* MappedFile::map(std::uint64_t offset, std::uint64_t count) const {
    std::call_once(m_mapping, [this] {
        void* const made = ::mmap(nullptr, std::size_t(m_size), PROT_READ, MAP_PRIVATE, m_descriptor, 0);
        m_map = made == MAP_FAILED ? nullptr : made;
        if (m_map)
            m_guard.emplace(m_map, m_size);
    });
    refuseChanges();
    if (!m_map)
        return nullptr;
    // The kernel reads the pages and says so where it can't, sooner than MapGuard would notice. Kernels before 5.14
    // don't know this advice.
    const std::uint64_t page = std::uint64_t(::sysconf(_SC_PAGESIZE)), begin = offset / page * page;
    char* const bytes = static_cast<char*>(m_map);
    while (::madvise(bytes + begin, std::size_t(offset + count - begin), MADV_POPULATE_READ) != 0 && errno != EINVAL)
        if (errno != EINTR)
            throw Error(m_path + ": cannot be read: " + std::strerror(errno));
    return bytes;
}

void MappedFile::refuseChanges() const {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0)
        throw Error(m_path + ": cannot be read: " + std::strerror(errno));
    if (std::uint64_t(status.st_size) != m_size || status.st_mtim.tv_sec != m_written.tv_sec ||
        status.st_mtim.tv_nsec != m_written.tv_nsec)
        throw Error(m_path + ": the file was changed after it had been opened; open it again");
}

} // namespace headlight
