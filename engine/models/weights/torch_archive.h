#pragma once

#include "models/weights/byte_source.h"
#include "models/weights/pickle.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// The two forms of a checkpoint brought together: the object, and where the numbers of each of its storages begin.
struct TorchArchive {
    Pickle object;
    std::vector<std::uint64_t> begins; ///< one for each of object.storages(), whose bytes all lie within the file
};

/// Finds the parts of a checkpoint. Error when it is none, cut off, damaged, or of a big-endian machine.
TorchArchive openTorchArchive(const ByteSource& bytes);

} // namespace headlight
