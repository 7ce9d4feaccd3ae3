#pragma once

#include "models/weights/byte_source.h"
#include "models/weights/zip_directory.h"

#include <string>

namespace headlight {

/// The content of a deflated entry of a zip archive. It takes as much memory as the directory says. Error "where: what"
/// for an entry that is damaged, longer or shorter than the directory says, or whose length no compression of so many
/// bytes could have.
std::string inflated(const ByteSource& bytes, const ZipEntry& entry, const std::string& where);

/// Error when the checksum of a stored entry is not the directory's.
void checkStored(const ByteSource& bytes, const ZipEntry& entry, const std::string& where);

} // namespace headlight
