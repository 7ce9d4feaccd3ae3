#include "core/files.h"

#include "core/error.h"
#include "core/paths.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace headlight {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporaryPrefix = ".headlight-save-";

[[noreturn]] void fail(const char* action, const fs::path& path, int code) {
    throw Error("cannot " + std::string(action) + " " + shownPath(path) + ": " + systemReason(code));
}

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    explicit operator bool() const { return m_fd >= 0; }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }
    /// Network file systems report a failed write only here.
    int close() { return ::close(std::exchange(m_fd, -1)); }

private:
    int m_fd;
};

fs::path parentOf(const fs::path& path) {
    const fs::path parent = path.parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

/// "models/" and "models" are the same folder.
fs::path withoutTrailingSlash(const fs::path& path) {
    return path.has_filename() || !path.has_parent_path() ? path : path.parent_path();
}

/// Where a link leads, so that writing changes what it points to instead of replacing the link.
fs::path resolved(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_symlink(path, ignored))
        return path;
    std::error_code failed;
    const fs::path target = fs::weakly_canonical(path, failed);
    return failed ? path : target;
}

/// Keeps other savers out of one folder. Right results don't depend on it (temporary names are unique and the last step
/// is one rename); it lets the holder sweep up what a killed program left, and makes savers take turns.
class FolderLock {
public:
    explicit FolderLock(const fs::path& folder) : m_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        using namespace std::chrono_literals;
        const auto end = std::chrono::steady_clock::now() + 10s;
        while (m_folder && !m_held) {
            m_held = ::flock(m_folder.get(), LOCK_EX | LOCK_NB) == 0;
            if (m_held || errno != EWOULDBLOCK || std::chrono::steady_clock::now() > end)
                break;
            std::this_thread::sleep_for(5ms);
        }
        if (m_held)
            sweep(folder);
    }

    /// Makes renames and new names in the folder last through a power cut; file systems that can't are left alone.
    void sync() const {
        if (m_folder)
            ::fsync(m_folder.get());
    }

private:
    static void sweep(const fs::path& folder) {
        std::error_code ignored;
        std::vector<fs::path> stale;
        for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored))
            if (it->path().filename().string().starts_with(temporaryPrefix))
                stale.push_back(it->path());
        for (const fs::path& path : stale)
            fs::remove_all(path, ignored);
    }

    Descriptor m_folder;
    bool m_held = false;
};

/// A name in the folder that nothing else uses; removed at the end with all it holds unless it was renamed away.
class Temporary {
public:
    explicit Temporary(const fs::path& folder) {
        static std::atomic<unsigned> counter{0};
        m_path = folder / (std::string(temporaryPrefix) + std::to_string(::getpid()) + "-" + std::to_string(counter++));
    }
    ~Temporary() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// Writes a new file and brings it to the disk. `shown` is the name for messages.
void writeNew(const fs::path& path, std::string_view content, mode_t mode, const fs::path& shown) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file)
        fail("save", shown, errno);
    if (mode && ::fchmod(file.get(), mode) != 0)
        fail("save", shown, errno);
    while (!content.empty()) {
        const ssize_t written = ::write(file.get(), content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            fail("save", shown, errno);
        content.remove_prefix(std::size_t(written));
    }
    if (::fsync(file.get()) != 0 || file.close() != 0)
        fail("save", shown, errno);
}

/// Mode of the file that is to be replaced, 0 when there is none.
mode_t modeToKeep(const fs::path& target, const fs::path& shown) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno != ENOENT)
            fail("save", shown, errno);
        return 0;
    }
    if (S_ISDIR(status.st_mode))
        fail("save", shown, EISDIR);
    if (::access(target.c_str(), W_OK) != 0)
        fail("save", shown, errno);
    return status.st_mode & 07777;
}

void requireFolder(const fs::path& folder, const fs::path& shown) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) {
        if (errno == ENOENT)
            throw Error("cannot save " + shown.string() + ": the folder " + folder.string() +
                        " does not exist; create it first");
        fail("save", shown, errno);
    }
    if (!S_ISDIR(status.st_mode))
        fail("save", shown, ENOTDIR);
}

