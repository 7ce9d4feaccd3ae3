#pragma once

#include <QString>

namespace headlight {

/// What a file is that people take for a model, by how it begins: "a database", "a compressed file"; empty for one
/// that may belong to a model's folder.
QString foreignFileKind(const QString& path);

/// A file that is opened itself, not the folder that it is in: attention maps, or a whole model in one file.
bool opensAlone(const QString& path);

/// A file in the folder of a model, which is what opens.
bool isPartOfFolder(const QString& path);

} // namespace headlight
