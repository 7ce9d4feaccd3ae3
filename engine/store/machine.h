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

/// Names one process for as long as the machine runs, and tells it from a later one with the same number.
struct ProcessIdentity {
    std::int64_t pid = 0;
    std::int64_t started = 0; ///< clock ticks since the machine's start
    std::string boot;         ///< differs between machines and between starts of one machine
    bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity thisProcess();
/// Whether the process runs now, on this machine.
bool isAlive(const ProcessIdentity& process);

} // namespace headlight
