#include "panels/array_file.h"

#include "engine/core/error.h"

namespace headlight {

FigureSource::FileKind arrayFile(const QString& title, std::function<void(const std::filesystem::path&)> save) {
    const auto write = [save = std::move(save)](const QString& path) {
        try {
            save(path.toStdU16String());
            return QString();
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        }
    };
    return {title, QStringLiteral("npz"), write};
}

} // namespace headlight
