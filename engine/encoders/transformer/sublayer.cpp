#include "encoders/transformer/sublayer.h"

#include <stdexcept>

namespace headlight {

const std::vector<SublayerRow>& sublayerRows() {
    static const std::vector<SublayerRow> rows = {
        {"plain", "Plain", "every token sees every token", makePlainSublayer},
        {"csan", "CSAN window", "a window of tokens in neighbouring heads, one softmax over both (CSAN)",
         makeCsanSublayer},
        {"bi-direct", "Two directions",
         "heads that see a token and those before it, and heads that see it and those after it", makeBiDirectSublayer},
        {"rel-pos", "Relative vectors",
         "trained vectors for the distance of two tokens join keys and values (Shaw et al.)", makeRelPosSublayer},
        {"neighbor", "Near tokens", "scores fall off with the distance, as fast as a head has learned (Sperber et al.)",
         makeNeighborSublayer},
        {"local-hard", "Bell, fixed",
         "a bell curve of given width, or a window, around a centre that each query predicts (Luong et al.)",
         makeLocalHardSublayer},
        {"local-soft", "Bell, predicted", "a bell curve whose centre and width each query predicts (Yang et al. 2018)",
         makeLocalSoftSublayer},
        {"block", "Blocks",
         "attention inside blocks of tokens and between the blocks' summaries (Bi-BloSAN's idea, in the form "
         "of CSAN's code)",
         makeBlockSublayer},
        {"mtsa-srl", "MTSA role labels",
         "MTSA as in its semantic role labelling code: forward and backward heads, a weight per feature",
         makeMtsaSrlSublayer},
        {"mtsa-nmt", "MTSA translation", "MTSA as in its translation code: a weight per feature, no directions",
         makeMtsaNmtSublayer},
        {"bilstm", "Bi-LSTM", "no attention: both directions of an LSTM, added (Tan et al.)", makeBiLstmSublayer},
        {"multicnn", "Multi-CNN",
         "no attention: windows of 3, 4, 5 and 6 tokens with a quarter of the features each, as in Bi-BloSAN's "
         "comparison on SQuAD; MTSA does not say what its own were",
         makeMulticnnSublayer},
    };
    return rows;
}

std::vector<ChoiceId> sublayerChoices() {
    std::vector<ChoiceId> choices;
    for (const SublayerRow& row : sublayerRows())
        choices.push_back({row.id, row.label});
    return choices;
}

std::string sublayerHelp() {
    std::string text;
    for (const SublayerRow& row : sublayerRows())
        text += (text.empty() ? "" : "; ") + row.id + ": " + row.help;
    return text + ". Convolutions (\"CNNs\" in CSAN's Table 1) are not offered: neither paper nor code says what their "
                  "layers are";
}

std::unique_ptr<ContextSublayer> makeSublayer(const std::string& name, const TransformerOptions& options,
                                              const Builder& builder) {
    for (const SublayerRow& row : sublayerRows())
        if (row.id == name)
            return row.make(options, builder);
    throw std::invalid_argument("makeSublayer: unknown name " + name);
}

} // namespace headlight
