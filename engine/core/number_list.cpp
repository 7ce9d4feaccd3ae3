#include "core/number_list.h"

#include "core/error.h"

#include <charconv>
#include <string_view>

namespace headlight {

namespace {

std::string_view trimmed(std::string_view part) {
    while (!part.empty() && part.front() == ' ')
        part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ')
        part.remove_suffix(1);
    return part;
}

} // namespace

std::vector<std::int64_t> numbersOf(const std::string& text, const NumberList& list, bool mayBeEmpty) {
    std::vector<std::int64_t> numbers;
    if (mayBeEmpty && trimmed(text).empty())
        return numbers;
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        const std::string_view part = trimmed(rest.substr(0, comma));
        rest = more ? rest.substr(comma + 1) : std::string_view();
        std::int64_t number = 0;
        const char* const end = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data(), end, number);
        if (error != std::errc() || stop != end || number < list.least || number > list.most ||
            numbers.size() == list.mostNumbers)
            throw Error("expected " + list.expected + ", got \"" + printable(text, 80) + "\"");
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace headlight
