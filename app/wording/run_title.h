#pragma once

#include <QString>

namespace headlight {

/// What people call a run that nobody has named: "MTSA on TREC, seed 2". The fold as it is to be read, often empty.
QString runTitle(const QString& encoder, const QString& corpus, qint64 seed, const QString& fold);

} // namespace headlight
