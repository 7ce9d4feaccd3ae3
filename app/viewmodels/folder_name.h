#pragma once

#include <QString>

namespace headlight {

/// How a view file at `file` names the model's folder: from where the file is where that is above the model, so that
/// both can be moved together; else whole. Without a file, for a picture that is given away, its last names only.
QString folderName(const QString& folder, const QString& file);

} // namespace headlight
