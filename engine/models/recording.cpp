#include "models/recording.h"

#include "models/left_out.h"
#include "nn/trace.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

Recording::Recording(std::vector<Sequence> sequences, std::vector<Head> heads, Answer answer, std::string note)
    : m_sequences(std::move(sequences)), m_heads(std::move(heads)), m_answer(std::move(answer)),
      m_note(std::move(note)) {
    std::sort(m_heads.begin(), m_heads.end(), [](const Head& a, const Head& b) {
        return std::pair(a.sequence, a.address) < std::pair(b.sequence, b.address);
    });
}

Recording::Recording(std::shared_ptr<const Recording> read, std::vector<Sequence> marked)
    : m_sequences(std::move(marked)), m_heads(read->m_heads), m_answer(widened(read->answer(), m_sequences)),
      m_note(read->note()), m_read(std::move(read)) {
    for (std::size_t number = 0; number < m_sequences.size(); ++number) {
        Sequence& sequence = m_sequences[number];
        const Sequence& own = m_read->sequences()[number];
        if (own.isTarget) // longer than what was given
            sequence = own;
        sequence.name = own.name;
        for (Token& token : sequence.tokens)
            if (m_sequences.size() > 1 && !m_sequences.back().isTarget && !own.tokens.empty())
                token.input = own.tokens.front().input;
    }
}

Recording::Recording(std::shared_ptr<const Recording> own, TokenDisplay display, std::vector<Sequence> sequences,
                     std::vector<Head> heads, Answer answer)
    : Recording(std::move(sequences), std::move(heads), std::move(answer), own->note()) {
    m_display = display;
    m_own = std::move(own);
}

Recording::Recording(std::shared_ptr<const Recording> own, std::shared_ptr<const Recording> read,
                     std::vector<Sequence> marked)
    : Recording(std::move(read), std::move(marked)) {
    m_display = m_read->display();
    m_own = std::move(own);
}

std::vector<MapAddress> Recording::heads(int sequence) const {
    std::vector<MapAddress> addresses;
    for (const Head& head : m_heads)
        if (head.sequence == sequence)
            addresses.push_back(head.address);
    return addresses;
}

const Recording::Head* Recording::find(const MapAddress& address, int sequence) const {
    const auto found = std::find_if(m_heads.begin(), m_heads.end(), [&](const Head& head) {
        return head.address == address && head.sequence == sequence;
    });
    return found == m_heads.end() ? nullptr : &*found;
}

std::shared_ptr<const MapSource> Recording::source(const MapAddress& address, int sequence, const Check& check) const {
    const Head* head = find(address, sequence);
    if (!head)
        throw std::invalid_argument("Recording: there is no head " + address.text() + " of sequence " +
                                    std::to_string(sequence));
    return head->source(check);
}

std::vector<MapStage> Recording::stages(const MapAddress& address, int sequence) const {
    if (!isAttention(address.part)) // its source may take long
        return {MapStage::Weight};
    return stagesOf(*source(address, sequence));
}

namespace {

/// Of an axis of so many places: the tokens of that text, or all places where these are not the tokens.
JoinedText placesOf(const Sequence& sequence, int input, Index places, bool named) {
    if (named || places != Index(sequence.tokens.size()))
        return {input, 0, places};
    for (const JoinedText& text : joinedTexts(sequence))
        if (text.input == input)
            return text;
    throw std::invalid_argument("Recording: the sequence \"" + sequence.name + "\" joins no texts with number " +
                                std::to_string(input));
}

} // namespace

std::optional<MapBlock> Recording::blockOf(const MapSource& source, const MapRequest& request) const {
    if (!request.between)
        return std::nullopt;
    const JoinedText queries = placesOf(m_sequences[std::size_t(source.querySequence)], request.between->queries,
                                        source.queries, !source.queryNames.empty());
    const JoinedText keys = placesOf(m_sequences[std::size_t(source.keySequence)], request.between->keys, source.keys,
                                     !source.keyNames.empty());
    if (queries.size() == source.queries && keys.size() == source.keys)
        return std::nullopt;
    return MapBlock{queries.begin, queries.size(), keys.begin, keys.size()};
}

AttentionMap Recording::map(const MapRequest& request, const Check& check) const {
    if (m_read)
        return widened(m_read->map(request, check), m_sequences);
    const auto source = this->source(request.address, request.sequence, check);
    const auto block = blockOf(*source, request);
    AttentionMap map = mapOf(*source, request.stage, request.features, check, block);
    if (block)
        map.between = request.between;
    return map;
}

Glance Recording::glance(const MapRequest& request, Index size, const Check& check) const {
    if (m_read) {
        Glance glance = m_read->glance(request, size, check);
        const auto isSmall = [size](const Sequence& sequence) { return Index(sequence.tokens.size()) <= size; };
        if (std::all_of(m_sequences.begin(), m_sequences.end(), isSmall)) // else its cells stand for several tokens
            glance.thumbnail = widened(std::move(glance.thumbnail), m_sequences);
        return glance;
    }
    const auto source = this->source(request.address, request.sequence, check);
    const auto block = blockOf(*source, request);
    Glance glance = glanceAt(*source, request.stage, request.features, size, check, block,
                             &m_sequences[std::size_t(source->keySequence)]);
    if (block)
        glance.thumbnail.between = request.between;
    return glance;
}

std::optional<HeadVectors> Recording::vectors(const MapAddress& address, int sequence, const Check& check) const {
    if (!isAttention(address.part))
        return std::nullopt;
    const auto source = this->source(address, sequence, check);
    if (!source->vectors)
        return std::nullopt;
    if (!m_read)
        return source->vectors();
    return widened(source->vectors(), m_sequences[std::size_t(source->querySequence)],
                   m_sequences[std::size_t(source->keySequence)]);
}

std::vector<float> Recording::row(const MapRequest& request, Index query, const Check& check) const {
    if (m_read) {
        const AttentionMap all = map(request, check);
        const auto first = all.values.begin() + query * all.keys * all.features;
        return {first, first + all.keys * all.features};
    }
    const auto source = this->source(request.address, request.sequence, check);
    return rowOf(*source, request.stage, request.features, query, blockOf(*source, request));
}

void addRecordedHeads(const Trace& trace, std::vector<Recording::Head>& heads) {
    for (const auto& source : trace.sources())
        heads.push_back({source->address, source->querySequence, [source](const Check&) { return source; }});
}

} // namespace headlight
