#include "text/smiles_pieces.h"

#include "text/pipeline/decoders.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/pre_tokenizers.h"

#include <algorithm>

namespace headlight {

bool isOfSmiles(const TokenTable& tokens) {
    const auto continues = [](const std::string& token) { return token.size() > 2 && token.starts_with("##"); };
    return tokens.id("Cl") && tokens.id("[nH]") &&
           std::none_of(tokens.tokens().begin(), tokens.tokens().end(), continues);
}

void cutAsSmiles(PipelineParts& parts, int unknown) {
    const char* const pieces =
        R"(\[[^\]]+\]|Br?|Cl?|[NOSPFIbcnosp]|>>?|%[0-9]{2}|%\([0-9]{3}\)|[0-9]|[\-().=#+\\/:~@?*\$|])";
    std::vector<std::unique_ptr<PreTokenizer>> cuts;
    cuts.push_back(spacePreTokenizer());
    cuts.push_back(splitPreTokenizer(pieces, "SMILES"));
    parts.preTokenizer = preTokenizerSequence(std::move(cuts));
    parts.model = wordLevelModel(parts.tokens, unknown);
    parts.decoder = fuseDecoder();
    parts.example = "CC(=O)O.OCC>>CC(=O)OCC"; // acetic acid and ethanol to ethyl acetate
}

} // namespace headlight
