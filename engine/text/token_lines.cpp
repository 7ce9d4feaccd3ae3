#include "text/token_lines.h"

#include "core/error.h"
#include "core/files.h"

#include <algorithm>

namespace headlight {

TokenTable readTokenLines(const std::filesystem::path& path) {
    constexpr std::uint64_t largest = 64 << 20; // bytes; those of a hundred languages are 5 MB
    const std::string content = readFile(path, largest);
    TokenTable tokens;
    int line = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string token = content.substr(begin, end - begin);
        begin = end + 1;
        if (!token.empty() && token.back() == '\r')
            token.pop_back();
        const std::string problem = tokens.add(token, line++);
        if (!problem.empty())
            throw Error(path.string() + ", line " + std::to_string(line) + ": " + problem);
    }
    if (tokens.size() == 0)
        throw Error(path.string() + ": the file is empty; expected a token on each line");
    return tokens;
}

} // namespace headlight
