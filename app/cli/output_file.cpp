#include "cli/output_file.h"

#include "engine/core/error.h"

#include <QFile>
#include <QSaveFile>
#include <cerrno>
#include <filesystem>

namespace headlight {

namespace {

[[noreturn]] void fail(const std::string& path, const QString& reason) {
    const bool full = errno == ENOSPC || errno == EDQUOT; // Qt does not say so
    const bool closed = errno == EROFS || errno == EACCES || errno == EPERM;
    throw Error(path + ": can't be written: " +
                (full     ? "the disk is full; free some space and try again"
                 : closed ? "nothing may be written there; choose another place"
                          : reason.toStdString()) +
                ". What was there before is unchanged");
}

void open(QFileDevice& file, const std::string& path) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        errno = 0;
        fail(path, QStringLiteral("it is a folder"));
    }
    errno = 0;
    if (!file.open(QIODevice::WriteOnly))
        fail(path, file.errorString());
}

/// A device or a pipe is written to, not replaced.
bool isSpecial(const std::string& path) {
    std::error_code code;
    return std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code) &&
           !std::filesystem::is_directory(path, code);
}

} // namespace

void checkWritable(const std::string& path) {
    if (isSpecial(path))
        return;
    QSaveFile file(QFile::decodeName(path.c_str()));
    open(file, path);
    file.cancelWriting();
}

void writeStream(const std::string& path,
                 const std::function<void(const std::function<void(std::string_view)>& sink)>& produce) {
    const bool special = isSpecial(path);
    const QString name = QFile::decodeName(path.c_str());
    QSaveFile whole(name);
    QFile direct(name);
    QFileDevice& file = special ? static_cast<QFileDevice&>(direct) : whole;
    open(file, path);
    errno = 0;
    produce([&](std::string_view piece) {
        if (file.write(piece.data(), qint64(piece.size())) != qint64(piece.size()))
            fail(path, file.errorString());
    });
    if (!file.flush() || (!special && !whole.commit()))
        fail(path, file.errorString());
}

} // namespace headlight
