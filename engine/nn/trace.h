#pragma once

#include "nn/map_source.h"

#include <memory>
#include <vector>

namespace headlight {

/// Collects what the maps of one forward pass are made of. Layers hand over copies of what the pass computes anyway:
/// queries, keys and values, scores of a pooling, gates.
class Trace {
public:
    /// `sequence`: which of the sequences that a model reads the pass is over; `crossed`: which of them its cross
    /// attention looks at.
    explicit Trace(int sequence = 0, int crossed = 0) : m_sequence(sequence), m_crossed(crossed) {}

    void record(MapSource source) {
        source.querySequence = m_sequence;
        source.keySequence = source.address.part == MapPart::Cross ? m_crossed : m_sequence;
        m_sources.push_back(std::make_shared<const MapSource>(std::move(source)));
    }
    const std::vector<std::shared_ptr<const MapSource>>& sources() const { return m_sources; }

private:
    int m_sequence, m_crossed;
    std::vector<std::shared_ptr<const MapSource>> m_sources;
};

/// Numbers of one row for each key, [features × keys], as MapSource::scores.
inline auto oneRow(Matrix numbers) {
    return [numbers = std::make_shared<const Matrix>(std::move(numbers))](Index, Index, Matrix& scores) {
        scores = numbers->reshaped(numbers->size(), 1);
    };
}

} // namespace headlight
