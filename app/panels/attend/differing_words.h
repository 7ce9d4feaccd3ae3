#pragma once

#include <QStringList>
#include <functional>

namespace headlight {

/// Texts that are much alike, each so short that it fits, as far as that is possible without what they differ in: words
/// that all of them begin with are left out, then those that all end with, but for the two at each end. "the … cat
/// sleeps". Texts that all fit stay as they are.
QStringList differingWords(const QStringList& texts, const std::function<bool(const QString&)>& fits);

} // namespace headlight
