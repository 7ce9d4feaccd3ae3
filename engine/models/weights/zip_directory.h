#pragma once

#include "models/weights/byte_source.h"

#include <cstdint>
#include <map>
#include <string>

namespace headlight {

/// Where the bytes of an entry lie in the file.
struct ZipEntry {
    std::uint64_t begin = 0, size = 0;
    std::uint64_t unpacked = 0; ///< bytes of its content as the directory says: `size`, unless it is deflated
    std::uint32_t checksum = 0; ///< CRC-32 of its content as the directory says
    bool isDeflated = false;
};

/// Whether entries may be deflated, zip's common compression.
enum class ZipPacking { Stored, Deflated };

/// The entries of a zip archive by name, also of one in the 64-bit form.
///
/// The archive is taken as hostile: only entries that are stored as they are pass, so that none is longer than its part
/// of the file, unless `packing` lets deflated ones pass, which are not unpacked here. Error for entries that are
/// compressed otherwise or encrypted, for two of one name, for entries that overlap each other or the directory, that
/// lie elsewhere than the directory says or outside the file, and for an archive in several parts. Checksums are not
/// looked at: PyTorch can be told to write none. Limits: 200,000 entries, a directory of 64 MB.
std::map<std::string, ZipEntry> readZipDirectory(const ByteSource& bytes, ZipPacking packing = ZipPacking::Stored);

} // namespace headlight
