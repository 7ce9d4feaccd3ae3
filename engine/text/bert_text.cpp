#include "text/bert_text.h"

#include <algorithm>
#include <numeric>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace headlight {

namespace {

bool isOfCategory(char32_t c, uint32_t mask) {
    return (U_GET_GC_MASK(UChar32(c)) & mask) != 0;
}

bool isLeftOut(char32_t c) {
    if (c == U'\t' || c == U'\n' || c == U'\r')
        return false;
    return c == U'\xFFFD' || isOfCategory(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK);
}

/// The blocks that published models were trained with; 2B820 to 2B91F are missing there, too.
bool isChinese(char32_t c) {
    static constexpr char32_t blocks[][2] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF},
                                             {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF},
                                             {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
    return c >= 0x3400 && std::any_of(std::begin(blocks), std::end(blocks),
                                      [c](const char32_t(&block)[2]) { return c >= block[0] && c <= block[1]; });
}

const icu::Normalizer2& decomposer() {
    static const icu::Normalizer2* const instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        return icu::Normalizer2::getNFDInstance(status); // part of ICU itself, never missing
    }();
    return *instance;
}

/// Unicode's canonical decomposition (NFD), where a character keeps the bytes of what it is a part of.
SpannedText decomposed(const SpannedText& text) {
    SpannedText parts;
    icu::UnicodeString found;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const auto c = UChar32(text.text[i]);
        if (c < 0xC0 || !decomposer().getDecomposition(c, found)) {
            parts.add(char32_t(c), text.spans[i]);
            continue;
        }
        for (int32_t k = 0; k < found.length(); k = found.moveIndex32(k, 1))
            parts.add(char32_t(found.char32At(k)), text.spans[i]);
    }
    return parts;
}

/// Puts the marks behind each character into Unicode's order.
void orderMarks(SpannedText& text) {
    const auto classOf = [&](std::size_t i) {
        return text.text[i] < 0x300 ? 0 : int(decomposer().getCombiningClass(UChar32(text.text[i])));
    };
    for (std::size_t begin = 0; begin < text.text.size(); ++begin) {
        std::size_t end = begin;
        while (end < text.text.size() && classOf(end) != 0)
            ++end;
        if (end - begin < 2)
            continue;
        std::vector<std::size_t> order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return classOf(a) < classOf(b); });
        SpannedText ordered;
        for (const std::size_t i : order)
            ordered.add(text.text[i], text.spans[i]);
        std::copy(ordered.text.begin(), ordered.text.end(), text.text.begin() + std::ptrdiff_t(begin));
        std::copy(ordered.spans.begin(), ordered.spans.end(), text.spans.begin() + std::ptrdiff_t(begin));
        begin = end;
    }
}

SpannedText withoutAccents(const SpannedText& text) {
    SpannedText parts = decomposed(text);
    orderMarks(parts);
    SpannedText plain;
    for (std::size_t i = 0; i < parts.text.size(); ++i)
        if (!isOfCategory(parts.text[i], U_GC_MN_MASK))
            plain.add(parts.text[i], parts.spans[i]);
    return plain;
}

SpannedText lowered(const SpannedText& text) {
    SpannedText lower;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const char32_t c = text.text[i];
        if (c == U'\u0130') { // the only one that becomes two whatever stands beside it
            lower.add(U'i', text.spans[i]);
            lower.add(U'\u0307', text.spans[i]);
        } else {
            lower.add(char32_t(u_tolower(UChar32(c))), text.spans[i]);
        }
    }
    return lower;
}

} // namespace

SpannedText bertText(const SpannedText& typed, std::size_t begin, std::size_t end, const BertRules& rules) {
    SpannedText text;
    for (std::size_t i = begin; i < end; ++i) {
        char32_t c = typed.text[i];
        if (rules.clean && isLeftOut(c))
            continue;
        if (rules.clean && isWhiteSpace(c))
            c = U' ';
        const bool isApart = rules.splitChinese && isChinese(c);
        if (isApart)
            text.add(U' ', typed.spans[i]);
        text.add(c, typed.spans[i]);
        if (isApart)
            text.add(U' ', typed.spans[i]);
    }
    if (rules.stripAccents)
        text = withoutAccents(text);
    return rules.lower ? lowered(text) : text;
}

bool isBertPunctuation(char32_t c) {
    if (c < 0x80)
        return c > U' ' && c < 0x7F && !u_isalnum(UChar32(c));
    return isOfCategory(c, U_GC_P_MASK);
}

} // namespace headlight
