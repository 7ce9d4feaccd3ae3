#pragma once

#include <QString>

namespace headlight {

/// What people call a corpus whose folder or file is called so: "TREC" for trec, "SST-2" for sst2, "First token" for
/// diagnostic:first. Others as they stand, and so what stands behind a '?': another part of it is another corpus.
QString corpusTitle(const QString& name);

/// Of a specification that names a diagnostic task: "First token?length=12" of "diagnostic:first?length=12". Others as
/// they stand.
QString diagnosticTitle(const QString& specification);
/// The specification that a diagnosticTitle is of.
QString diagnosticSpec(const QString& title);

/// The last part of a corpus specification's path: "trec" of "data/trec?dev=0.1". At most 40 characters.
QString shortDataName(const QString& specification);

} // namespace headlight
