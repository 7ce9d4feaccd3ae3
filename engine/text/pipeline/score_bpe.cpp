#include "text/pipeline/score_bpe.h"

#include "text/pipeline/bpe_model.h"
#include "text/pipeline/characters.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/merge_list.h"
#include "text/pipeline/normalizers.h"

namespace headlight {

void makeScoreBpe(PipelineParts& parts, const std::vector<float>& scores, const std::vector<bool>& isMade,
                  std::optional<int> unknown, bool hasSpaceInFront) {
    BpeOptions options;
    options.unknown = unknown;
    options.fuseUnknown = true;
    options.byteFallback = true;
    parts.model = std::make_unique<BpeModel>(parts.tokens, mergesOfScores(parts.tokens, scores, isMade), options);
    std::vector<std::unique_ptr<Normalizer>> normalizers;
    if (hasSpaceInFront)
        normalizers.push_back(prependNormalizer(std::u32string(1, lowerBlock)));
    normalizers.push_back(replaceNormalizer(U" ", std::u32string(1, lowerBlock)));
    parts.normalizer = normalizerSequence(std::move(normalizers));
    parts.decoder = sentencePieceDecoder(hasSpaceInFront);
}

} // namespace headlight
