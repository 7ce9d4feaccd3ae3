#include "text/word_piece.h"

#include "core/error.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

namespace {

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    std::string replaced;
    std::size_t begin = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, begin)) {
        replaced.append(text, begin, at - begin).append(to);
        begin = at + from.size();
    }
    if (begin > 0)
        text = replaced.append(text, begin);
}

/// Takes the spaces away that a tokenizer of words leaves before English punctuation and clitics.
std::string cleanedUp(std::string text) {
    for (const std::string_view after : {".", "?", "!", ","})
        replaceAll(text, " " + std::string(after), after);
    replaceAll(text, " ' ", "'");
    for (const std::string_view clitic : {"n't", "'m", "'s", "'ve", "'re"})
        replaceAll(text, " " + std::string(clitic), clitic);
    return text;
}

/// Calls `onMatch` and `onRest` for the parts of a text in their order.
template <class OnMatch, class OnRest>
void forEachPart(const std::vector<AddedTokens::Match>& matches, std::size_t size, const OnMatch& onMatch,
                 const OnRest& onRest) {
    std::size_t begin = 0;
    for (const AddedTokens::Match& match : matches) {
        onRest(begin, match.begin);
        onMatch(match);
        begin = match.end;
    }
    onRest(begin, size);
}

} // namespace

/// What encode() has found so far.
struct WordPieceTokenizer::Encoding {
    SpannedText typed;
    std::vector<Token> tokens;
    int words = 0;
};

WordPieceTokenizer::WordPieceTokenizer(WordPieceParts parts) : m_parts(std::move(parts)) {
    const std::optional<int> unknown = m_parts.tokens.id(m_parts.unknown);
    if (!unknown)
        throw Error("the vocabulary has no \"" + printable(m_parts.unknown, 40) +
                    "\", which stands for unknown words; is it the vocabulary of this model?");
    m_unknown = *unknown;
    for (const AddedToken& added : m_parts.added) {
        const SpannedText spelt = spannedCodePoints(added.text);
        if (added.normalized)
            m_normalized.add(added, bertText(spelt, 0, spelt.text.size(), m_parts.rules).text);
        else
            m_asTyped.add(added, spelt.text);
        if (added.special)
            m_special.insert(added.id);
        if (added.isExtra)
            m_extra.insert(added.id);
    }
    for (int id = 0; id < size(); ++id) {
        const std::string_view token = m_parts.tokens.token(id);
        m_longest = std::max(m_longest, toCodePoints(token).size());
        if (token.starts_with(m_parts.prefix) && !m_extra.contains(id))
            m_continuing.emplace(token.substr(m_parts.prefix.size()), id);
    }
}

std::vector<Token> WordPieceTokenizer::encode(std::string_view text) const {
    Encoding encoding;
    encoding.typed = spannedCodePoints(text);
    const SpannedText& typed = encoding.typed;
    forEachPart(
        m_asTyped.in(typed.text), typed.text.size(),
        [&](const AddedTokens::Match& match) {
            addMark(encoding, *match.token, typed.span(match.begin, match.end - match.begin));
        },
        [&](std::size_t begin, std::size_t end) { addTyped(encoding, begin, end); });
    return std::move(encoding.tokens);
}

/// What stands between marks.
void WordPieceTokenizer::addTyped(Encoding& encoding, std::size_t begin, std::size_t end) const {
    const SpannedText text = bertText(encoding.typed, begin, end, m_parts.rules);
    forEachPart(
        m_normalized.in(text.text), text.text.size(),
        [&](const AddedTokens::Match& match) {
            addMark(encoding, *match.token, text.span(match.begin, match.end - match.begin));
        },
        [&](std::size_t first, std::size_t last) { addWords(encoding, text, first, last); });
}

void WordPieceTokenizer::addWords(Encoding& encoding, const SpannedText& text, std::size_t begin,
                                  std::size_t end) const {
    std::size_t wordBegin = begin;
    for (std::size_t i = begin; i < end; ++i) {
        const bool isSpace = isWhiteSpace(text.text[i]);
        if (!isSpace && !isBertPunctuation(text.text[i]))
            continue;
        addWord(encoding, text, wordBegin, i);
        if (!isSpace)
            addWord(encoding, text, i, i + 1);
        wordBegin = i + 1;
    }
    addWord(encoding, text, wordBegin, end);
}

