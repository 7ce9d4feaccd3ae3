#pragma once

#include "core/product.h"
#include "encoders/transformer/decoder_cache.h"
#include "nn/context.h"
#include "results/map_address.h"

#include <string>
#include <vector>

namespace headlight {

/// Ids of what is no word of a text that is written.
struct WritingMarks {
    int begin = 0, end = 0;      ///< what is read before its first token, and written behind its last; maybe the same
    std::vector<int> never = {}; ///< what must not be written
};

/// A network that writes a text token by token, looking at what an encoder has made of another one, its source.
/// Reading is safe from several threads at once, each with its own tape and context.
class WritingNetwork {
public:
    virtual ~WritingNetwork() = default;

    virtual WritingMarks marks() const = 0;
    /// Tokens that a text may have that is written, with the mark of its end: so many that all can be read behind the
    /// mark of its begin. 0: any number.
    virtual Index mostTokens() const = 0;
    /// The mask expression of every head of each layer of such parts; none where heads have no masks.
    virtual std::vector<std::vector<std::string>> headMasks(Stack stack, MapPart part) const = 0;

    /// [features × source tokens]; the context's layout is the sources'.
    virtual Var encode(Context& context, const std::vector<int>& source) const = 0;
    /// Scores [words × tokens read] of what follows each; the context's layout is the targets', each with the mark of
    /// its begin before it. `encoded`, and `sources`, which has as many sequences, must live until backward.
    virtual Var decode(Context& context, Var encoded, const Layout& sources, const std::vector<int>& read) const = 0;

    /// Nothing written yet for the sources of the context's layout: see DecoderCache.
    virtual DecoderCache start(Context& context, Var encoded) const = 0;
    /// decode() for the next tokens alone; the context's layout is the cache's next(). `output`, where it is given, is
    /// packedOutput(): for many steps of many sequences. For inference.
    virtual Var next(Context& context, const std::vector<int>& read, DecoderCache& cache,
                     const PackedFactor* output = nullptr) const = 0;
    virtual PackedFactor packedOutput() const = 0;
};

/// Error where scores are no numbers: of weights that are too large, or were trained until they were.
void refuseNotFinite(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& scores);

} // namespace headlight
