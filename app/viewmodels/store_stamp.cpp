#include "viewmodels/store_stamp.h"

#include <QFileInfo>

namespace headlight {

StoreStamp stampOf(const QString& store) {
    StoreStamp stamp;
    for (const QString& file : {store, store + QStringLiteral("-wal")}) {
        const QFileInfo info(file);
        stamp.append({info.lastModified(), info.exists() ? info.size() : -1});
    }
    return stamp;
}

} // namespace headlight
