#include "core/paths.h"

#include "core/error.h"

#include <cerrno>
#include <cstring>

namespace headlight {

namespace fs = std::filesystem;

std::string systemReason(int code) {
    switch (code) {
    case ENOSPC:
    case EDQUOT:
        return "the disk is full; free some space and try again";
    case EROFS:
    case EACCES:
    case EPERM:
        return "no permission; choose another place or change the access rights";
    case ENOENT:
        return "no such file or folder";
    case ENOTDIR:
        return "a part of the path is a file, not a folder";
    case EISDIR:
        return "this is a folder, expected a file";
    case EEXIST:
        return "something else has that name; choose another place";
    case ENAMETOOLONG:
        return "the name is too long; choose a shorter one";
    case ELOOP:
        return "its links lead in a circle; remove or mend them";
    case EFBIG:
        return "the file would become larger than this system allows";
    case EIO:
        return "the disk failed, or this is no ordinary file";
    default:
        return std::strerror(code);
    }
}

std::string shownPath(const fs::path& path) {
    constexpr std::size_t longest = 1000;
    return printable(path.string(), longest);
}

fs::file_type typeAt(const fs::path& path) {
    std::error_code failed;
    const fs::file_type type = fs::status(path, failed).type();
    if (type == fs::file_type::none)
        throw Error(shownPath(path) + ": " + systemReason(failed.value()));
    return type;
}

bool isThere(const fs::path& path) {
    return typeAt(path) != fs::file_type::not_found;
}

const char* typeName(fs::file_type type) {
    switch (type) {
    case fs::file_type::regular:
        return "a file";
    case fs::file_type::directory:
        return "a folder";
    case fs::file_type::fifo:
        return "a pipe";
    case fs::file_type::socket:
        return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
        return "a device";
    case fs::file_type::symlink:
        return "a link";
    default:
        return "no file";
    }
}

fs::path wholePath(const fs::path& path) {
    std::error_code failed;
    fs::path whole = path.empty() ? path : fs::absolute(path, failed);
    if (failed)
        throw Error(shownPath(path) + ": the folder that this program was started in is gone or closed to it; go to "
                                      "another one, or give the whole path");
    return whole;
}

bool makeFolders(const fs::path& path, const std::string& what) {
    std::error_code failed;
    const bool isNew = fs::create_directories(path, failed);
    if (failed)
        throw Error(shownPath(path) + ": can't make " + what + ": " + systemReason(failed.value()));
    return isNew;
}

} // namespace headlight
