#pragma once

#include "core/error.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace headlight {

/// The store was deleted, moved or replaced while a program was at work with it.
class StoreGone : public Error {
public:
    using Error::Error;
};

/// The file of an open store, and whether it still stands where it was opened. SQLite would go on writing into a file
/// that was deleted, and nobody would ever see it.
class StoreFile {
public:
    /// The store is there: somebody has opened it.
    explicit StoreFile(std::filesystem::path path);

    /// StoreGone when the path leads to another file now, or to none.
    void check() const;

private:
    struct Identity {
        dev_t device = 0;
        ino_t number = 0;
        bool operator==(const Identity&) const = default;
    };
    /// Nothing where it can't be told, such as on a network file system that rests.
    std::optional<Identity> find() const;

    std::filesystem::path m_path;
    std::optional<Identity> m_opened;
};

} // namespace headlight
