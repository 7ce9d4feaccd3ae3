#include "nn/keep.h"

#include "core/config.h"

namespace headlight {

void checkKeep(const std::string& name, double own) {
    if (own > 0 && own < lowestKeep)
        throw Error(name + ": expected 0 (as keep) or " + detail::formatNumber(lowestKeep) + " … 1, got " +
                    detail::formatNumber(own));
}

} // namespace headlight
