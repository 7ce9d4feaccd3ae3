#pragma once

#include "core/error.h"

#include <QString>
#include <concepts>

namespace headlight {

/// What the Error says that an action ends with; empty when it ends well.
template <std::invocable Action>
QString messageOf(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace headlight
