#pragma once

#include <QString>

namespace headlight {

/// A message whose paths and words fit on a line of a window: of longer ones the middle is left out, for a path is told
/// by where it begins and what it ends in. For messages that are whole in another place.
QString withShortPaths(const QString& text);

} // namespace headlight
