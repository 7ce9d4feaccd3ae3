#include "viewmodels/file_kind.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>

namespace headlight {

QString foreignFileKind(const QString& path) {
    struct Kind {
        QByteArray begin;
        const char* suffix; ///< that it has, too; empty: any
        const char* title;
    };
    static const Kind kinds[] = {
        {"\x93NUMPY", "", QT_TRANSLATE_NOOP("QObject", "a NumPy array")},
        {"PK\x03\x04", ".npz", QT_TRANSLATE_NOOP("QObject", "a NumPy archive")},
        {"PK\x03\x04", "", QT_TRANSLATE_NOOP("QObject", "a zip archive, as PyTorch's .pt and .bin files are")},
        {"GGUF", "", QT_TRANSLATE_NOOP("QObject", "a GGUF model")},
        {"\x89HDF", "", QT_TRANSLATE_NOOP("QObject", "an HDF5 file, as Keras writes models")},
        {"SQLite format 3", "", QT_TRANSLATE_NOOP("QObject", "a database, perhaps a store of runs (--store)")},
        {"\x1f\x8b", "", QT_TRANSLATE_NOOP("QObject", "a compressed file")},
        {"%PDF", "", QT_TRANSLATE_NOOP("QObject", "a PDF document")},
    };
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray begin = file.read(16);
    for (const Kind& kind : kinds)
        if (begin.startsWith(kind.begin) && path.endsWith(QLatin1String(kind.suffix), Qt::CaseInsensitive))
            return QObject::tr(kind.title);
    return {};
}

} // namespace headlight
