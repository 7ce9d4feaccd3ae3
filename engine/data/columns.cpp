#include "data/columns.h"

#include "text/unicode.h"

#include <algorithm>

namespace headlight {

Cells cutAtWhiteSpace(std::string_view line) {
    Cells fields;
    for (std::size_t begin = line.find_first_not_of(columnSpace); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(columnSpace, begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(columnSpace, end);
    }
    return fields;
}

std::string joinedToken(std::string_view text) {
    std::string token;
    for (const std::string_view part : splitAtWhiteSpace(text)) {
        token += token.empty() ? "" : "_";
        token += part;
    }
    return token.empty() ? "_" : token;
}

} // namespace headlight
