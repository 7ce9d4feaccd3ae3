#pragma once

#include "core/layout.h"

#include <vector>

namespace headlight {

/// What a decoder keeps of tokens that it has read, so that the next ones cost a pass over themselves alone: every
/// layer's keys and values. It holds any number of sequences, all equally long; each translates one of some sources.
class DecoderCache {
public:
    struct Layer {
        Matrix key, value;           ///< of the tokens read, [features × sequences·length]
        Matrix crossKey, crossValue; ///< of each sequence's source, [features × source tokens of all sequences]
    };

    /// One sequence for each source, of which nothing is read yet. Each layer has the sources' keys and values.
    DecoderCache(std::vector<Layer> layers, const Layout& sources);

    Index sequences() const { return Index(m_sourceOf.size()); }
    Index length() const { return m_length; } ///< tokens read of each
    /// Where the next tokens stand, so many of each sequence.
    Layout next(Index tokens) const;
    /// Where all tokens stand once these are read.
    Layout all(Index tokens) const;
    /// The source of each sequence.
    Layout sources() const;

    /// Afterwards sequence k is what sequence from[k] was. std::invalid_argument for one that is not there, and for no
    /// sequences at all.
    void choose(const std::vector<Index>& from);

    const Layer& layer(std::size_t number) const { return m_layers[number]; }
    /// Appends to a layer the keys and values [features × sequences·tokens] of the next tokens.
    void append(std::size_t layer, const Eigen::Ref<const Matrix>& key, const Eigen::Ref<const Matrix>& value);
    /// The next tokens, so many of each sequence, are in all layers.
    void advance(Index tokens) { m_length += tokens; }

private:
    std::vector<Layer> m_layers;
    std::vector<Index> m_sourceLengths;
    std::vector<std::size_t> m_sourceOf; ///< each sequence
    Index m_length = 0;
};

} // namespace headlight
