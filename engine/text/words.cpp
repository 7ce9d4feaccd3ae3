#include "text/words.h"

#include "text/moses_escapes.h"
#include "text/plain_text.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unicode/uchar.h>
#include <unordered_set>

namespace headlight {

namespace {

using View = std::u32string_view;

bool isDigit(char32_t c) {
    return u_isdigit(UChar32(c));
}

bool isLetter(char32_t c) {
    return u_isalpha(UChar32(c));
}

bool contains(View set, char32_t c) {
    return set.find(c) != View::npos;
}

constexpr View openingBrackets = U"([{";
constexpr View closingBrackets = U")]}";
/// Cut off wherever they stand at the end of a word.
constexpr View trailingMarks = U",;:?!%";
constexpr View leadingMarks = U",;:?!#$%€£¥";
/// Cut a word in two wherever they stand in it.
constexpr View innerMarks = U",;:?!";

/// Abbreviations that keep their point where more text follows; lower case, without the point.
bool isAbbreviation(View word) {
    static const std::unordered_set<std::string> known = {
        "mr",  "mrs", "ms",   "dr",   "prof", "st",   "sr",  "jr",     "gen",  "lt",   "col",  "sgt", "capt", "maj",
        "rev", "hon", "gov",  "sen",  "rep",  "pres", "inc", "co",     "corp", "ltd",  "bros", "vs",  "etc",  "no",
        "mt",  "ft",  "ave",  "blvd", "rd",   "jan",  "feb", "mar",    "apr",  "aug",  "sept", "oct", "nov",  "dec",
        "sep", "al",  "dept", "est",  "fig",  "vol",  "ed",  "messrs", "adm",  "cmdr", "univ"};
    return known.count(toLower(toUtf8(word))) > 0;
}

/// Letters one by one, each with a point: U.S. or J. (the last point included).
bool isInitials(View word) {
    if (word.size() < 2 || word.size() % 2 != 0)
        return false;
    for (std::size_t i = 0; i < word.size(); i += 2)
        if (!isLetter(word[i]) || word[i + 1] != U'.')
            return false;
    return true;
}

bool isAddress(View word) {
    if (word.find(U"://") != View::npos || word.substr(0, 4) == U"www.")
        return true;
    const std::size_t at = word.find(U'@');
    return at != View::npos && at > 0 && word.find(U'.', at) != View::npos;
}

/// Penn clitics at the end of a word, the longest first.
constexpr std::array<View, 7> clitics = {U"n't", U"'ll", U"'re", U"'ve", U"'s", U"'m", U"'d"};

bool endsWithIgnoringCase(View word, View ending) {
    if (word.size() < ending.size())
        return false;
    const View tail = word.substr(word.size() - ending.size());
    return std::equal(tail.begin(), tail.end(), ending.begin(),
                      [](char32_t a, char32_t b) { return u_tolower(UChar32(a)) == UChar32(b); });
}

/// Words that begin with an apostrophe of their own: 'em, '50s.
bool hasLeadingApostrophe(View piece) {
    if (piece.size() >= 2 && isDigit(piece[1]))
        return true;
    static const std::array<View, 10> words = {U"'em", U"'til",   U"'tis",  U"'twas",  U"'n'",
                                               U"'n",  U"'cause", U"'bout", U"'round", U"'cuz"};
    return std::any_of(words.begin(), words.end(), [&](View word) {
        return piece.size() >= word.size() && endsWithIgnoringCase(piece.substr(0, word.size()), word) &&
               (piece.size() == word.size() || !isLetter(piece[word.size()]));
    });
}

bool isClitic(View piece) {
    return std::any_of(clitics.begin(), clitics.end(), [&](View clitic) {
        return piece.size() == clitic.size() && endsWithIgnoringCase(piece, clitic);
    });
}

/// The tokens of a text as they are found.
class Found {
public:
    Found(const PlainText& plain, const TokenizerOptions& options) : m_plain(plain), m_options(options) {}

    /// `part` is a part of the text, `token` what it is as a token.
    void add(View part, std::string token, int word) {
        m_opening += token == "``";
        m_closing += token == "''";
        if (m_options.splitMore)
            addSplit(part, token, word);
        else
            push(part, m_options.moses ? mosesEscaped(token) : std::move(token), word);
    }
    /// A piece that was cut already.
    void addWhole(View piece, int word) { push(piece, toUtf8(piece), word); }

    bool quotesAreClosed() const { return m_opening <= m_closing; }
    std::vector<Token> take() { return std::move(m_tokens); }

private:
    void push(View part, std::string token, int word) {
        const ByteSpan span = m_plain.spanOf(part);
        Token& added = m_tokens.emplace_back();
        added.text = std::move(token);
        added.begin = span.begin;
        added.end = span.end;
        added.word = word;
    }
    void addSplit(View part, const std::string& token, int word);

