#pragma once

#include <cstdint>
#include <string>

namespace headlight {

/// What a run's speed depends on, to be read beside its figures.
struct Machine {
    std::string processor; ///< "AMD EPYC 9R14"; empty when the system does not tell
    int cores = 0;         ///< that this process may use
    std::int64_t memoryBytes = 0;
    std::string system; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string host;
};

Machine thisMachine();

} // namespace headlight
