/// Times of opening a model folder and of its first passes over a text, with the memory held after each, as the kernel
/// tells it: open_bench FOLDER TEXT.

#include "engine/models/formats.h"
#include "process_memory.h"

#include <chrono>
#include <cstdio>
#include <exception>

using namespace headlight;

namespace {

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
