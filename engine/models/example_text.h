#pragma once

#include <string>
#include <vector>

namespace headlight {

/// A text to start from; several that belong together have tabs between them.
struct ExampleText {
    std::string text;
    std::vector<std::string> labels = {}; ///< the right one of each token, where the corpus labels tokens; else empty

    bool operator==(const ExampleText&) const = default;
};

} // namespace headlight
