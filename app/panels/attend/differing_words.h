#pragma once

#include <QStringList>
#include <functional>

namespace headlight {

/// Texts that are much alike, one below the other, each so short that it fits, as far as that is possible with what it
/// differs in from the one above it that is most like it; the first from the second. Of the words that both begin with
/// as few are left out as need be, then of those that both end with, never the outermost and the innermost one: "the …
/// cat sleeps". A text that fits stays as it is.
QStringList differingWords(const QStringList& texts, const std::function<bool(const QString&)>& fits);

} // namespace headlight
