#include "text/read_pieces.h"

#include "text/pipeline/byte_alphabet.h"
#include "text/pipeline/byte_tokens.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr std::string_view continuing = "##", unfinished = "@@", endOfWord = "</w>", lowerBlockText = "▁";
constexpr std::string_view continuationMark = "·";

/// A mark of the model's own; what was typed as one, [MASK], is not.
bool isModelsOwn(const Token& token) {
    return token.special && token.begin == token.end;
}

bool isRead(const Token& token) {
    return !token.special && token.known;
}

/// Its bytes, if all of its characters are letters of GPT-2's alphabet.
std::optional<std::string> bytesOfLetters(const std::string& text) {
    std::string bytes;
    for (const char32_t letter : toCodePoints(text)) {
        const std::optional<unsigned char> byte = byteOfLetter(letter);
        if (!byte)
            return std::nullopt;
        bytes += char(*byte);
    }
    return bytes;
}

/// Whether the vocabulary writes bytes as letters: all tokens are such letters, not only ASCII, and one begins with the
/// letter of a space, or the bytes of all of them are a text. Words of Latin-1 are such letters, too, but no such
/// bytes. Added tokens with spaces of their own, as GPT-NeoX has them, are not written so.
bool isOfByteLetters(const Sequence& sequence) {
    std::string all;
    bool isAscii = true, hasSpace = false;
    for (const Token& token : sequence.tokens) {
        if (!isRead(token) || token.text.find(' ') != std::string::npos)
            continue;
        const std::optional<std::string> bytes = bytesOfLetters(token.text);
        if (!bytes)
            return false;
        isAscii = isAscii && *bytes == token.text;
        hasSpace = hasSpace || bytes->starts_with(' ');
        all += *bytes;
    }
    return !isAscii && (hasSpace || !invalidUtf8At(all));
}

void replaceBlocks(std::string& text) {
    for (std::size_t at = text.find(lowerBlockText); at != std::string::npos; at = text.find(lowerBlockText, at))
        text.replace(at, lowerBlockText.size(), " ");
}

/// A space of its own, a line end and the like can be seen, and so can a byte that is no character.
std::string visible(std::string_view text) {
    static constexpr std::array<std::pair<char, std::string_view>, 4> signs = {
        {{' ', "␣"}, {'\n', "⏎"}, {'\t', "⇥"}, {'\r', "␍"}}};
    static constexpr std::string_view hex = "0123456789ABCDEF";
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const auto sign =
            std::find_if(signs.begin(), signs.end(), [&](const auto& known) { return known.first == text[at]; });
        const bool isBetween = text[at] == ' ' && first != std::string_view::npos && at > first && at < last;
        if (sign != signs.end() && !isBetween) {
            shown += sign->second;
            ++at;
            continue;
        }
        std::size_t end = at;
        takeCodePoint(text, end);
        if (invalidUtf8At(text.substr(at, end - at))) {
            const auto byte = static_cast<unsigned char>(text[at]);
            shown += {'<', '0', 'x', hex[byte / 16], hex[byte % 16], '>'};
            ++at;
            continue;
        }
        shown += text.substr(at, end - at);
        at = end;
    }
    return shown;
}

/// As vocabularies write marks, of which a token by itself does not say that it is one: "</s>", "[SEP]".
bool looksLikeMark(const std::string& text) {
    constexpr std::size_t brackets = 2;
    return text.size() > brackets && !byteOfToken(text) &&
           ((text.front() == '<' && text.back() == '>') || (text.front() == '[' && text.back() == ']'));
}

/// Without the space that sets a word apart from the one before.
std::string_view withoutSpaceInFront(std::string_view text) {
    return text.size() > 1 && text.front() == ' ' ? text.substr(1) : text;
}

} // namespace

