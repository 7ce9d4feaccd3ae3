#pragma once

#include "engine/masks/mask.h"

namespace headlight {

/// The message, the expression below it, and a mark under what is wrong.
std::string marked(const MaskError& error, const std::string& expression);

/// Runs work that parses the expression: what is wrong with it is shown with its place.
template <class Work>
auto pointing(const std::string& expression, const Work& work) {
    try {
        return work();
    } catch (const MaskError& error) {
        throw Error(marked(error, expression));
    }
}

} // namespace headlight
