#include "text/sentence_piece.h"

#include "core/error.h"
#include "text/pipeline/decoders.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

namespace {

/// The bytes of a piece without the spaces that its marks stand for, unless it is nothing else.
ByteSpan typedSpan(const NormalizedPart& part, std::size_t begin, std::size_t end) {
    std::size_t first = begin, last = end;
    while (first < last && part.isSpace[first])
        ++first;
    while (last > first && part.isSpace[last - 1])
        --last;
    if (first == last) {
        first = begin;
        last = end;
    }
    return {part.spans[first].begin, std::max(part.spans[first].end, part.spans[last - 1].end)};
}

/// Byte pieces are named by their digits.
char byteOfPiece(std::string_view piece) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'A' + 10; };
    return char(digit(piece[3]) * 16 + digit(piece[4]));
}

std::string textOfPiece(std::string piece) {
    replaceAll(piece, "\u2581", " ");
    return piece;
}

/// The same text by a table of characters.
std::string rewritten(const std::string& text, const CharactersMap& map) {
    std::string written;
    for (std::size_t at = 0; at < text.size();) {
        const CharactersMap::Match match = map.longest(std::string_view(text).substr(at));
        std::size_t end = at;
        if (match.bytes == 0)
            takeCodePoint(text, end);
        written += match.bytes == 0 ? std::string_view(text).substr(at, end - at) : match.text;
        at = match.bytes == 0 ? end : at + match.bytes;
    }
    return written;
}

} // namespace

/// What encode() has found so far.
struct SentencePieceTokenizer::Encoding {
    SpannedText typed;
    std::vector<Token> tokens;
    int words = 0;
    bool beginsWord = true; ///< whatever comes next
    bool isBehindUnknown = false;
    bool isBehindMark = false;
};

SentencePieceTokenizer::SentencePieceTokenizer(SentencePieceParts parts)
    : m_parts(std::move(parts)), m_normalizer(m_parts.model), m_library(m_parts.model, m_parts.where),
      m_written(std::size_t(m_parts.tokens.size()), Written::AsPiece) {
    for (std::size_t piece = 0; piece < m_parts.ids.size(); ++piece) {
        const int id = m_parts.ids[piece];
        if (m_parts.tokens.token(id) != m_parts.model.pieces.token(int(piece)) && int(piece) != m_parts.model.unknown)
            continue; // the network lacks it
        const PieceKind kind = m_parts.model.kinds[piece];
        if (kind == PieceKind::Control || kind == PieceKind::Unknown)
            m_written[std::size_t(id)] = Written::Never;
        else if (kind == PieceKind::Byte)
            m_written[std::size_t(id)] = Written::AsByte;
    }
    for (const PieceMark& mark : m_parts.marks) {
        m_marks.add(mark.token, toCodePoints(mark.token.text));
        m_markOf.emplace(mark.token.id, &mark);
        Written& written = m_written[std::size_t(mark.token.id)];
        if (mark.token.special)
            written = Written::Never;
        else if (mark.isExtra)
            written = Written::AsIs;
    }
}

SentencePieceTokenizer::~SentencePieceTokenizer() = default;

std::vector<Token> SentencePieceTokenizer::encode(std::string_view text) const {
    Encoding encoding;
    encoding.typed = spannedCodePoints(text);
    encoding.tokens.reserve(text.size() / 4);
    const std::u32string& typed = encoding.typed.text;
    std::size_t begin = 0;
    for (const AddedTokens::Match& match : m_marks.in(typed)) {
        const PieceMark& mark = *m_markOf.at(match.token->id);
        std::size_t end = match.begin;
        while (mark.takesSpaceBefore && end > begin && isWhiteSpace(typed[end - 1]))
            --end;
        addTyped(encoding, begin, end);
        addMark(encoding, mark, {encoding.typed.spans[match.begin].begin, encoding.typed.spans[match.end - 1].end});
        begin = match.end;
        while (mark.takesSpaceBehind && begin < typed.size() && isWhiteSpace(typed[begin]))
            ++begin;
    }
    addTyped(encoding, std::min(begin, typed.size()), typed.size());
    return std::move(encoding.tokens);
}

