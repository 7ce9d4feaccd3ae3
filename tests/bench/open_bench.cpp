/// Times of opening a model folder and of its first passes over a text, with the memory held after each, as the kernel
/// tells it: open_bench FOLDER TEXT.

#include "engine/models/formats.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

using namespace headlight;

namespace {

/// Of a line of /proc/self/status, in MB: "VmRSS", what is in memory, "RssAnon", of this process alone.
double megabytes(const std::string& line) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == line + ":" && status >> kilobytes)
            return kilobytes / 1024;
    return 0;
}

void tell(const char* what, std::chrono::steady_clock::time_point start) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-12s %8.1f ms %8.1f MB in memory %8.1f MB of its own\n", what, 1000 * seconds, megabytes("VmRSS"),
                megabytes("RssAnon"));
}

} // namespace

int main(int count, char** words) try {
    if (count != 3) {
        std::fputs("open_bench FOLDER TEXT\n", stderr);
        return 2;
    }
    auto start = std::chrono::steady_clock::now();
    tell("before", start);
    const auto model = openModel(words[1]);
    tell("open", start);
    for (const char* pass : {"first pass", "second pass", "third pass"}) {
        start = std::chrono::steady_clock::now();
        const auto recording = model->run(model->read({words[2]}), {}, {});
        tell(pass, start);
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "open_bench: %s\n", error.what());
    return 1;
}