void WordPieceTokenizer::addWord(Encoding& encoding, const SpannedText& text, std::size_t begin,
                                 std::size_t end) const {
    if (begin == end)
        return;
    const std::size_t before = encoding.tokens.size();
    if (end - begin > std::size_t(m_parts.longestWord) || !addPieces(encoding, text, begin, end)) {
        encoding.tokens.resize(before);
        Token& unknown = encoding.tokens.emplace_back();
        unknown.text = m_parts.unknown;
        unknown.id = m_unknown;
        unknown.known = false;
        const ByteSpan span = text.span(begin, end - begin);
        unknown.begin = span.begin;
        unknown.end = span.end;
        unknown.word = encoding.words;
    }
    ++encoding.words;
}

/// False when the entries of the vocabulary don't make the word up.
bool WordPieceTokenizer::addPieces(Encoding& encoding, const SpannedText& text, std::size_t begin,
                                   std::size_t end) const {
    std::string word;
    std::vector<std::size_t> bytes; // of the word before each character, and of all
    for (std::size_t i = begin; i < end; ++i) {
        bytes.push_back(word.size());
        word += toUtf8({&text.text[i], 1});
    }
    bytes.push_back(word.size());
    const auto entry = [&](std::size_t from, std::size_t to) -> std::optional<int> {
        const std::string_view part = std::string_view(word).substr(bytes[from], bytes[to] - bytes[from]);
        if (from == 0) {
            const std::optional<int> id = m_parts.tokens.id(part);
            return id && m_extra.contains(*id) ? std::nullopt : id;
        }
        const auto found = m_continuing.find(part);
        return found == m_continuing.end() ? std::nullopt : std::optional(found->second);
    };
    for (std::size_t from = 0; from < end - begin;) {
        std::size_t to = std::min(end - begin, from + m_longest);
        std::optional<int> id;
        while (to > from && !(id = entry(from, to)))
            --to;
        if (!id)
            return false;
        Token& token = encoding.tokens.emplace_back();
        token.text = m_parts.tokens.token(*id);
        token.id = *id;
        token.known = *id != m_unknown;
        const ByteSpan span = text.span(begin + from, to - from);
        token.begin = span.begin;
        token.end = span.end;
        token.word = encoding.words;
        from = to;
    }
    return true;
}

void WordPieceTokenizer::addMark(Encoding& encoding, const AddedToken& mark, ByteSpan span) const {
    Token& token = encoding.tokens.emplace_back();
    token.text = mark.text;
    token.id = mark.id;
    token.begin = span.begin;
    token.end = span.end;
    token.word = encoding.words++;
    token.known = mark.id != m_unknown;
    token.special = mark.special;
}

std::vector<Token> WordPieceTokenizer::joined(std::vector<std::vector<Token>> texts) const {
    if (texts.empty() || texts.size() > 2)
        throw std::invalid_argument("WordPieceTokenizer::joined: expected 1 or 2 texts, got " +
                                    std::to_string(texts.size()));
    std::vector<Token> all;
    for (const TemplatePart& part : texts.size() == 1 ? m_parts.single : m_parts.pair) {
        if (part.id >= 0) {
            Token& mark = all.emplace_back();
            mark.text = token(part.id);
            mark.id = part.id;
            mark.input = part.input;
            mark.special = true;
            continue;
        }
        for (Token& one : texts.at(std::size_t(part.input))) {
            one.input = part.input;
            all.push_back(std::move(one));
        }
    }
    return all;
}

std::string WordPieceTokenizer::decode(std::span<const int> ids) const {
    std::string text;
    bool isFirst = true;
    for (const int id : ids) {
        std::string piece = token(id);
        if (m_special.contains(id))
            continue;
        if (!isFirst)
            piece = piece.starts_with(m_parts.prefix) ? piece.substr(m_parts.prefix.size()) : " " + piece;
        // Each piece and then the whole, as published decoders do: a quote that waits for its "s" keeps its space.
        text += m_parts.cleanUp ? cleanedUp(std::move(piece)) : piece;
        isFirst = false;
    }
    return m_parts.cleanUp ? cleanedUp(std::move(text)) : text;
}

} // namespace headlight
