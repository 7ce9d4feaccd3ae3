#include "store/store_file.h"

#include "core/paths.h"

#include <cerrno>
#include <sys/stat.h>

namespace headlight {

StoreFile::StoreFile(std::filesystem::path path) : m_path(std::move(path)), m_opened(find()) {}

void StoreFile::check() const {
    const std::optional<Identity> now = find();
    if (now && m_opened && !(*now == *m_opened))
        throw StoreGone("the store " + shownPath(m_path) + " is gone: another file stands in its place");
}

std::optional<StoreFile::Identity> StoreFile::find() const {
    struct stat status {};
    if (::stat(m_path.c_str(), &status) == 0)
        return Identity{status.st_dev, status.st_ino};
    if (errno == ENOENT || errno == ENOTDIR)
        throw StoreGone("the store " + shownPath(m_path) + " is gone: it was deleted or moved");
    return std::nullopt;
}

} // namespace headlight
