#include "store/machine.h"

#include "core/error.h"
#include "core/files.h"
#include "core/thread_pool.h"

#include <sstream>
#include <unistd.h>

namespace headlight {

namespace {

/// A small system file's text; empty where the system has none.
std::string textOf(const std::string& path) {
    try {
        return readFile(path, 1 << 22);
    } catch (const Error&) {
        return {};
    }
}

/// What follows the key's separator in the first line that starts with the key, without blanks and quotes.
std::string valueOf(const std::string& text, const std::string& key, char separator) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find(separator);
        if (!line.starts_with(key) || at == std::string::npos)
            continue;
        const auto first = line.find_first_not_of(" \t\"", at + 1);
        const auto last = line.find_last_not_of(" \t\"");
        return first == std::string::npos ? std::string() : line.substr(first, last - first + 1);
    }
    return {};
}

} // namespace

Machine thisMachine() {
    Machine machine;
    machine.processor = valueOf(textOf("/proc/cpuinfo"), "model name", ':');
    machine.cores = ThreadPool::processors();
    machine.memoryBytes = std::int64_t(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    machine.system = valueOf(textOf("/etc/os-release"), "PRETTY_NAME", '=');
    char host[256] = {};
    if (::gethostname(host, sizeof(host) - 1) == 0)
        machine.host = host;
    return machine;
}

} // namespace headlight
