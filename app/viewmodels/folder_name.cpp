#include "viewmodels/folder_name.h"

#include <QDir>
#include <QFileInfo>

namespace headlight {

QString folderName(const QString& folder, const QString& file) {
    if (file.isEmpty()) {
        const QString name = QDir(folder).dirName();
        const bool isOfRun = name == QLatin1String("best") || name == QLatin1String("last");
        return isOfRun ? QFileInfo(folder).dir().dirName() + '/' + name : name;
    }
    const QDir place(QFileInfo(QFileInfo(file).absolutePath()).canonicalFilePath());
    const QString relative = place.relativeFilePath(folder);
    return relative.startsWith(QLatin1String("..")) || QDir::isAbsolutePath(relative) ? folder : relative;
}

} // namespace headlight
