#pragma once

#include <QStringList>
#include <functional>

namespace headlight {

/// Texts that are much alike, each so short that it fits, as far as that is possible with what they differ in: of the
/// words that all of them begin with as few are left out as need be, then of those that all end with, never the
/// outermost and the innermost one. "the … cat sleeps". Texts that all fit stay as they are.
QStringList differingWords(const QStringList& texts, const std::function<bool(const QString&)>& fits);

} // namespace headlight
