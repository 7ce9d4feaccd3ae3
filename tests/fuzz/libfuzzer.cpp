// The program `fuzz`: libFuzzer's main, for the target that $HEADLIGHT_FUZZ_TARGET names.
#include "fuzz/targets.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const headlight::fuzz::Target& chosen() {
    const char* wanted = std::getenv("HEADLIGHT_FUZZ_TARGET");
    for (const headlight::fuzz::Target& target : headlight::fuzz::targets())
        if (wanted && target.name == wanted)
            return target;
    std::fputs("fuzz: HEADLIGHT_FUZZ_TARGET is none of", stderr);
    for (const headlight::fuzz::Target& target : headlight::fuzz::targets())
        std::fprintf(stderr, " %s", target.name.c_str());
    std::fputs("\n", stderr);
    std::exit(2);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const headlight::fuzz::Target& target = chosen();
    headlight::fuzz::check(target, {reinterpret_cast<const char*>(data), size});
    return 0;
}
