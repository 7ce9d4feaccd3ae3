#include "text/pipeline/unicode_forms.h"

#include "text/pipeline/characters.h"

#include <algorithm>
#include <numeric>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

namespace headlight {

namespace {

const icu::Normalizer2& formRules(bool compatibility) {
    // Part of ICU itself, never missing. The composed forms' rules know decompositions and pairs.
    static const auto get = [](auto instance) {
        UErrorCode status = U_ZERO_ERROR;
        return instance(status);
    };
    static const icu::Normalizer2* const canonical = get(icu::Normalizer2::getNFCInstance);
    static const icu::Normalizer2* const wide = get(icu::Normalizer2::getNFKCInstance);
    return compatibility ? *wide : *canonical;
}

SpannedText formParts(const SpannedText& text, const icu::Normalizer2& rules) {
    SpannedText parts;
    parts.text.reserve(text.text.size());
    parts.spans.reserve(text.text.size());
    icu::UnicodeString found;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const char32_t c = text.text[i];
        if (c < 0xA0 || !rules.getDecomposition(UChar32(c), found)) {
            parts.add(c, text.spans[i]);
            continue;
        }
        for (int32_t k = 0; k < found.length(); k = found.moveIndex32(k, 1))
            parts.add(char32_t(found.char32At(k)), text.spans[i]);
    }
    return parts;
}

int formClass(char32_t c, const icu::Normalizer2& rules) {
    return c < 0x300 ? 0 : int(rules.getCombiningClass(UChar32(c)));
}

/// Puts the marks behind each character into Unicode's order. True when any changed places.
bool orderFormMarks(SpannedText& text, const icu::Normalizer2& rules) {
    bool changed = false;
    for (std::size_t begin = 0; begin < text.text.size(); ++begin) {
        std::size_t end = begin;
        while (end < text.text.size() && formClass(text.text[end], rules) != 0)
            ++end;
        if (end - begin < 2)
            continue;
        std::vector<std::size_t> order(end - begin);
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return formClass(text.text[a], rules) < formClass(text.text[b], rules);
        });
        changed = changed || !std::is_sorted(order.begin(), order.end());
        SpannedText ordered;
        for (const std::size_t i : order)
            ordered.add(text.text[i], text.spans[i]);
        std::copy(ordered.text.begin(), ordered.text.end(), text.text.begin() + std::ptrdiff_t(begin));
        std::copy(ordered.spans.begin(), ordered.spans.end(), text.spans.begin() + std::ptrdiff_t(begin));
        begin = end;
    }
    return changed;
}

SpannedText formComposed(const SpannedText& parts, const icu::Normalizer2& rules) {
    SpannedText composed;
    composed.text.reserve(parts.text.size());
    composed.spans.reserve(parts.text.size());
    std::size_t starter = std::u32string::npos;
    int lastClass = 0; // of what stands behind the starter
    for (std::size_t i = 0; i < parts.text.size(); ++i) {
        const char32_t c = parts.text[i];
        const int ownClass = formClass(c, rules);
        const bool isNext = starter != std::u32string::npos && starter + 1 == composed.text.size();
        if (starter != std::u32string::npos && (isNext || (lastClass != 0 && lastClass < ownClass))) {
            const UChar32 pair =
                c < 0x300 ? UChar32(-1) : rules.composePair(UChar32(composed.text[starter]), UChar32(c));
            if (pair >= 0) {
                composed.text[starter] = char32_t(pair);
                ByteSpan& span = composed.spans[starter];
                span = {std::min(span.begin, parts.spans[i].begin), std::max(span.end, parts.spans[i].end)};
                continue;
            }
        }
        if (ownClass == 0)
            starter = composed.text.size();
        lastClass = ownClass;
        composed.add(c, parts.spans[i]);
    }
    return composed;
}

} // namespace

SpannedText inForm(const SpannedText& text, UnicodeForm form) {
    const icu::Normalizer2& rules = formRules(form.compatibility);
    SpannedText parts = formParts(text, rules);
    orderFormMarks(parts, rules);
    if (form.composed)
        parts = formComposed(parts, rules);
    keepSpansInOrder(parts);
    return parts;
}

} // namespace headlight
