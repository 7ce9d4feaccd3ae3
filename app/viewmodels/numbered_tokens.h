#pragma once

#include "engine/results/token.h"

#include <QStringList>

namespace headlight {

/// Names that occur several times carry their number: "the", "the (2)", "the (3)".
QStringList numberedNames(QStringList names);

/// The tokens of a sequence as people tell them apart: repeated ones carry their number, "the", "the (2)".
QStringList numberedTokens(const Sequence& sequence);
/// The same for files and terminals: without what keeps right-to-left letters from turning the number.
QStringList plainTokens(const Sequence& sequence);

} // namespace headlight
