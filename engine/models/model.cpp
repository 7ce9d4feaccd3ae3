#include "models/model.h"

#include "models/left_out.h"

namespace headlight {

std::shared_ptr<const Recording> Model::run(std::vector<Sequence> sequences, const Intervention& changes,
                                            const RunControl& control) const {
    std::vector<Sequence> marked = withLeftOut(std::move(sequences), changes.leftOut);
    if (!leavesOut(marked))
        return pass(std::move(marked), changes, control);
    auto recording = pass(readOf(marked), readOf(changes, marked), control);
    return std::make_shared<const Recording>(std::move(recording), std::move(marked));
}

} // namespace headlight