/// What stands between marks.
void SentencePieceTokenizer::addTyped(Encoding& encoding, std::size_t begin, std::size_t end) const {
    if (begin >= end)
        return;
    encoding.beginsWord = true;
    encoding.isBehindUnknown = false;
    m_normalizer.normalize(byTypedRules(encoding.typed, begin, end, m_parts.rules),
                           encoding.isBehindMark && !m_parts.spaceBehindMarks,
                           [&](const NormalizedPart& part) { addPart(encoding, part); });
}

void SentencePieceTokenizer::addPart(Encoding& encoding, const NormalizedPart& part) const {
    for (const FoundPiece& piece : m_library.cut(part.text))
        addPiece(encoding, part, piece);
}

void SentencePieceTokenizer::addPiece(Encoding& encoding, const NormalizedPart& part, const FoundPiece& piece) const {
    const bool isUnknown = piece.id == m_parts.model.unknown;
    const std::string_view text = std::string_view(part.text).substr(piece.begin, piece.end - piece.begin);
    const std::string_view space = m_parts.model.space();
    const ByteSpan span = typedSpan(part, piece.begin, piece.end);
    const bool wasUnknown = encoding.isBehindUnknown;
    encoding.isBehindUnknown = isUnknown;
    if (isUnknown && wasUnknown) { // one run that was cut into parts
        encoding.tokens.back().end = std::max(encoding.tokens.back().end, span.end);
        return;
    }
    if (encoding.beginsWord || (!m_parts.model.spaceBehind && text.starts_with(space)))
        ++encoding.words;
    encoding.beginsWord = m_parts.model.spaceBehind && text.ends_with(space);
    Token& token = encoding.tokens.emplace_back();
    token.id = m_parts.ids[std::size_t(piece.id)];
    token.text = m_parts.tokens.token(token.id);
    token.begin = span.begin;
    token.end = span.end;
    token.word = encoding.words - 1;
    token.known = token.id != m_parts.ids[std::size_t(m_parts.model.unknown)];
}

void SentencePieceTokenizer::addMark(Encoding& encoding, const PieceMark& mark, ByteSpan span) const {
    Token& token = encoding.tokens.emplace_back();
    token.text = mark.token.text;
    token.id = mark.token.id;
    token.begin = span.begin;
    token.end = span.end;
    token.word = encoding.words++;
    token.known = mark.token.id != m_parts.ids[std::size_t(m_parts.model.unknown)];
    token.special = mark.token.special;
    encoding.isBehindMark = true;
}

std::vector<Token> SentencePieceTokenizer::joined(std::vector<std::vector<Token>> texts) const {
    if (texts.empty() || texts.size() > 2)
        throw std::invalid_argument("SentencePieceTokenizer::joined: expected 1 or 2 texts, got " +
                                    std::to_string(texts.size()));
    const std::vector<TemplatePart>& parts = texts.size() == 1 ? m_parts.single : m_parts.pair;
    return joinedBy(parts, std::move(texts), *this);
}

std::string SentencePieceTokenizer::decode(std::span<const int> ids) const {
    const SentencePieceModel& model = m_parts.model;
    std::string text;
    for (const int id : ids) {
        const std::string& piece = token(id);
        switch (m_written[std::size_t(id)]) {
        case Written::AsPiece:
            text += textOfPiece(piece);
            break;
        case Written::AsIs:
            text += piece;
            break;
        case Written::AsByte:
            text += byteOfPiece(piece);
            break;
        case Written::Never:
            break;
        }
    }
    text = toUtf8(toCodePoints(text)); // bytes may be anything
    if (model.fewSpaces) {
        const std::size_t first = text.find_first_not_of(' ');
        text = first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
    } else if (model.dummySpace && !model.spaceBehind && text.starts_with(' ')) {
        text.erase(0, 1);
    } else if (model.dummySpace && model.spaceBehind && text.ends_with(' ')) {
        text.pop_back();
    }
    text = rewritten(text, model.written);
    return m_parts.cleanUp ? withoutExtraSpaces(std::move(text)) : text;
}

} // namespace headlight
