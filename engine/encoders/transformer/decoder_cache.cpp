#include "encoders/transformer/decoder_cache.h"

#include <algorithm>
#include <numeric>
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

/// The columns of these sequences, side by side.
Matrix chosen(const Matrix& all, const std::vector<Index>& from, const Layout& layout) {
    Index columns = 0;
    for (const Index s : from)
        columns += layout.length(s);
    Matrix result(all.rows(), columns);
    Index to = 0;
    for (const Index s : from) {
        result.middleCols(to, layout.length(s)) = all.middleCols(layout.begin(s), layout.length(s));
        to += layout.length(s);
    }
    return result;
}

} // namespace

DecoderCache::DecoderCache(std::vector<Layer> layers, const Layout& sources)
    : m_layers(std::move(layers)), m_sourceOf(std::size_t(sources.sequences())) {
    for (Index s = 0; s < sources.sequences(); ++s)
        m_sourceLengths.push_back(sources.length(s));
    std::iota(m_sourceOf.begin(), m_sourceOf.end(), std::size_t(0));
}

Layout DecoderCache::next(Index tokens) const {
    return equallyLong(sequences(), tokens, m_length);
}

Layout DecoderCache::all(Index tokens) const {
    return equallyLong(sequences(), m_length + tokens);
}

Layout DecoderCache::sources() const {
    Layout layout;
    for (std::size_t s = 0; s < m_sourceOf.size(); ++s)
        layout.add(m_sourceLengths[m_sourceOf[s]], std::uint64_t(s));
    return layout;
}

void DecoderCache::choose(const std::vector<Index>& from) {
    if (from.empty() || std::any_of(from.begin(), from.end(), [&](Index s) { return s < 0 || s >= sequences(); }))
        throw std::invalid_argument("DecoderCache::choose: expected some of " + std::to_string(sequences()) +
                                    " sequences");
    const Layout read = m_length > 0 ? all(0) : Layout(), before = sources();
    std::vector<std::size_t> sourceOf;
    for (const Index s : from)
        sourceOf.push_back(m_sourceOf[std::size_t(s)]);
    for (Layer& layer : m_layers) {
        if (m_length > 0) {
            layer.key = chosen(layer.key, from, read);
            layer.value = chosen(layer.value, from, read);
        }
        if (sourceOf == m_sourceOf)
            continue;
        layer.crossKey = chosen(layer.crossKey, from, before);
        layer.crossValue = chosen(layer.crossValue, from, before);
    }
    m_sourceOf = std::move(sourceOf);
}

void DecoderCache::append(std::size_t layer, const Eigen::Ref<const Matrix>& key,
                          const Eigen::Ref<const Matrix>& value) {
    appendToEach(m_layers[layer].key, key, sequences());
    appendToEach(m_layers[layer].value, value, sequences());
}

} // namespace headlight
