#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Makes text of tokens again. It never changes itself, so several threads may use it at once.
class Decoder {
public:
    virtual ~Decoder() = default;
    /// The tokens as parts of the text: put one behind the other, the last decoder's are the text. There may be fewer
    /// of them than before.
    virtual std::vector<std::string> apply(std::vector<std::string> tokens) const = 0;
};

} // namespace headlight
