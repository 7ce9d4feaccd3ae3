#include "text/bert_text.h"

#include "text/pipeline/characters.h"
#include "text/pipeline/unicode_forms.h"

#include <algorithm>

namespace headlight {

namespace {

bool isLeftOut(char32_t c) {
    if (c == U'\t' || c == U'\n' || c == U'\r')
        return false;
    return c == U'\xFFFD' || hasCategory(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK);
}

/// The blocks that published models were trained with; 2B820 to 2B91F are missing there, too.
bool isChinese(char32_t c) {
    static constexpr char32_t blocks[][2] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF},
                                             {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF},
                                             {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
    return c >= 0x3400 && std::any_of(std::begin(blocks), std::end(blocks),
                                      [c](const char32_t(&block)[2]) { return c >= block[0] && c <= block[1]; });
}

SpannedText withoutAccents(const SpannedText& text) {
    const SpannedText parts = inForm(text, {});
    SpannedText plain;
    for (std::size_t i = 0; i < parts.text.size(); ++i)
        if (!hasCategory(parts.text[i], U_GC_MN_MASK))
            plain.add(parts.text[i], parts.spans[i]);
    return plain;
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
    return rules.lower ? lowerCase(text) : text;
}

SpannedText lowerCase(const SpannedText& text) {
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

bool isBertPunctuation(char32_t c) {
    if (c < 0x80)
        return c > U' ' && c < 0x7F && !u_isalnum(UChar32(c));
    return hasCategory(c, U_GC_P_MASK);
}

} // namespace headlight
