#include "core/error.h"

#include <algorithm>
#include <new>
#include <numeric>

namespace headlight {

namespace {

/// Edits (insert, delete, replace, swap of neighbours) that turn a into b.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> beforeLast, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast = last;
        last = row;
    }
    return last.back();
}

/// Three letters at least, the first and others in their order, and not much left out.
bool isAbbreviation(std::string_view word, std::string_view whole) {
    if (word.size() < 3 || whole.empty() || whole.size() > 2 * word.size() || word.front() != whole.front())
        return false;
    std::size_t found = 0;
    for (const char c : whole)
        found += found < word.size() && c == word[found];
    return found == word.size();
}

bool isNumber(std::string_view word) {
    return word.find_first_of("0123456789") != std::string_view::npos &&
           word.find_first_not_of("0123456789+-.,") == std::string_view::npos;
}

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0; ///< 0: no UTF-8
};

/// The first of the text, which is not empty.
CodePoint firstOf(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > text.size())
        return {};
    char32_t value = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80)
            return {};
        value = value << 6 | (next & 0x3Fu);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000}; // what fewer bytes can say hides behind more of them
    const bool isSurrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < smallest[length] || value > 0x10FFFF || isSurrogate ? CodePoint{} : CodePoint{value, length};
}

/// Controls, ends of lines and paragraphs, and the marks that turn the direction of writing.
bool isPrintable(char32_t c) {
    const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
    return !within(0, 0x1F) && !within(0x7F, 0x9F) && c != 0x61C && !within(0x200E, 0x200F) &&
           !within(0x2028, 0x202E) && !within(0x2066, 0x2069);
}

} // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string shown;
    for (std::size_t k = 0; k < text.size();) {
        const CodePoint point = firstOf(text.substr(k));
        const std::size_t taken = std::max<std::size_t>(point.bytes, 1);
        const std::string_view one = point.bytes > 0 && isPrintable(point.value) ? text.substr(k, taken) : "?";
        if (shown.size() + one.size() > longest)
            return shown + "…";
        shown += one;
        k += taken;
    }
    return shown;
}

std::string printableLines(std::string_view text) {
    std::string shown;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        shown += printable(text.substr(begin, end - begin), std::string::npos);
        if (end == text.size())
            return shown;
        shown += '\n';
        begin = end + 1;
    }
}

std::string reasonOf(const std::exception& failure) {
    if (const auto* error = dynamic_cast<const Error*>(&failure))
        return error->what();
    if (dynamic_cast<const std::bad_alloc*>(&failure))
        return "not enough memory for this: choose a smaller model, a shorter text or fewer maps";
    return "this failed by a mistake in Headlight, not in what it was given; nothing was changed by it. Please report "
           "what you did, with the files";
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    const auto lower = [](std::string_view text) {
        std::string result(text);
        std::transform(result.begin(), result.end(), result.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
        return result;
    };
    if (isNumber(word))
        return {};
    std::string best;
    std::size_t bestDistance = (word.size() + 2) / 3 + 1; // as far as this is no misspelling
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(lower(word), lower(candidate));
        const bool keepsALetter = distance == 0 || distance < word.size();
        if (distance < bestDistance && keepsALetter) {
            bestDistance = distance;
            best = candidate;
        }
    }
    if (!best.empty())
        return best;
    const auto shortened = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& candidate) {
        return isAbbreviation(lower(word), lower(candidate));
    });
    return shortened == candidates.end() ? std::string() : *shortened;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string found = nearest(word, candidates);
    return found.empty() ? std::string() : " Did you mean \"" + printable(found, 80) + "\"?";
}

std::string advice(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t most = 24;
    const std::string found = suggestion(word, candidates);
    if (!found.empty() || candidates.empty() || candidates.size() > most)
        return found;
    std::string list;
    for (const std::string& candidate : candidates)
        list += (list.empty() ? "" : ", ") + candidate;
    return " There are " + list + ".";
}

} // namespace headlight
