#include "text/pipeline/pipeline_tokenizer.h"

#include "text/pipeline/characters.h"
#include "text/pipeline/decoders.h"

#include <stdexcept>

namespace headlight {

namespace {

/// Calls `onMatch` and `onRest` for the parts of a text in their order.
template <class OnMatch, class OnRest>
void forEachPart(const std::vector<AddedTokens::Match>& matches, std::size_t size, const OnMatch& onMatch,
                 const OnRest& onRest) {
    std::size_t begin = 0;
    for (const AddedTokens::Match& match : matches) {
        if (match.begin > begin)
            onRest(begin, match.begin);
        onMatch(match);
        begin = match.end;
    }
    if (size > begin)
        onRest(begin, size);
}

bool beginsWithSpace(std::string_view typed, ByteSpan span) {
    std::size_t at = span.begin;
    return span.begin < span.end && isWhiteSpace(takeCodePoint(typed, at));
}

/// Without white space at its ends; as it is where it is nothing else.
ByteSpan withoutSpaces(std::string_view typed, ByteSpan span) {
    std::size_t begin = span.begin, end = span.begin;
    for (std::size_t at = span.begin; at < span.end;) {
        const std::size_t character = at;
        if (isWhiteSpace(takeCodePoint(typed, at)))
            continue;
        if (end == span.begin)
            begin = character;
        end = at;
    }
    return end == span.begin ? span : ByteSpan{begin, end};
}

} // namespace

/// What encode() has found so far.
struct PipelineTokenizer::Encoding {
    std::string_view typed;
    std::size_t most = 0; ///< characters that the text may grow to
    std::vector<Token> tokens;
    int words = 0;
    std::vector<PieceToken> found; ///< of one piece; here for its memory
};

PipelineTokenizer::PipelineTokenizer(PipelineParts parts) : m_parts(std::move(parts)) {
    constexpr std::size_t most = 100'000;
    for (const AddedToken& added : m_parts.added) {
        SpannedText spelt = spannedCodePoints(added.text);
        if (added.normalized && m_parts.normalizer)
            spelt = m_parts.normalizer->apply(std::move(spelt), most);
        (added.normalized ? m_normalized : m_asTyped).add(added, std::move(spelt.text));
        if (added.special)
            m_special.insert(added.id);
    }
}

std::vector<Token> PipelineTokenizer::encode(std::string_view text) const {
    Encoding encoding;
    encoding.typed = text;
    SpannedText typed = spannedCodePoints(text);
    encoding.most = 32 * typed.text.size() + 1024;
    forEachPart(
        m_asTyped.in(typed.text), typed.text.size(),
        [&](const AddedTokens::Match& match) {
            addMark(encoding, *match.token, typed.span(match.begin, match.end - match.begin));
        },
        [&](std::size_t begin, std::size_t end) { addTyped(encoding, partOf(typed, begin, end)); });
    return std::move(encoding.tokens);
}

/// What stands between added tokens.
void PipelineTokenizer::addTyped(Encoding& encoding, SpannedText text) const {
    if (m_parts.normalizer)
        text = m_parts.normalizer->apply(std::move(text), encoding.most);
    forEachPart(
        m_normalized.in(text.text), text.text.size(),
        [&](const AddedTokens::Match& match) {
            addMark(encoding, *match.token, text.span(match.begin, match.end - match.begin));
        },
        [&](std::size_t begin, std::size_t end) { addSection(encoding, partOf(text, begin, end)); });
}

void PipelineTokenizer::addSection(Encoding& encoding, SpannedText text) const {
    Pieces pieces;
    pieces.ranges = {{0, text.text.size()}};
    pieces.text = std::move(text);
    pieces.most = encoding.most;
    if (m_parts.preTokenizer)
        m_parts.preTokenizer->cut(pieces);
    for (const PieceRange& piece : pieces.ranges)
        addPiece(encoding, pieces.text, piece);
}

void PipelineTokenizer::addPiece(Encoding& encoding, const SpannedText& text, PieceRange piece) const {
    encoding.found.clear();
    m_parts.model->cut(std::u32string_view(text.text).substr(piece.begin, piece.end - piece.begin), encoding.found);
    const std::optional<int> unknown = m_parts.model->unknown();
    for (const PieceToken& one : encoding.found) {
        const ByteSpan span = text.span(piece.begin + one.begin, one.end - one.begin);
        if (&one != &encoding.found.front() && beginsWithSpace(encoding.typed, span))
            ++encoding.words;
        const ByteSpan seen = withoutSpaces(encoding.typed, span);
        Token& token = encoding.tokens.emplace_back();
        token.text = m_parts.tokens.token(one.id);
        token.id = one.id;
        token.begin = seen.begin;
        token.end = seen.end;
        token.word = encoding.words;
        token.known = one.id != unknown;
    }
    encoding.words += encoding.found.empty() ? 0 : 1;
}

void PipelineTokenizer::addMark(Encoding& encoding, const AddedToken& mark, ByteSpan span) const {
    const ByteSpan seen = withoutSpaces(encoding.typed, span);
    Token& token = encoding.tokens.emplace_back();
    token.text = mark.text;
    token.id = mark.id;
    token.begin = seen.begin;
    token.end = seen.end;
    token.word = encoding.words++;
    token.known = mark.id != m_parts.model->unknown();
    token.special = mark.special;
}

std::vector<Token> PipelineTokenizer::joined(std::vector<std::vector<Token>> texts) const {
    if (texts.empty() || texts.size() > 2)
        throw std::invalid_argument("PipelineTokenizer::joined: expected 1 or 2 texts, got " +
                                    std::to_string(texts.size()));
    const TextTemplates& templates = m_parts.templates;
    return joinedBy(texts.size() == 1 ? templates.single : templates.pair, std::move(texts), *this);
}

std::string PipelineTokenizer::decode(std::span<const int> ids) const {
    std::vector<std::string> tokens;
    for (const int id : ids)
        if (const std::string& text = token(id); !m_special.contains(id))
            tokens.push_back(text);
    const std::string between = m_parts.decoder ? "" : " ";
    if (m_parts.decoder)
        tokens = m_parts.decoder->apply(std::move(tokens));
    std::string text;
    for (const std::string& one : tokens)
        text += (&one == &tokens.front() ? "" : between) + one;
    return m_parts.cleansUp ? withoutExtraSpaces(std::move(text)) : text;
}

} // namespace headlight