/// Error unless `target` is missing or a folder that may be replaced by another one; whether it is there.
bool checkReplaceable(const fs::path& target, const fs::path& shown) {
    const fs::file_type type = typeAt(target);
    if (type == fs::file_type::not_found)
        return false;
    if (type != fs::file_type::directory)
        throw Error("cannot save " + shownPath(shown) + ": there is " + typeName(type) +
                    " of that name; remove it, or choose another folder");
    if (::access(target.c_str(), W_OK) != 0)
        fail("save", shown, errno);
    std::error_code failed, ignored;
    for (fs::directory_iterator it(target, failed), end; !failed && it != end; it.increment(failed))
        if (it->is_directory(ignored) && !it->is_symlink(ignored))
            throw Error("cannot save " + shownPath(shown) + ": it holds a folder, \"" +
                        printable(it->path().filename().string()) +
                        "\", so it is not one of ours; choose an empty or a new folder");
    if (failed)
        fail("save", shown, failed.value());
    return true;
}

/// Where a link to a folder leads, without the slash behind it.
fs::path folderBehind(const fs::path& folder) {
    return withoutTrailingSlash(resolved(withoutTrailingSlash(folder)));
}

/// Links the old folder's other files into the new one.
void carryOver(const fs::path& old, const fs::path& fresh, const std::vector<FolderFile>& files,
               const std::vector<std::string>& obsolete) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(old)) {
        const std::string name = entry.path().filename().string();
        const auto isName = [&name](const FolderFile& file) { return file.name == name; };
        if (std::any_of(files.begin(), files.end(), isName) ||
            std::find(obsolete.begin(), obsolete.end(), name) != obsolete.end())
            continue;
        if (entry.is_symlink(failed))
            fs::copy_symlink(entry.path(), fresh / name, failed);
        else
            fs::create_hard_link(entry.path(), fresh / name, failed);
        if (failed) // not every file system has links
            fs::copy_file(entry.path(), fresh / name);
    }
}

/// Puts `fresh` in the place of the folder `target`; afterwards `fresh` is the old folder, if there was one.
void takePlace(const fs::path& fresh, const fs::path& target, bool exists, const fs::path& shown) {
    if (!exists && ::rename(fresh.c_str(), target.c_str()) == 0)
        return;
    if (!exists && errno != ENOTEMPTY && errno != EEXIST) // created by somebody else meanwhile: exchange
        fail("save", shown, errno);
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0)
        return;
    if (errno != EINVAL && errno != ENOSYS)
        fail("save", shown, errno);
    // A file system without exchange: two renames, and the old folder comes back when the second fails. Its name in
    // between is one that no sweep removes, so that it can be found after a crash at this very moment.
    const fs::path aside = target.string() + ".old-" + std::to_string(::getpid());
    if (::rename(target.c_str(), aside.c_str()) != 0)
        fail("save", shown, errno);
    if (::rename(fresh.c_str(), target.c_str()) != 0) {
        const int code = errno;
        ::rename(aside.c_str(), target.c_str());
        fail("save", shown, code);
    }
    ::rename(aside.c_str(), fresh.c_str());
}

/// A regular file or a pipe.
int openReadable(const fs::path& path) {
    // Without O_NONBLOCK opening a pipe would wait for somebody to write.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        fail("read", path, errno);
    if (S_ISDIR(status.st_mode))
        fail("read", path, EISDIR);
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        throw Error("cannot read " + shownPath(path) + ": it is a device, expected a regular file");
    if (::fcntl(file.get(), F_SETFL, 0) != 0) // from here on, wait for who writes to the pipe
        fail("read", path, errno);
    return file.release();
}

bool isPipe(const Descriptor& file) {
    struct stat status {};
    return ::fstat(file.get(), &status) == 0 && S_ISFIFO(status.st_mode);
}

} // namespace

int openToRead(const fs::path& path) {
    Descriptor file(openReadable(path));
    if (isPipe(file))
        throw Error("cannot read " + shownPath(path) + ": it is a pipe, expected a regular file");
    return file.release();
}

