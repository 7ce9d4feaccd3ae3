#include "text/pieces/normalized_pieces.h"

namespace headlight {

namespace {

constexpr std::size_t enoughForPart = 1024, mostForPart = 32768; // bytes

std::uint64_t sideBySide(char32_t before, char32_t behind) {
    return std::uint64_t(before) << 32 | behind;
}

/// UTF-8 of a text, and for each of its bytes what was typed for it.
struct SpannedBytes {
    std::string text;
    std::vector<ByteSpan> spans;
};

SpannedBytes bytesOf(const SpannedText& typed) {
    SpannedBytes bytes;
    bytes.text = toUtf8(typed.text);
    bytes.spans.reserve(bytes.text.size());
    std::size_t character = 0;
    for (std::size_t at = 0; at < bytes.text.size(); ++character) {
        std::size_t end = at;
        takeCodePoint(bytes.text, end);
        bytes.spans.insert(bytes.spans.end(), end - at, typed.spans[character]);
        at = end;
    }
    return bytes;
}

} // namespace

void NormalizedPart::clear() {
    text.clear();
    spans.clear();
    isSpace.clear();
}

/// What normalize() has made so far and not given yet.
struct PieceNormalizer::Run {
    NormalizedPart part;
    char32_t last = 0; ///< character of the part
    const Take& take;
};

PieceNormalizer::PieceNormalizer(const SentencePieceModel& model)
    : m_model(model), m_user(model), m_space(model.markSpaces ? U'\u2581' : U' ') {
    for (int id = 0; id < model.pieces.size(); ++id) {
        const PieceKind kind = model.kinds[std::size_t(id)];
        if (kind == PieceKind::Control || kind == PieceKind::Unknown || kind == PieceKind::Byte)
            continue;
        const std::string& piece = model.pieces.token(id);
        char32_t before = 0;
        for (std::size_t at = 0; at < piece.size();) {
            const char32_t character = takeCodePoint(piece, at);
            if (before != 0)
                m_neighbours.insert(sideBySide(before, character));
            before = character;
        }
    }
}

/// The library's cutting by words goes by spaces alone.
bool PieceNormalizer::mayCut(char32_t before, char32_t behind) const {
    if (before == m_space && behind == m_space)
        return false; // spaces at the end of a text are left out together
    if (m_model.rule == PieceRule::Words)
        return behind == m_space;
    return !m_neighbours.contains(sideBySide(before, behind));
}

void PieceNormalizer::addCharacter(Run& run, std::string_view utf8, ByteSpan span, bool isSpace) const {
    std::size_t end = 0;
    const char32_t character = takeCodePoint(utf8, end);
    if (run.part.text.size() >= enoughForPart && (run.part.text.size() >= mostForPart || mayCut(run.last, character))) {
        run.take(run.part);
        run.part.clear();
    }
    run.part.text += utf8;
    run.part.spans.insert(run.part.spans.end(), utf8.size(), span);
    run.part.isSpace.insert(run.part.isSpace.end(), utf8.size(), isSpace);
    run.last = character;
}

void PieceNormalizer::addSpace(Run& run, ByteSpan span) const {
    addCharacter(run, m_model.space(), span, true);
}

/// What the rules make of the first characters of a text: an entry that users defined is left alone.
PieceNormalizer::Taken PieceNormalizer::takeFrom(std::string_view rest) const {
    if (const std::size_t bytes = m_user.longest(rest); bytes > 0)
        return {rest.substr(0, bytes), bytes};
    if (const CharactersMap::Match match = m_model.typed.longest(rest); match.bytes > 0)
        return {match.text, match.bytes};
    std::size_t end = 0;
    takeCodePoint(rest, end);
    return {rest.substr(0, end), end};
}

void PieceNormalizer::dropSpacesAtEnd(Run& run) const {
    const std::string_view space = m_model.space();
    NormalizedPart& part = run.part;
    while (part.text.ends_with(space)) {
        part.text.resize(part.text.size() - space.size());
        part.spans.resize(part.text.size());
        part.isSpace.resize(part.text.size());
    }
}

void PieceNormalizer::normalize(const SpannedText& typed, bool continues, const Take& take) const {
    const SpannedBytes source = bytesOf(typed);
    const std::string_view text = source.text;
    std::size_t at = 0;
    const bool dropsAtBegin = m_model.fewSpaces && !continues;
    while (dropsAtBegin && at < text.size()) {
        const Taken taken = takeFrom(text.substr(at));
        if (taken.text != " ")
            break;
        at += taken.bytes;
    }
    if (at == text.size())
        return;
    Run run{{}, 0, take};
    const ByteSpan nothingAtBegin = {source.spans[at].begin, source.spans[at].begin};
    if (m_model.dummySpace && !m_model.spaceBehind && !continues)
        addSpace(run, nothingAtBegin);
    bool isBehindSpace = dropsAtBegin;
    while (at < text.size()) {
        Taken taken = takeFrom(text.substr(at));
        const ByteSpan span = {source.spans[at].begin, source.spans[at + taken.bytes - 1].end};
        at += taken.bytes;
        while (isBehindSpace && taken.text.starts_with(' '))
            taken.text.remove_prefix(1);
        for (std::size_t i = 0; i < taken.text.size();) {
            const std::size_t begin = i;
            if (takeCodePoint(taken.text, i) == U' ')
                addSpace(run, span);
            else
                addCharacter(run, taken.text.substr(begin, i - begin), span, false);
        }
        if (!taken.text.empty())
            isBehindSpace = m_model.fewSpaces && taken.text.ends_with(' ');
    }
    if (m_model.fewSpaces)
        dropSpacesAtEnd(run);
    const std::size_t end = source.spans.back().end;
    if (m_model.dummySpace && m_model.spaceBehind)
        addSpace(run, {end, end});
    if (!run.part.text.empty())
        take(run.part);
}

} // namespace headlight
