#pragma once

#include <QString>

namespace headlight {

/// What people call a corpus whose folder or file is called so: "TREC" for trec, "SST-2" for sst2. Others as they
/// stand.
QString corpusTitle(const QString& name);

} // namespace headlight
