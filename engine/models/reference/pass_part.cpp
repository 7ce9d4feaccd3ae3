#include "models/reference/pass_part.h"

#include <algorithm>

namespace headlight {

const std::vector<PassPart>& passParts() {
    static const std::vector<PassPart> parts = {PassPart::Logits,
                                                PassPart::HiddenStates,
                                                PassPart::Attentions,
                                                PassPart::DecoderHiddenStates,
                                                PassPart::DecoderAttentions,
                                                PassPart::CrossAttentions};
    return parts;
}

std::string nameOf(PassPart part) {
    switch (part) {
    case PassPart::Logits:
        return "logits";
    case PassPart::HiddenStates:
        return "hidden_states";
    case PassPart::Attentions:
        return "attentions";
    case PassPart::DecoderHiddenStates:
        return "decoder_hidden_states";
    case PassPart::DecoderAttentions:
        return "decoder_attentions";
    case PassPart::CrossAttentions:
        break;
    }
    return "cross_attentions";
}

std::optional<PassPart> passPartNamed(std::string_view name) {
    const auto found =
        std::find_if(passParts().begin(), passParts().end(), [&](const PassPart part) { return nameOf(part) == name; });
    return found == passParts().end() ? std::nullopt : std::optional(*found);
}

bool areStates(PassPart part) {
    return part == PassPart::HiddenStates || part == PassPart::DecoderHiddenStates;
}

bool isOfDecoder(PassPart part) {
    return part == PassPart::DecoderHiddenStates || part == PassPart::DecoderAttentions ||
           part == PassPart::CrossAttentions;
}

} // namespace headlight
