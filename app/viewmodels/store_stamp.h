#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <utility>

namespace headlight {

/// When the files of a run store were last written, and their sizes: another after whatever this or another program
/// wrote into it.
using StoreStamp = QList<std::pair<QDateTime, qint64>>;
StoreStamp stampOf(const QString& store);

/// How often a view that is looked at asks for it.
constexpr int storePollMilliseconds = 1000;

} // namespace headlight
