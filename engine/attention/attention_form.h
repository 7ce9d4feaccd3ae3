#pragma once

#include "core/choice.h"

namespace headlight {

/// The two ways to compute an attention that has both; the numbers are the same but for rounding.
enum class AttentionForm {
    Fused,    ///< streams over the pairs of tokens, memory linear in length
    Reference ///< holds what the paper writes, for every pair
};

/// "fused", "reference".
inline const ChoiceNames<AttentionForm>& attentionForms() {
    static const ChoiceNames<AttentionForm> names = {{AttentionForm::Fused, "fused", "Fused"},
                                                     {AttentionForm::Reference, "reference", "Reference"}};
    return names;
}

} // namespace headlight
