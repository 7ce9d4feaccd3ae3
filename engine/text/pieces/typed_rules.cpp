#include "text/pieces/typed_rules.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace headlight {

namespace {

const icu::Normalizer2& compatibilityDecomposer() {
    static const icu::Normalizer2* const instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        return icu::Normalizer2::getNFKDInstance(status); // part of ICU itself, never missing
    }();
    return *instance;
}

/// Marks are left out, so their order does not matter.
void addWithoutAccents(SpannedText& text, char32_t character, ByteSpan span) {
    const auto add = [&](char32_t c) {
        if (c < 0x300 || compatibilityDecomposer().getCombiningClass(UChar32(c)) == 0)
            text.add(c, span);
    };
    icu::UnicodeString parts;
    if (character < 0xA0 || !compatibilityDecomposer().getDecomposition(UChar32(character), parts)) {
        add(character);
        return;
    }
    for (int32_t k = 0; k < parts.length(); k = parts.moveIndex32(k, 1))
        add(char32_t(parts.char32At(k)));
}

void addLower(SpannedText& text, char32_t character, ByteSpan span) {
    if (character == U'\u0130') { // the only one that becomes two whatever stands beside it
        text.add(U'i', span);
        text.add(U'\u0307', span);
    } else {
        text.add(char32_t(u_tolower(UChar32(character))), span);
    }
}

} // namespace

SpannedText byTypedRules(const SpannedText& typed, std::size_t begin, std::size_t end, const TypedRules& rules) {
    SpannedText plain;
    plain.text.reserve(end - begin);
    plain.spans.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
        char32_t character = typed.text[i];
        ByteSpan span = typed.spans[i];
        const bool isDoubled = i + 1 < end && typed.text[i + 1] == character;
        if (rules.plainQuotes && isDoubled && (character == U'`' || character == U'\'')) {
            character = U'"';
            span.end = typed.spans[++i].end;
        }
        if (rules.stripAccents)
            addWithoutAccents(plain, character, span);
        else
            plain.add(character, span);
    }
    if (!rules.lower)
        return plain;
    SpannedText lower;
    for (std::size_t i = 0; i < plain.text.size(); ++i)
        addLower(lower, plain.text[i], plain.spans[i]);
    return lower;
}

} // namespace headlight
