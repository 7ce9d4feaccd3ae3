#include "core/error.h"

#include <algorithm>
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
    if (word.size() < 3 || whole.size() > 2 * word.size() || word.front() != whole.front())
        return false;
    std::size_t found = 0;
    for (const char c : whole)
        found += found < word.size() && c == word[found];
    return found == word.size();
}

} // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string shown;
    for (std::size_t k = 0; k < text.size();) {
        const auto lead = static_cast<unsigned char>(text[k]);
        const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
        bool whole = length > 0 && k + length <= text.size() && (length > 1 || (lead >= 0x20 && lead != 0x7F));
        for (std::size_t i = 1; whole && i < length; ++i)
            whole = (static_cast<unsigned char>(text[k + i]) & 0xC0) == 0x80;
        const std::size_t taken = whole ? length : 1;
        if (shown.size() + taken > longest)
            return shown + "…";
        shown += whole ? std::string(text.substr(k, taken)) : std::string("?");
        k += taken;
    }
    return shown;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    const auto lower = [](std::string_view text) {
        std::string result(text);
        std::transform(result.begin(), result.end(), result.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
        return result;
    };
    std::string best;
    std::size_t bestDistance = (word.size() + 2) / 3 + 1; // as far as this is no misspelling
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(lower(word), lower(candidate));
        if (distance < bestDistance) {
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
    return found.empty() ? std::string() : " Did you mean \"" + found + "\"?";
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
