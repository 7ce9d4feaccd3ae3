#pragma once

#include <QFontMetricsF>
#include <QStringList>

namespace headlight {

/// Names that have so much room each, cut in the middle. Where different ones would look alike then, from where they
/// begin to differ.
QStringList shortenedNames(const QStringList& names, const QFontMetricsF& metrics, double room);

} // namespace headlight
