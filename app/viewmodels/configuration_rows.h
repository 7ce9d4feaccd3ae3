#pragma once

#include <QList>
#include <QString>

namespace headlight {

/// An entry of a model's configuration as it may be shown.
struct ConfigurationRow {
    int depth = 0; ///< how many objects it is in
    QString name;
    QString value; ///< empty for an object, whose entries follow one deeper
};

/// What config.json of a model's folder says, or the keys of a GGUF file; of other files nothing. A list is one value,
/// unless it has objects in it. At most 5,000 rows, behind which stands how many are left out. Error when it can't be
/// read.
QList<ConfigurationRow> configurationRows(const QString& model);

} // namespace headlight
