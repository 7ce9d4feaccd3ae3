#include "encoders/block_names.h"

namespace headlight {

std::vector<std::string> blockNames(const Layout& blocks) {
    std::vector<std::string> names;
    for (Index block = 0; block < blocks.sequences(); ++block) {
        const Index first = blocks.begin(block), last = blocks.end(block) - 1;
        names.push_back(std::to_string(first) + (last > first ? "–" + std::to_string(last) : ""));
    }
    return names;
}

} // namespace headlight
