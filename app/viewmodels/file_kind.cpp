#include "viewmodels/file_kind.h"

#include "engine/models/formats.h"
#include "engine/models/model_place.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>

namespace headlight {

QString foreignFileKind(const QString& path) {
    struct Kind {
        QByteArray begin;
        const char* title;
    };
    static const Kind kinds[] = {
        {"PK\x03\x04", QT_TRANSLATE_NOOP("QObject", "a zip archive, as PyTorch's .pt and .bin files are")},
        {"\x89HDF", QT_TRANSLATE_NOOP("QObject", "an HDF5 file, as Keras writes models")},
        {"SQLite format 3", QT_TRANSLATE_NOOP("QObject", "a database, perhaps a store of runs (--store)")},
        {"\x1f\x8b", QT_TRANSLATE_NOOP("QObject", "a compressed file")},
        {"%PDF", QT_TRANSLATE_NOOP("QObject", "a PDF document")},
    };
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray begin = file.read(16);
    for (const Kind& kind : kinds)
        if (begin.startsWith(kind.begin))
            return QObject::tr(kind.title);
    return {};
}

bool opensAlone(const QString& path) {
    const QFileInfo file(path);
    if (!file.isFile())
        return false;
    if (file.suffix().compare(QLatin1String("gguf"), Qt::CaseInsensitive) == 0)
        return true;
    return !QFileInfo::exists(file.path() + QStringLiteral("/config.json")) && isModelFile(path.toStdU16String());
}

bool isPartOfFolder(const QString& path) {
    const std::filesystem::path file = path.toStdU16String();
    return QFileInfo(path).isFile() && modelPlace(file) != file;
}

} // namespace headlight
