#include "core/npz.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

void headlight::fuzz::readNpzArchive(std::string_view bytes) {
    const Scratch scratch;
    for (const auto& [name, array] : readNpz(scratch.write("arrays.npz", bytes))) {
        std::int64_t count = 1;
        for (const std::int64_t size : array.shape)
            count *= size;
        require(count == std::int64_t(array.values.size()), "a shape fits its values");
    }
}