    const PlainText& m_plain;
    const TokenizerOptions& m_options;
    std::vector<Token> m_tokens;
    std::size_t m_opening = 0, m_closing = 0; ///< quotes of the Penn Treebank
};

/// The further cuts of REFERENCE §0.3; the characters stay as tokens. Dashes and curly quotes have their plain form by
/// now. A token that is not spelt as its part of the text, -LRB-, has no places in it: its parts stand for all of it.
void Found::addSplit(View part, const std::string& token, int word) {
    constexpr View marks = U"-−/~\"'°";
    const std::u32string text = toCodePoints(token);
    const bool isSpelt = text == part;
    const auto cut = [&](std::size_t begin, std::size_t end) {
        if (begin < end)
            push(isSpelt ? part.substr(begin, end - begin) : part, toUtf8(View(text).substr(begin, end - begin)), word);
    };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!contains(marks, text[i]))
            continue;
        cut(begin, i);
        cut(i, i + 1);
        begin = i + 1;
    }
    cut(begin, text.size());
}

/// Cuts one piece between white space. Tokens found at its end are collected apart, because they are found backwards.
class PieceCutter {
public:
    /// `isLast`: no text follows. `closes`: a single quote that this piece opens is closed in the text.
    PieceCutter(View piece, int word, bool isLast, bool closes, const TokenizerOptions& options, Found& found)
        : m_piece(piece), m_word(word), m_isLast(isLast), m_closes(closes), m_options(options), m_found(found) {}

    void run() {
        while (!m_piece.empty() && cutFront()) {
        }
        while (!m_piece.empty() && cutBack()) {
        }
        if (!m_piece.empty())
            cutMiddle();
        for (auto last = m_back.rbegin(); last != m_back.rend(); ++last)
            m_found.add(last->first, std::move(last->second), m_word);
    }

private:
    /// Length of the run of this character at the front.
    std::size_t runAtFront(char32_t c) const { return std::min(m_piece.find_first_not_of(c), m_piece.size()); }

    std::size_t runAtBack(char32_t c) const {
        const std::size_t other = m_piece.find_last_not_of(c);
        return other == View::npos ? m_piece.size() : m_piece.size() - other - 1;
    }

    void add(View part) { m_found.add(part, toUtf8(part), m_word); }
    void add(View part, std::string token) { m_found.add(part, std::move(token), m_word); }

    void front(std::size_t length) { front(length, toUtf8(m_piece.substr(0, length))); }
    void front(std::size_t length, std::string token) {
        add(m_piece.substr(0, length), std::move(token));
        m_piece.remove_prefix(length);
    }
    void back(std::size_t length) { back(length, toUtf8(m_piece.substr(m_piece.size() - length))); }
    void back(std::size_t length, std::string token) {
        m_back.emplace_back(m_piece.substr(m_piece.size() - length), std::move(token));
        m_piece.remove_suffix(length);
    }

    std::string bracket(char32_t c) const {
        if (!m_options.pennBrackets)
            return toUtf8(View(&c, 1));
        static const std::array<std::string, 6> names = {"-LRB-", "-LSB-", "-LCB-", "-RRB-", "-RSB-", "-RCB-"};
        const std::size_t opening = openingBrackets.find(c);
        return names[opening != View::npos ? opening : 3 + closingBrackets.find(c)];
    }

    std::string quote(bool opens, bool isDouble) const {
        if (!m_options.pennQuotes)
            return isDouble ? "\"" : "'";
        return opens ? (isDouble ? "``" : "`") : (isDouble ? "''" : "'");
    }

    bool cutFront();
    bool cutBack();
    bool cutPoint();
    void cutMiddle();
    void word(View part);
    void mosesWord(View part);

    View m_piece;
    int m_word;
    bool m_isLast;
    bool m_closes;
    const TokenizerOptions& m_options;
    Found& m_found;
    std::vector<std::pair<View, std::string>> m_back;
};

bool PieceCutter::cutFront() {
    const char32_t c = m_piece.front();
    const bool alone = m_piece.size() == 1;
    if (contains(openingBrackets, c) || contains(closingBrackets, c)) {
        front(1, bracket(c));
    } else if (c == U'"') {
        front(1, quote(!alone || m_found.quotesAreClosed(), true));
    } else if (c == U'`') {
        const std::size_t length = std::min<std::size_t>(runAtFront(c), 2);
        front(length, m_options.pennQuotes ? toUtf8(m_piece.substr(0, length)) : length == 2 ? "\"" : "'");
    } else if (c == U'\'') {
        if (m_piece.substr(0, 2) == U"''")
            front(2, quote(false, true));
        else if (!alone && (isClitic(m_piece) || hasLeadingApostrophe(m_piece) || !m_closes))
            return false; // the apostrophe belongs to the word
        else
            front(1, quote(!alone, false));
    } else if ((c == U'.' || c == U'-') && runAtFront(c) >= 2) {
        front(runAtFront(c));
    } else if (contains(leadingMarks, c)) {
        front(1);
    } else {
        return false;
    }
    return true;
}

