#include "core/error.h"

#include "core/code_points.h"
#include "core/paths.h"

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
    if (const auto* files = dynamic_cast<const std::filesystem::filesystem_error*>(&failure))
        return shownPath(files->path1()) + ": " + systemReason(files->code().value());
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
    constexpr std::size_t longestWord = 200; // no slip of the finger, and long to compare
    if (isNumber(word) || word.size() > longestWord)
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
    std::string found = suggestion(word, candidates);
    if (!found.empty() || candidates.empty() || candidates.size() > most)
        return found;
    std::string list;
    for (const std::string& candidate : candidates)
        list += (list.empty() ? "" : ", ") + candidate;
    return " There are " + list + ".";
}

} // namespace headlight
