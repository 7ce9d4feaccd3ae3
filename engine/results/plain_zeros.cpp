#include "results/plain_zeros.h"

namespace headlight {

Intervention withPlainZeros(Intervention changes) {
    const auto make = [](double& number) { number = number == 0 ? 0 : number; };
    for (auto& [head, change] : changes.heads) {
        make(change.scale);
        for (auto& [feature, factor] : change.features)
            make(factor);
        for (ForcedCell& cell : change.forced)
            make(cell.weight);
    }
    return changes;
}

} // namespace headlight
