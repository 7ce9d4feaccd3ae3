#pragma once

#include <fstream>
#include <string>

namespace headlight {

/// Of a line of /proc/self/status, in MB: "VmRSS", what is in memory, "RssAnon", of this process alone.
inline double megabytes(const std::string& line) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == line + ":" && status >> kilobytes)
            return kilobytes / 1024;
    return 0;
}

} // namespace headlight
