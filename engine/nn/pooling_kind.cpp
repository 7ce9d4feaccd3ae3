#include "nn/pooling_kind.h"

namespace headlight {

const ChoiceNames<Pooling>& poolingNames() {
    static const ChoiceNames<Pooling> names = {{Pooling::SourceToToken, "source2token", "Feature-wise"},
                                               {Pooling::Additive, "additive", "Additive"},
                                               {Pooling::Mean, "mean", "Mean"},
                                               {Pooling::Max, "max", "Maximum"}};
    return names;
}

} // namespace headlight
