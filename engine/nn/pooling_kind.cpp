#include "nn/pooling_kind.h"

namespace headlight {

const ChoiceNames<Pooling>& poolingNames() {
    static const ChoiceNames<Pooling> names = {{Pooling::SourceToToken, "source2token"},
                                               {Pooling::Additive, "additive"},
                                               {Pooling::Mean, "mean"},
                                               {Pooling::Max, "max"}};
    return names;
}

} // namespace headlight
