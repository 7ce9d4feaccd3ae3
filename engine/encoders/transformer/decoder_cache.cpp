#include "encoders/transformer/decoder_cache.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {

namespace {

Layout equallyLong(Index sequences, Index length, Index position = 0) {
    Layout layout;
    for (Index s = 0; s < sequences; ++s)
        layout.add(length, std::uint64_t(s), position);
    return layout;
}

/// Behind each sequence's columns its share of `more`.
void appendToEach(Matrix& all, const Eigen::Ref<const Matrix>& more, Index sequences) {
    const Index before = all.cols() / sequences, added = more.cols() / sequences, now = before + added;
    Matrix joined(more.rows(), sequences * now);
    for (Index s = 0; s < sequences; ++s) {
        if (before > 0)
            joined.middleCols(s * now, before) = all.middleCols(s * before, before);
        joined.middleCols(s * now + before, added) = more.middleCols(s * added, added);
    }
    all = std::move(joined);
}

Matrix chosen(const Matrix& all, const std::vector<Index>& from, Index sequences) {
    const Index each = all.cols() / sequences;
    Matrix result(all.rows(), Index(from.size()) * each);
    for (std::size_t k = 0; k < from.size(); ++k)
        result.middleCols(Index(k) * each, each) = all.middleCols(from[k] * each, each);
    return result;
}

} // namespace

DecoderCache::DecoderCache(std::vector<Layer> layers) : m_layers(std::move(layers)) {}

Layout DecoderCache::next(Index tokens) const {
    return equallyLong(m_sequences, tokens, m_length);
}

Layout DecoderCache::all(Index tokens) const {
    return equallyLong(m_sequences, m_length + tokens);
}

Layout DecoderCache::sources() const {
    return equallyLong(m_sequences, m_layers.front().crossKey.cols() / m_sequences);
}

void DecoderCache::choose(const std::vector<Index>& from) {
    if (from.empty() || std::any_of(from.begin(), from.end(), [&](Index s) { return s < 0 || s >= m_sequences; }))
        throw std::invalid_argument("DecoderCache::choose: expected some of " + std::to_string(m_sequences) +
                                    " sequences");
    const bool isAsMany = Index(from.size()) == m_sequences; // the source is the same for all
    for (Layer& layer : m_layers) {
        layer.key = chosen(layer.key, from, m_sequences);
        layer.value = chosen(layer.value, from, m_sequences);
        if (isAsMany)
            continue;
        layer.crossKey = chosen(layer.crossKey, from, m_sequences);
        layer.crossValue = chosen(layer.crossValue, from, m_sequences);
    }
    m_sequences = Index(from.size());
}

void DecoderCache::append(std::size_t layer, const Eigen::Ref<const Matrix>& key,
                          const Eigen::Ref<const Matrix>& value) {
    appendToEach(m_layers[layer].key, key, m_sequences);
    appendToEach(m_layers[layer].value, value, m_sequences);
}

} // namespace headlight
