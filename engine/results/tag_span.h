#pragma once

#include <string>

namespace headlight {

/// Tokens begin … end − 1 of a sentence.
struct TagSpan {
    int begin = 0, end = 0;
    std::string label;

    bool operator==(const TagSpan&) const = default;
};

} // namespace headlight
