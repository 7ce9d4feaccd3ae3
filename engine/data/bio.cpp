#include "data/bio.h"

#include "core/error.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

bool isOneOf(std::string_view position, std::string_view letters) {
    return position.size() == 1 && letters.find(position.front()) != std::string_view::npos;
}

std::string shown(std::string_view tag) {
    return printable(tag, 40);
}

/// What is wrong with a tag behind another; null is an edge of the sentence. Empty: nothing is.
std::string problemOf(const std::string* before, const std::string* now, TagScheme scheme) {
    const TagParts left = before ? partsOf(*before) : TagParts{}, right = now ? partsOf(*now) : TagParts{};
    const bool isBioes = scheme == TagScheme::Bioes;
    if (now && !isOneOf(right.position, isBioes ? "BIOES" : "BIO"))
        return shown(*now) + " is no tag of " + nameOf(scheme);
    const bool goesOn = isOneOf(left.position, "BI") && left.label == right.label;
    const bool isWrong = scheme == TagScheme::Iob1 ? right.position == "B" && !goesOn
                                                   : isOneOf(right.position, isBioes ? "IE" : "I") && !goesOn;
    if (isWrong)
        return shown(*now) + (before ? " behind " + shown(*before) : " at the beginning of the sentence");
    if (isBioes && isOneOf(left.position, "BI") && !isOneOf(right.position, "IE"))
        return shown(*before) + (now ? " in front of " + shown(*now) : " at the end of the sentence");
    return {};
}

} // namespace

const char* nameOf(TagScheme scheme) {
    switch (scheme) {
    case TagScheme::Bio:
        return "BIO";
    case TagScheme::Iob1:
        return "IOB1";
    case TagScheme::Bioes:
        return "BIOES";
    case TagScheme::Plain:
        break;
    }
    return "plain tags";
}

TagScheme schemeOfTags(const std::vector<std::string>& tags) {
    std::string seen; // the letters in front of "-"
    bool hasOutside = false, hasLabel = false;
    for (const std::string& tag : tags) {
        const TagParts parts = partsOf(tag);
        if (!isOneOf(parts.position, "BIOES"))
            return TagScheme::Plain;
        if (parts.position == "O" ? tag != "O" : tag.size() == 2)
            return TagScheme::Plain;
        hasOutside = hasOutside || tag == "O";
        hasLabel = hasLabel || !parts.label.empty();
        seen += parts.position;
    }
    const auto has = [&](char letter) { return seen.find(letter) != std::string::npos; };
    if (!hasLabel && !hasOutside)
        return TagScheme::Plain; // single letters may be anything
    if (has('S') || (has('E') && has('B')))
        return TagScheme::Bioes;
    if (has('E'))
        return TagScheme::Plain;
    return has('B') ? TagScheme::Bio : has('I') ? TagScheme::Iob1 : TagScheme::Plain;
}

TagParts partsOf(std::string_view tag) {
    const std::size_t cut = tag.find('-');
    if (cut == std::string_view::npos)
        return {tag, {}};
    return {tag.substr(0, cut), tag.substr(cut + 1)};
}

bool beginsSpan(const TagParts& before, const TagParts& now) {
    if (isOneOf(now.position, "BS"))
        return true;
    if (isOneOf(now.position, "EI") && isOneOf(before.position, "ESO"))
        return true;
    return !isOneOf(now.position, "O.") && before.label != now.label;
}

bool endsSpan(const TagParts& before, const TagParts& now) {
    if (isOneOf(before.position, "ES"))
        return true;
    if (isOneOf(before.position, "BI") && isOneOf(now.position, "BSO"))
        return true;
    return !isOneOf(before.position, "O.") && before.label != now.label;
}

std::vector<TagSpan> spansOf(std::span<const std::string> tags) {
    std::vector<TagSpan> spans;
    TagParts before;
    bool isOpen = false;
    for (std::size_t k = 0; k <= tags.size(); ++k) {
        const TagParts now = k < tags.size() ? partsOf(tags[k]) : TagParts{};
        const bool begins = beginsSpan(before, now);
        if (isOpen && (begins || endsSpan(before, now))) {
            spans.back().end = int(k);
            isOpen = false;
        }
        if (begins) {
            spans.push_back({int(k), int(tags.size()), std::string(now.label)});
            isOpen = true;
        }
        before = now;
    }
    return spans;
}

std::vector<IllFormedTag> illFormedTags(std::span<const std::string> tags, TagScheme scheme) {
    std::vector<IllFormedTag> found;
    if (scheme == TagScheme::Plain || tags.empty())
        return found;
    for (std::size_t k = 0; k <= tags.size(); ++k) {
        std::string problem = problemOf(k > 0 ? &tags[k - 1] : nullptr, k < tags.size() ? &tags[k] : nullptr, scheme);
        if (!problem.empty())
            found.push_back({int(std::min(k, tags.size() - 1)), std::move(problem)});
    }
    return found;
}

} // namespace headlight
