#pragma once

#include <QString>

namespace headlight {

/// What a file is that people take for a model, by how it begins: "a GGUF model", "a compressed file"; empty for one
/// that may belong to a model's folder.
QString foreignFileKind(const QString& path);

/// A file that may have attention maps and belongs to no model's folder.
bool isMapsFile(const QString& path);

} // namespace headlight