void refuseGitPointer(const std::string& file, std::string_view beginning) {
    if (beginning.starts_with("version https://git-lfs"))
        throw Error(file + ": it is a pointer of Git LFS, not the file itself; get that with \"git lfs pull\"");
}

std::string readFile(const fs::path& path, std::uint64_t limit, const LookAtBeginning& look) {
    const Descriptor file(openReadable(path));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        fail("read", path, errno);
    const auto tooLarge = [&] {
        return Error("cannot read " + shownPath(path) + ": it is larger than the " + std::to_string(limit) +
                     " bytes allowed here; is it the right file?");
    };
    if (S_ISREG(status.st_mode) && std::uint64_t(status.st_size) > limit)
        throw tooLarge();

    // Pipes tell no size and files may grow, so the end is where reading ends.
    constexpr std::size_t beginning = 4096, piece = 65536;
    const std::size_t size = S_ISREG(status.st_mode) ? std::size_t(status.st_size) + 1 : piece;
    std::string content;
    std::size_t room = look ? std::min(size, beginning) : size;
    for (;;) {
        const std::size_t used = content.size();
        content.resize(used + room);
        const ssize_t got = ::read(file.get(), content.data() + used, room);
        const int code = errno;
        content.resize(used + std::size_t(std::max<ssize_t>(got, 0)));
        if (got < 0 && code != EINTR)
            fail("read", path, code);
        if (content.size() > limit)
            throw tooLarge();
        if (look && used == 0 && got > 0)
            look(content);
        if (got == 0 && content.empty() && S_ISFIFO(status.st_mode))
            throw Error(
                "cannot read " + shownPath(path) +
                ": it is a pipe, and nobody has written anything into it; give a regular file, or a pipe that a "
                "program writes to");
        if (got == 0) {
            refuseGitPointer(shownPath(path), content);
            return content;
        }
        room = content.size() < size ? size - content.size() : piece;
    }
}

void writeFile(const fs::path& path, std::string_view content) {
    const fs::path target = resolved(path);
    const fs::path folder = parentOf(target);
    if (!target.has_filename())
        fail("save", path, EISDIR);
    requireFolder(folder, path);
    const mode_t mode = modeToKeep(target, path);
    const FolderLock lock(folder);
    const Temporary temporary(folder);
    writeNew(temporary.path(), content, mode, path);
    if (::rename(temporary.path().c_str(), target.c_str()) != 0)
        fail("save", path, errno);
    lock.sync();
}

void writeFolder(const fs::path& folder, const std::vector<FolderFile>& files,
                 const std::vector<std::string>& obsolete) {
    for (const FolderFile& file : files)
        if (file.name.empty() || file.name == "." || file.name == ".." || file.name.find('/') != std::string::npos)
            throw std::invalid_argument("writeFolder: expected plain file names, got \"" + file.name + "\"");

    const fs::path target = folderBehind(folder);
    const fs::path parent = parentOf(target);
    requireFolder(parent, folder);
    const FolderLock lock(parent);
    const bool exists = checkReplaceable(target, folder);

    const Temporary fresh(parent);
    if (::mkdir(fresh.path().c_str(), 0777) != 0)
        fail("save", folder, errno);
    for (const FolderFile& file : files)
        writeNew(fresh.path() / file.name, file.content, exists ? modeToKeep(target / file.name, folder) : 0,
                 folder / file.name);
    try {
        if (exists) {
            carryOver(target, fresh.path(), files, obsolete);
            fs::permissions(fresh.path(), fs::status(target).permissions());
        }
    } catch (const fs::filesystem_error& error) {
        fail("save", folder, error.code().value());
    }
    if (const Descriptor made(::open(fresh.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); made)
        ::fsync(made.get());
    takePlace(fresh.path(), target, exists, folder);
    lock.sync();
}

void checkFolderPlace(const fs::path& folder) {
    checkReplaceable(folderBehind(folder), folder);
}

} // namespace headlight