ReadPieces::ReadPieces(const Sequence& sequence) {
    const std::vector<Token>& tokens = sequence.tokens;
    const bool hasByteLetters = isOfByteLetters(sequence);
    bool marksSpaces = false;
    for (const Token& token : tokens) {
        std::string bytes = token.text;
        if (isRead(token) && hasByteLetters)
            bytes = bytesOfLetters(token.text).value_or(token.text);
        else if (const std::optional<unsigned char> byte = byteOfToken(token.text); isRead(token) && byte)
            bytes = char(*byte);
        else if (isRead(token))
            replaceBlocks(bytes);
        marksSpaces = marksSpaces || (isRead(token) && bytes.starts_with(' '));
        m_bytes.push_back(std::move(bytes));
        m_isWhole.push_back(!isRead(token));
    }
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        const bool follows =
            k > 0 && tokens[k - 1].input == tokens[k].input && !tokens[k - 1].special && !tokens[k].special;
        const bool says = m_bytes[k].starts_with(continuing) || (k > 0 && m_bytes[k - 1].ends_with(unfinished)) ||
                          (marksSpaces && !m_bytes[k].starts_with(' '));
        m_continues.push_back(follows && (tokens[k].word >= 0 ? tokens[k].word == tokens[k - 1].word : says));
    }
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        std::string& bytes = m_bytes[k];
        if (m_isWhole[k])
            continue;
        if (m_continues[k] && bytes.starts_with(continuing) && bytes.size() > continuing.size())
            bytes.erase(0, continuing.size());
        const bool goesOn = k + 1 < tokens.size() && m_continues[k + 1];
        if (goesOn && bytes.ends_with(unfinished) && bytes.size() > unfinished.size())
            bytes.erase(bytes.size() - unfinished.size());
        if (bytes.ends_with(endOfWord) && bytes.size() > endOfWord.size())
            bytes.erase(bytes.size() - endOfWord.size());
    }
}

std::string ReadPieces::pretty(std::size_t token) const {
    if (m_isWhole[token])
        return m_bytes[token];
    return m_continues[token] ? std::string(continuationMark) + visible(m_bytes[token])
                              : visible(withoutSpaceInFront(m_bytes[token]));
}

std::string ReadPieces::joined(const TokenGroup& word) const {
    std::string bytes;
    for (Index token = word.begin; token < word.end; ++token)
        bytes += m_bytes[std::size_t(token)];
    return m_isWhole[std::size_t(word.begin)] && word.size() == 1 ? bytes : visible(withoutSpaceInFront(bytes));
}

bool hasPieces(const Sequence& sequence) {
    const auto isPiece = [](const Token& token) {
        const std::string& text = token.text;
        return isModelsOwn(token) || text.starts_with(continuing) || text.ends_with(unfinished) ||
               text.ends_with(endOfWord) || text.find(lowerBlockText) != std::string::npos;
    };
    return isOfByteLetters(sequence) || std::any_of(sequence.tokens.begin(), sequence.tokens.end(), isPiece);
}

std::vector<TokenGroup> groupsOf(const Sequence& sequence, const TokenDisplay& display) {
    const ReadPieces pieces(sequence);
    const bool hasOthers = std::any_of(sequence.tokens.begin(), sequence.tokens.end(),
                                       [](const Token& token) { return !isModelsOwn(token); });
    std::vector<TokenGroup> groups;
    for (std::size_t k = 0; k < sequence.tokens.size(); ++k) {
        if (display.marks != MarkDisplay::Shown && hasOthers && isModelsOwn(sequence.tokens[k]))
            continue;
        if (display.pieces == PieceDisplay::Words && pieces.continues(k))
            groups.back().end = Index(k) + 1;
        else
            groups.push_back({Index(k), Index(k) + 1});
    }
    return groups;
}

Sequence displayed(const Sequence& sequence, const TokenDisplay& display) {
    const ReadPieces pieces(sequence);
    Sequence shown = sequence;
    shown.tokens.clear();
    for (const TokenGroup& group : groupsOf(sequence, display)) {
        Token& token = shown.tokens.emplace_back(sequence.tokens[std::size_t(group.begin)]);
        for (Index k = group.begin + 1; k < group.end; ++k) {
            const Token& piece = sequence.tokens[std::size_t(k)];
            if (piece.begin < piece.end) {
                token.begin = token.begin < token.end ? token.begin : piece.begin;
                token.end = piece.end;
            }
            token.known = token.known && piece.known;
            token.leftOut = token.leftOut && piece.leftOut;
            token.isPredicate = token.isPredicate || piece.isPredicate;
        }
        if (display.pieces == PieceDisplay::Words)
            token.text = pieces.joined(group);
        else if (display.pieces == PieceDisplay::Pretty)
            token.text = pieces.pretty(std::size_t(group.begin));
    }
    return shown;
}

/// They stand behind the text, each between a word and a mark: how the vocabulary says what continues a word is seen
/// of all together, and none changes another.
std::vector<std::string> prettyOf(const Sequence& text, const std::vector<std::string>& pieces) {
    Sequence all = text;
    Token word, mark;
    word.text = "a";
    mark.special = true;
    std::vector<std::size_t> places;
    for (const std::string& piece : pieces) {
        Token own;
        own.text = piece;
        own.special = looksLikeMark(piece);
        places.push_back(all.tokens.size() + 1);
        all.tokens.insert(all.tokens.end(), {word, own, mark});
    }
    const ReadPieces read(all);
    std::vector<std::string> shown;
    for (const std::size_t place : places)
        shown.push_back(read.pretty(place));
    return shown;
}

} // namespace headlight
