#include "core/error.h"
#include "core/files.h"
#include "text/byte_pairs.h"
#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::string_view versionLine = "#version: 0.2";

/// What is wrong with the first line, for a message; empty when it is right.
std::string problemOfVersion(std::string_view line) {
    if (line == versionLine)
        return {};
    const std::string problem = "expected \"" + std::string(versionLine) + "\", got \"" + printable(line, 40) + "\"; ";
    if (line.starts_with("#version:"))
        return problem + "merges of other versions, and of bytes, are not supported";
    return problem + "this is no file of merges, or one of subword-nmt before 0.2, which is not supported";
}

/// Adds the merge of a line. What is wrong with it, for a message.
std::string addLine(BytePairs& pairs, const std::string& line) {
    constexpr std::size_t longest = 2000; // bytes; a learned one has at most the 1,000 of a word and 5 more
    if (line.size() > longest)
        return "the line has more than " + std::to_string(longest) + " bytes; this is no file of merges";
    if (invalidUtf8At(line))
        return "the line is not UTF-8";
    const std::size_t space = line.find(' ');
    if (space == 0 || space >= line.size() - 1 || line.find(' ', space + 1) != std::string::npos)
        return "expected two symbols with a space between them, got \"" + printable(line, 40) + '"';
    return pairs.add({line.substr(0, space), line.substr(space + 1)});
}

} // namespace

std::string bytePairsFile(const BytePairs& pairs) {
    std::string content = std::string(versionLine) + '\n';
    for (const BytePairMerge& merge : pairs.merges())
        content += merge.left + ' ' + merge.right + '\n';
    return content;
}

BytePairs readBytePairs(const std::filesystem::path& path) {
    constexpr std::uint64_t largest = 64 << 20; // bytes; 100,000 merges are 1 MB
    const std::string content = readFile(path, largest);
    BytePairs pairs;
    int number = 0;
    for (std::size_t begin = 0; begin < content.size() || number == 0;) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string line = content.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.ends_with('\r'))
            line.pop_back();
        const std::string problem = number == 1 ? problemOfVersion(line) : addLine(pairs, line);
        if (!problem.empty())
            throw Error(path.string() + ", line " + std::to_string(number) + ": " + problem);
    }
    return pairs;
}

} // namespace headlight
