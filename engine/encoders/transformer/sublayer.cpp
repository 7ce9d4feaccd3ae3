#include "encoders/transformer/sublayer.h"

#include <stdexcept>

namespace headlight {

const std::vector<SublayerRow>& sublayerRows() {
    static const std::vector<SublayerRow> rows = {
        {"plain", "every token sees every token", makePlainSublayer},
        {"csan", "a window of tokens in neighbouring heads, one softmax over both (CSAN)", makeCsanSublayer},
        {"bi-direct", "heads that see a token and those before it, and heads that see it and those after it",
         makeBiDirectSublayer},
        {"rel-pos", "trained vectors for the distance of two tokens join keys and values (Shaw et al.)",
         makeRelPosSublayer},
        {"neighbor", "scores fall off with the distance, as fast as a head has learned (Sperber et al.)",
         makeNeighborSublayer},
        {"local-hard",
         "a bell curve of given width, or a window, around a centre that each query predicts (Luong et al.)",
         makeLocalHardSublayer},
        {"local-soft", "a bell curve whose centre and width each query predicts (Yang et al. 2018)",
         makeLocalSoftSublayer},
        {"block",
         "attention inside blocks of tokens and between the blocks' summaries (Bi-BloSAN's idea, in the form "
         "of CSAN's code)",
         makeBlockSublayer},
        {"mtsa-srl", "MTSA as in its semantic role labelling code: forward and backward heads, a weight per feature",
         makeMtsaSrlSublayer},
        {"mtsa-nmt", "MTSA as in its translation code: a weight per feature, no directions", makeMtsaNmtSublayer},
    };
    return rows;
}

std::vector<std::string> sublayerNames() {
    std::vector<std::string> names;
    for (const SublayerRow& row : sublayerRows())
        names.push_back(row.id);
    return names;
}

std::string sublayerHelp() {
    std::string text;
    for (const SublayerRow& row : sublayerRows())
        text += (text.empty() ? "" : "; ") + row.id + ": " + row.help;
    return text +
           ". The row \"CNNs\" of CSAN's Table 1 is none of them: neither paper nor code says what its layers are";
}

std::unique_ptr<AttentionSublayer> makeSublayer(const std::string& name, const TransformerOptions& options,
                                                const Builder& builder) {
    for (const SublayerRow& row : sublayerRows())
        if (row.id == name)
            return row.make(options, builder);
    throw std::invalid_argument("makeSublayer: unknown name " + name);
}

} // namespace headlight