bool PieceCutter::cutBack() {
    const char32_t c = m_piece.back();
    if (contains(openingBrackets, c) || contains(closingBrackets, c)) {
        back(1, bracket(c));
    } else if (c == U'"') {
        back(1, quote(false, true));
    } else if (c == U'\'') {
        if (hasLeadingApostrophe(m_piece))
            return false;
        if (m_piece.size() >= 2 && m_piece[m_piece.size() - 2] == U'\'')
            back(2, quote(false, true));
        else
            back(1, quote(false, false));
    } else if (contains(trailingMarks, c)) {
        back(1);
    } else if (c == U'-' && runAtBack(c) >= 2) {
        back(runAtBack(c));
    } else if (c == U'.') {
        return cutPoint();
    } else {
        return false;
    }
    return true;
}

/// A full stop at the end of the piece: cut, unless it belongs to the word.
bool PieceCutter::cutPoint() {
    const std::size_t points = runAtBack(U'.');
    if (points >= 2) {
        back(points);
        return true;
    }
    if (m_piece.size() == 1)
        return false;
    // "the U.S." keeps its point even at the very end: the sentence's own point is not written twice.
    if (isInitials(m_piece) && (m_piece.size() > 2 || !m_isLast || !m_back.empty()))
        return false;
    if (!m_isLast && isAbbreviation(m_piece.substr(0, m_piece.size() - 1)))
        return false;
    back(1);
    return true;
}

/// What is left has no punctuation at its ends; some marks cut it inside.
void PieceCutter::cutMiddle() {
    if (isAddress(m_piece)) {
        add(m_piece);
        return;
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < m_piece.size();) {
        const char32_t c = m_piece[i];
        std::size_t length = 0;
        if (c == U'"' || contains(openingBrackets, c) || contains(closingBrackets, c))
            length = 1;
        else if (contains(innerMarks, c))
            length = i > 0 && isDigit(m_piece[i - 1]) && i + 1 < m_piece.size() && isDigit(m_piece[i + 1]) ? 0 : 1;
        else if (c == U'-' || c == U'.') {
            const std::size_t end = std::min(m_piece.find_first_not_of(c, i), m_piece.size());
            length = end - i >= 2 ? end - i : 0;
        }
        if (length == 0) {
            ++i;
            continue;
        }
        word(m_piece.substr(begin, i - begin));
        const View mark = m_piece.substr(i, length);
        if (c == U'"')
            add(mark, quote(false, true));
        else if (contains(openingBrackets, c) || contains(closingBrackets, c))
            add(mark, bracket(c));
        else
            add(mark);
        i += length;
        begin = i;
    }
    word(m_piece.substr(begin));
}

/// A word without punctuation: its clitics are cut off.
void PieceCutter::word(View part) {
    if (part.empty())
        return;
    if (m_options.moses) {
        mosesWord(part);
        return;
    }
    std::vector<View> tail;
    for (bool found = true; found;) {
        found = false;
        for (const View clitic : clitics) {
            if (part.size() > clitic.size() && endsWithIgnoringCase(part, clitic)) {
                tail.push_back(part.substr(part.size() - clitic.size()));
                part.remove_suffix(clitic.size());
                found = true;
                break;
            }
        }
    }
    if (part.size() == 6 && endsWithIgnoringCase(part, U"cannot")) {
        add(part.substr(0, 3));
        add(part.substr(3));
    } else {
        add(part);
    }
    for (auto last = tail.rbegin(); last != tail.rend(); ++last)
        add(*last);
}

/// Cut before each apostrophe that letters are on both sides of: doesn 't, where the Penn Treebank has does n't.
void PieceCutter::mosesWord(View part) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i + 1 < part.size(); ++i)
        if (part[i] == U'\'' && (isLetter(part[i - 1]) || isDigit(part[i - 1])) && isLetter(part[i + 1])) {
            add(part.substr(begin, i - begin));
            begin = i;
        }
    add(part.substr(begin));
}

/// The last piece that a single quote ends (other marks may follow it), counted from 1; 0 when there is none.
std::size_t lastClosingQuote(const PlainText& plain) {
    for (std::size_t i = plain.pieces(); i > 0; --i) {
        const View piece = plain.piece(i - 1);
        const std::size_t end = piece.find_last_not_of(U".,;:?!)]}\"");
        if (end != View::npos && end > 0 && piece[end] == U'\'')
            return i;
    }
    return 0;
}

} // namespace

std::vector<Token> splitWords(std::string_view utf8, const TokenizerOptions& options) {
    const PlainText plain(utf8);
    const std::size_t pieces = plain.pieces();
    const std::size_t closing = lastClosingQuote(plain);
    Found found(plain, options);
    for (std::size_t i = 0; i < pieces; ++i)
        if (options.moses && hasMosesEscape(toUtf8(plain.piece(i))))
            found.addWhole(plain.piece(i), int(i));
        else
            PieceCutter(plain.piece(i), int(i), i + 1 == pieces, i < closing, options, found).run();
    return found.take();
}

} // namespace headlight
