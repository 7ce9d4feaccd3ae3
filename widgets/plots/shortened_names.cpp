#include "plots/shortened_names.h"

#include <QMap>
#include <QSet>
#include <algorithm>

namespace headlight {

namespace {

qsizetype commonBeginning(const QStringList& names) {
    qsizetype length = names.front().size();
    for (const QString& name : names)
        length = std::min<qsizetype>(
            length,
            std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end()).first - name.begin());
    return length;
}

qsizetype differentOnes(const QStringList& names) {
    return QSet<QString>(names.begin(), names.end()).size();
}

/// Those that look alike when cut in the middle, from where they begin to differ from each other.
QStringList shortenedByLikeness(const QStringList& names, const QFontMetricsF& metrics, double room) {
    QStringList cut;
    QMap<QString, QStringList> alike;
    for (const QString& name : names) {
        cut.append(metrics.elidedText(name, Qt::ElideMiddle, room));
        alike[cut.last()].append(name);
    }
    for (qsizetype k = 0; k < names.size(); ++k)
        if (const QStringList& like = alike[cut[k]]; differentOnes(like) > 1)
            cut[k] = metrics.elidedText(QChar(0x2026) + names[k].mid(commonBeginning(like)), Qt::ElideRight, room);
    return cut;
}

} // namespace

QStringList shortenedNames(const QStringList& names, const QFontMetricsF& metrics, double room) {
    QStringList shortened;
    for (const QString& name : names)
        shortened.append(metrics.elidedText(name, Qt::ElideMiddle, room));
    if (differentOnes(shortened) == differentOnes(names))
        return shortened;
    const qsizetype begin = commonBeginning(names);
    for (qsizetype k = 0; k < names.size(); ++k)
        shortened[k] = metrics.elidedText(QChar(0x2026) + names[k].mid(begin), Qt::ElideRight, room);
    return differentOnes(shortened) == differentOnes(names) ? shortened : shortenedByLikeness(names, metrics, room);
}

} // namespace headlight
