#pragma once

#include "nn/context.h"

#include <QStringList>

namespace headlight {

/// What a user changed in a model, for people, change by change: "layer 0 · head 1 is off".
QStringList alterationsOf(const Intervention& changes);
/// All in one: "layer 0 · head 1 is off; layer 0 · head 2 has the mask fw"; empty when nothing is.
QString alterationsText(const Intervention& changes);

} // namespace headlight
