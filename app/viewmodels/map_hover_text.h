#pragma once

#include "engine/models/recording.h"

#include <QString>
#include <QStringList>

namespace headlight {

/// "query 3 “quiet” → key 1 “did”   weight 0.08317042": what is to be read of one cell, which positions among the
/// tokens name. Empty where the map has no such cell. `tokens` are those of its sequence, as they are shown.
QString hoverTextOf(const AttentionMap& map, const Recording& recording, const QStringList& tokens, int query, int key);

/// All digits of a float, never more: 0.08317042, with a real minus: −1.5e−05.
QString everyDigit(float value);

} // namespace headlight
