#pragma once

#include "models/weights/byte_source.h"

#include <cstdint>
#include <map>
#include <string>

namespace headlight {

/// Where the bytes of an entry lie in the file.
struct ZipEntry {
    std::uint64_t begin = 0, size = 0;
};

/// The entries of a zip archive by name, also of one in the 64-bit form.
///
/// The archive is taken as hostile: only entries that are stored as they are pass, so that none is longer than its part
/// of the file. Error for entries that are compressed or encrypted, for two of one name, for entries that overlap each
/// other or the directory, that lie elsewhere than the directory says or outside the file, and for an archive in
/// several parts. Checksums are not looked at: PyTorch can be told to write none. Limits: 200,000 entries, a directory
/// of 64 MB.
std::map<std::string, ZipEntry> readZipDirectory(const ByteSource& bytes);

} // namespace headlight
