#include "core/config.h"
#include "masks/mask.h"

#include <algorithm>
#include <charconv>

namespace headlight {

MaskError::MaskError(const std::string& message, std::size_t position, std::size_t length)
    : Error(message), m_position(position), m_length(length) {}

/// heads = head {"," head}; head = sum ["x" number]; sum = term {"+" term}; term = name ["(" number ")"].
/// Blanks may stand between any two of these words, so a newline in a configuration does no harm.
class MaskParser {
public:
    explicit MaskParser(std::string_view text) : m_text(text) {
        if (text.size() > MaxText)
            throw MaskError("expected at most " + std::to_string(MaxText) + " characters, got " +
                                std::to_string(text.size()),
                            MaxText, text.size() - MaxText);
    }

    Mask one() {
        const Mask mask = sum();
        if (!atEnd())
            fail("expected \"+\" or the end of the mask");
        return mask;
    }

    std::vector<Mask> list() {
        std::vector<Mask> masks;
        do {
            const std::size_t start = m_at;
            const Mask mask = sum();
            const std::size_t copies = repeat();
            if (masks.size() + copies > MaxHeads)
                throw MaskError("expected at most " + std::to_string(MaxHeads) + " heads" + place(start), start,
                                m_at - start);
            masks.insert(masks.end(), copies, mask);
        } while (accept(','));
        if (!atEnd())
            fail("expected \"+\", \",\" or a repeat such as x4");
        return masks;
    }

private:
    static constexpr std::size_t MaxText = 65536;
    static constexpr std::size_t MaxHeads = 1024;

    static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
    static bool isBeyondAscii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }
    static bool isNumberPart(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == '_' || isLetter(c);
    }

    void skipBlanks() {
        while (m_at < m_text.size() && isBlank(m_text[m_at]))
            ++m_at;
    }

    bool atEnd() {
        skipBlanks();
        return m_at == m_text.size();
    }

    bool accept(char wanted) {
        if (atEnd() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }

    std::string_view take(bool (*belongs)(char), bool mayFollowBlanks = true) {
        if (mayFollowBlanks)
            skipBlanks();
        const std::size_t start = m_at;
        while (m_at < m_text.size() && belongs(m_text[m_at]))
            ++m_at;
        return m_text.substr(start, m_at - start);
    }

    /// Part of the text, short enough and safe to be shown in a message.
    std::string excerpt(std::size_t from, std::size_t length) const {
        return "\"" + printable(m_text.substr(from, length), 40) + "\"";
    }

    /// " at character 6 of "fw + fww"". Everything before a mistake is ASCII, so bytes are characters.
    std::string place(std::size_t position) const {
        const std::size_t from = position > 20 && m_text.size() > 40 ? position - 20 : 0;
        return " at character " + std::to_string(position + 1) + (from > 0 ? ", near " : " of ") +
               excerpt(from, m_text.size() - from);
    }

    /// Bytes of the UTF-8 character there.
    std::size_t characterAt(std::size_t position) const {
        std::size_t end = position + 1;
        while (end < m_text.size() && (static_cast<unsigned char>(m_text[end]) & 0xC0) == 0x80)
            ++end;
        return end - position;
    }

    /// The mistake is the next character, or the end of the text.
    [[noreturn]] void fail(const std::string& expectation) {
        const std::size_t next = atEnd() ? 0 : characterAt(m_at);
        const std::string found = next == 0 ? "the end" : excerpt(m_at, next);
        throw MaskError(expectation + ", got " + found + place(m_at), m_at, next);
    }

    [[noreturn]] void failWord(const std::string& message, std::string_view word, const std::string& advice = {}) {
        const auto position = static_cast<std::size_t>(word.data() - m_text.data());
        throw MaskError(message + " " + excerpt(position, word.size()) + place(position) + "." + advice, position,
                        word.size());
    }

    const MaskTerm& name() {
        std::string_view word = take(isLetter);
        if (word.empty())
            fail("expected a mask term");
        for (const MaskTerm& term : maskTerms())
            if (term.name == word)
                return term;
        const std::string_view rest = take([](char c) { return isLetter(c) || isBeyondAscii(c); }, false);
        word = {word.data(), word.size() + rest.size()}; // "fé" is one word to a reader
        const std::string advice = word.size() > 16 ? std::string() : suggestion(word, maskTermNames());
        failWord("unknown term", word, advice.empty() ? " Terms: " + allNames() + "." : advice);
    }

    static std::string allNames() {
        std::string joined;
        for (const MaskTerm& term : maskTerms())
            joined += (joined.empty() ? "" : ", ") + term.example();
        return joined;
    }

    double number(const MaskTerm& term) {
        const std::string_view word = take(isNumberPart);
        if (word.empty())
            fail("expected a number for " + std::string(term.parameterName));
        double value = 0;
        const char* end = word.data() + word.size();
        const auto [stop, code] = std::from_chars(word.data(), end, value);
        const bool integer = term.parameter == MaskTerm::Parameter::Integer;
        const bool digitsOnly = std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
        const bool inRange = value >= term.low && value <= term.high; // false for NaN
        if (code != std::errc() || stop != end || !inRange || (integer && !digitsOnly))
            failWord(std::string(term.name) + ": expected " + (integer ? "a whole number " : "a number ") +
                         detail::formatNumber(term.low) + " … " + std::to_string(static_cast<long>(term.high)) +
                         ", got",
                     word);
        return value == 0 ? 0 : value; // "-0" is in range too
    }

    Mask::Term term() {
        const MaskTerm& row = name();
        if (row.parameter == MaskTerm::Parameter::None) {
            if (accept('(')) {
                --m_at;
                fail(std::string(row.name) + " takes no number: expected no bracket");
            }
            return {row.kind, 0};
        }
        if (!accept('('))
            fail("expected a number in brackets such as " + row.example());
        const double value = number(row);
        if (!accept(')'))
            fail("expected \")\"");
        return {row.kind, value};
    }

    Mask sum() {
        Mask mask;
        std::size_t count = 0;
        do {
            skipBlanks();
            const std::size_t start = m_at;
            const Mask::Term next = term();
            if (++count > Mask::MaxTerms)
                throw MaskError("expected at most " + std::to_string(Mask::MaxTerms) + " terms for one head" +
                                    place(start),
                                start, m_at - start);
            mask.add(next);
        } while (accept('+'));
        return mask;
    }

    std::size_t repeat() {
        if (!accept('x'))
            return 1;
        const std::string_view word = take(isNumberPart);
        if (word.empty())
            fail("expected a number of heads after x");
        std::size_t copies = 0;
        const char* end = word.data() + word.size();
        const auto [stop, code] = std::from_chars(word.data(), end, copies);
        if (code != std::errc() || stop != end || copies < 1 || copies > MaxHeads)
            failWord("expected a repeat of 1 … " + std::to_string(MaxHeads) + " heads, got", word);
        return copies;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

Mask Mask::parse(std::string_view text) {
    return MaskParser(text).one();
}

std::vector<Mask> parseMasks(std::string_view text) {
    return MaskParser(text).list();
}

} // namespace headlight
