#pragma once

#include <QString>

namespace headlight {

/// What a file is that people take for a model, by how it begins: "a NumPy archive", "a GGUF model"; empty for one that
/// may belong to a model's folder.
QString foreignFileKind(const QString& path);

} // namespace headlight
