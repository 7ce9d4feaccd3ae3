#include "text/translation_words.h"

#include "text/unicode.h"

#include <unicode/uchar.h>

namespace headlight {

namespace {

void substitute(std::u32string& text, std::u32string_view from, std::u32string_view to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

enum class MarkIs { First, Second };

/// Puts spaces around a mark that is the first, or the second, of two characters that fit. Both are done with then, as
/// when a regular expression replaces its matches: the second one isn't looked at again as the first of the next two.
template <class IsFirst, class IsSecond>
std::u32string spacedMarks(const std::u32string& text, IsFirst isFirst, IsSecond isSecond, MarkIs markIs) {
    std::u32string spaced;
    spaced.reserve(2 * text.size());
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool fits = k + 1 < text.size() && isFirst(text[k]) && isSecond(text[k + 1]);
        if (!fits) {
            spaced += text[k];
            continue;
        }
        if (markIs == MarkIs::First)
            spaced += {U' ', text[k], U' ', text[k + 1]};
        else
            spaced += {text[k], U' ', text[k + 1], U' '};
        ++k;
    }
    return spaced;
}

/// The same of each mark, whatever is beside it.
template <class IsMark>
std::u32string spacedMarks(const std::u32string& text, IsMark isMark) {
    std::u32string spaced;
    spaced.reserve(2 * text.size());
    for (const char32_t c : text)
        if (isMark(c))
            spaced += {U' ', c, U' '};
        else
            spaced += c;
    return spaced;
}

bool isAsciiDigit(char32_t c) {
    return c >= U'0' && c <= U'9';
}

bool isPeriodOrComma(char32_t c) {
    return c == U'.' || c == U',';
}

/// All of ASCII's, but the apostrophe and what may belong to a number: , - .
bool isAsciiMark(char32_t c) {
    return (c >= U' ' && c <= U'&') || (c >= U'(' && c <= U'+') || c == U'/' || (c >= U':' && c <= U'@') ||
           (c >= U'[' && c <= U'`') || (c >= U'{' && c <= U'~');
}

std::u32string cutBy13a(std::u32string text) {
    substitute(text, U"<skipped>", U"");
    substitute(text, U"-\n", U""); // a word that is divided at the end of a line
    substitute(text, U"\n", U" ");
    // In this order, one after the other: "&amp;lt;" becomes "<", too.
    substitute(text, U"&quot;", U"\"");
    substitute(text, U"&amp;", U"&");
    substitute(text, U"&lt;", U"<");
    substitute(text, U"&gt;", U">");
    const auto isNoDigit = [](char32_t c) { return !isAsciiDigit(c); };
    const auto isDash = [](char32_t c) { return c == U'-'; };
    text = spacedMarks(U' ' + text + U' ', isAsciiMark);
    text = spacedMarks(text, isNoDigit, isPeriodOrComma, MarkIs::Second);
    text = spacedMarks(text, isPeriodOrComma, isNoDigit, MarkIs::First);
    return spacedMarks(text, isAsciiDigit, isDash, MarkIs::Second);
}

/// Unlike 13a this rule puts no space at the ends first, so it does not cut off the period behind a number that ends
/// the text.
std::u32string cutInternationally(const std::u32string& text) {
    const auto is = [](char32_t c, std::uint32_t categories) { return (U_GET_GC_MASK(UChar32(c)) & categories) != 0; };
    const auto isNoNumber = [&](char32_t c) { return !is(c, U_GC_N_MASK); };
    const auto isPunctuation = [&](char32_t c) { return is(c, U_GC_P_MASK); };
    const auto isSymbol = [&](char32_t c) { return is(c, U_GC_S_MASK); };
    std::u32string spaced = spacedMarks(text, isNoNumber, isPunctuation, MarkIs::Second);
    spaced = spacedMarks(spaced, isPunctuation, isNoNumber, MarkIs::First);
    return spacedMarks(spaced, isSymbol);
}

} // namespace

const ChoiceNames<TranslationTokenizer>& translationTokenizerNames() {
    static const ChoiceNames<TranslationTokenizer> names = {
        {TranslationTokenizer::Mteval13a, "13a", "mteval 13a"},
        {TranslationTokenizer::International, "intl", "International"},
        {TranslationTokenizer::None, "none", "White space only"}};
    return names;
}

bool isPythonSpace(char32_t codePoint) {
    return isWhiteSpace(codePoint) || (codePoint >= 0x1C && codePoint <= 0x1F);
}

std::u32string withSingleSpaces(std::u32string_view text) {
    std::u32string words;
    bool isBehindSpace = false;
    for (const char32_t c : text) {
        const bool isSpace = isPythonSpace(c);
        if (!isSpace && isBehindSpace && !words.empty())
            words += U' ';
        if (!isSpace)
            words += c;
        isBehindSpace = isSpace;
    }
    return words;
}

std::string translationWords(std::string_view utf8, TranslationTokenizer tokenizer, bool lowerCase) {
    std::u32string text = toCodePoints(lowerCase ? toLower(utf8) : utf8);
    while (!text.empty() && isPythonSpace(text.back()))
        text.pop_back();
    switch (tokenizer) {
    case TranslationTokenizer::Mteval13a:
        text = cutBy13a(std::move(text));
        break;
    case TranslationTokenizer::International:
        text = cutInternationally(text);
        break;
    case TranslationTokenizer::None:
        break;
    }
    return toUtf8(withSingleSpaces(text));
}

} // namespace headlight
