#include "data/source_file.h"

#include "core/error.h"
#include "core/files.h"
#include "data/squad.h"
#include "text/unicode.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace headlight {

namespace {

constexpr std::uint64_t largestFile = std::uint64_t(1) << 31;
constexpr std::size_t longestLine = std::size_t(1) << 20;
/// Western prose has one byte in 20 above ASCII at most; another 8-bit alphabet nearly all of its letters.
constexpr double highBytesOfLatin1 = 0.12;

std::size_t lineOf(std::string_view text, std::size_t position) {
    return 1 + std::size_t(std::count(text.begin(), text.begin() + std::ptrdiff_t(position), '\n'));
}

std::string converting(const char* encoding) {
    return std::string("convert it with iconv -f ") + encoding + " -t UTF-8";
}

/// Text that is not UTF-8, read as Latin-1. Error when it is rather UTF-8 with damage, or another encoding.
std::string fromLatin1(const SourceFile& file, std::size_t firstBad) {
    const std::string where = file.at(lineOf(file.text, firstBad));
    const HighBytes high = countHighBytes(file.text);
    auto converted = latin1ToUtf8(file.text);
    const bool isLatin1 = converted && high.valid * 10 < high.invalid &&
                          double(high.invalid) <= highBytesOfLatin1 * double(file.text.size());
    if (isLatin1)
        return std::move(*converted);
    throw Error(where + "not UTF-8 (byte " + std::to_string(firstBad) + " of the file), nor Latin-1: " +
                (high.valid >= high.invalid ? "repair the line, or, where all of it is in another encoding, " : "") +
                converting("ENCODING"));
}

void refuseBinary(const SourceFile& file) {
    const std::string_view text = file.text;
    using namespace std::string_view_literals;
    // That of UTF-32 begins as that of UTF-16 does.
    for (const auto& [mark, encoding] : {std::pair("\xFF\xFE\0\0"sv, "UTF-32"),
                                         {"\0\0\xFE\xFF"sv, "UTF-32"},
                                         {"\xFF\xFE"sv, "UTF-16"},
                                         {"\xFE\xFF"sv, "UTF-16"}})
        if (text.starts_with(mark))
            throw Error(file.at(1) + "not UTF-8 but " + encoding + ", as its first bytes say: " + converting(encoding));
    const auto isControl = [](char c) {
        return c >= 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v';
    };
    // Scraped text has a stray control character now and then.
    const auto controls = std::count_if(text.begin(), text.end(), isControl);
    const bool isText = text.find('\0') == std::string_view::npos && double(controls) <= 0.001 * double(text.size());
    if (isText)
        return;
    const auto found = std::find_if(text.begin(), text.end(), isControl);
    const auto position = std::size_t(found - text.begin());
    throw Error(file.at(lineOf(text, position)) + "the file is binary (byte " + std::to_string(position) + " is " +
                std::to_string(int(*found)) + "); expected text");
}

void refuseLongLines(const SourceFile& file) {
    std::size_t number = 1;
    for (std::size_t begin = 0; begin < file.text.size(); ++number) {
        const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
        if (end - begin > longestLine)
            throw Error(file.at(number) + "the line has " + std::to_string(end - begin) +
                        " bytes; a line may have 1 MiB. Cut it into examples");
        begin = end + 1;
    }
}

/// More \n have no small letter behind them than there are backslashes before other letters. (Where a lone backslash is
/// the break, "\new" is the word "new".)
bool writesBreaksAsN(const std::string& text) {
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto isLetter = [&](char c) { return isSmall(c) || (c >= 'A' && c <= 'Z'); };
    std::size_t breaks = 0, others = 0;
    for (std::size_t i = text.find('\\'); i != std::string::npos && i + 1 < text.size(); i = text.find('\\', i + 1)) {
        const char next = text[i + 1];
        breaks += next == 'n' && (i + 2 == text.size() || !isSmall(text[i + 2]));
        others += isLetter(next) && next != 'n' && next != 'r'; // \r\n is a line break of Windows
    }
    return breaks > others;
}

/// Whether that holds of the first lines behind a header.
template <class Holds>
bool ofEachLine(std::string_view text, Holds holds) {
    constexpr int looked = 100;
    int number = 0;
    for (std::size_t begin = 0; begin < text.size() && number < looked; ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (!holds(text.substr(begin, end - begin)))
            return false;
        begin = end + 1;
    }
    return number > 0;
}

/// `"1","…` or `1 …`
bool beginsWithClass(std::string_view line) {
    const bool isQuoted = line.starts_with('"');
    line.remove_prefix(isQuoted);
    return line.size() > 1 && line[0] >= '0' && line[0] <= '5' &&
           (isQuoted ? line.substr(1).starts_with("\",\"") : line[1] == ' ');
}

/// `"3","Title","Text"`, of the classes 1 to 4
bool isQuotedNews(std::string_view line) {
    const std::size_t title = line.find("\",\"");
    return line.size() > 1 && line[0] == '"' && line[1] >= '1' && line[1] <= '4' && title == 2 &&
           line.find("\",\"", title + 3) != std::string_view::npos;
}

/// `3,Title,Text` below a header that names these
bool isHeadedNews(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string header = toLower(text.substr(0, text.substr(0, end).ends_with('\r') ? end - 1 : end));
    if (header != "label,title,description" && header != "class index,title,description")
        return false;
    return ofEachLine(text.substr(std::min(end + 1, text.size())), [](std::string_view line) {
        return line.size() > 1 && line[0] >= '1' && line[0] <= '4' && line[1] == ',';
    });
}

/// Of a text written so.
std::string withoutEscapes(const std::string& text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
        if (next == 'n' || next == 'r' || next == 't') {
            plain += ' ';
            ++i;
        } else if (next != '"') {
            plain += text[i];
        }
    }
    return plain;
}

} // namespace

const ChoiceNames<LineBreaks>& lineBreaksNames() {
    static const ChoiceNames<LineBreaks> names = {{LineBreaks::None, "none", "None"},
                                                  {LineBreaks::Backslash, "backslash", "Backslash"},
                                                  {LineBreaks::N, "n", "Backslash and n"}};
    return names;
}

std::string SourceFile::at(std::size_t line) const {
    return path + ", line " + std::to_string(line) + ": ";
}

void noteLatin1(const SourceFile& file, std::vector<std::string>& notes) {
    if (file.latin1Line > 0)
        notes.push_back(std::filesystem::path(file.path).filename().string() + ", line " +
                        std::to_string(file.latin1Line) + ": not UTF-8; the file is read as Latin-1 (Windows-1252)");
}

void noteLineBreaks(const SourceFile& file, std::vector<std::string>& notes) {
    if (!file.lineBreaks)
        return;
    const bool isN = *file.lineBreaks == LineBreaks::N;
    notes.push_back(std::filesystem::path(file.path).filename().string() + ": " + (isN ? "\\n" : "a backslash") +
                    " is read as a line break, as " + (isN ? "Yelp" : "AG News") +
                    " writes it; line_breaks=none keeps it");
}

SourceFile sourceOf(const std::string& name, std::string text) {
    SourceFile file{name, std::move(text)};
    refuseBinary(file);
    while (file.text.starts_with("\xEF\xBB\xBF")) // two of them where a program put its own before another one's
        file.text.erase(0, 3);
    if (file.text.find('\n') == std::string::npos)
        std::replace(file.text.begin(), file.text.end(), '\r', '\n'); // as old Macs end lines
    if (!looksLikeSquad(file))                                        // which is one line as a rule
        refuseLongLines(file);
    if (const auto bad = invalidUtf8At(file.text)) {
        file.latin1Line = lineOf(file.text, *bad);
        file.text = fromLatin1(file, *bad);
    }
    return file;
}

SourceFile readPossiblyEmpty(const std::string& path) {
    const auto refuseAtOnce = [&](std::string_view beginning) { // a disk image need not be read to its end
        if (beginning.find('\0') != std::string_view::npos)
            refuseBinary({path, std::string(beginning)});
    };
    return sourceOf(path, readFile(path, largestFile, refuseAtOnce));
}

SourceFile readSource(const std::string& path, std::optional<LineBreaks> lineBreaks) {
    SourceFile file = readPossiblyEmpty(path);
    if (file.text.find_first_not_of(" \t\r\n\f\v") == std::string::npos)
        throw Error(path + (file.text.empty() ? ": the file is empty"
                                              : ": the file is empty: it holds nothing but white space"));
    const LineBreaks written = lineBreaks ? *lineBreaks : writtenLineBreaks(file.text);
    if (!lineBreaks && written != LineBreaks::None)
        file.lineBreaks = written;
    switch (written) {
    case LineBreaks::None:
        break;
    case LineBreaks::Backslash:
        std::replace(file.text.begin(), file.text.end(), '\\', ' ');
        break;
    case LineBreaks::N:
        file.text = withoutEscapes(file.text);
        break;
    }
    return file;
}

LineBreaks writtenLineBreaks(const std::string& text) {
    if (text.find('\\') == std::string::npos)
        return LineBreaks::None;
    if (ofEachLine(text, beginsWithClass) && writesBreaksAsN(text))
        return LineBreaks::N;
    return ofEachLine(text, isQuotedNews) || isHeadedNews(text) ? LineBreaks::Backslash : LineBreaks::None;
}

std::vector<SourceLine> linesOf(const SourceFile& file) {
    std::vector<SourceLine> lines;
    std::size_t number = 1;
    for (std::size_t begin = 0; begin < file.text.size(); ++number) {
        const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
        std::string_view line(file.text.data() + begin, end - begin);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t\r\f\v") != std::string_view::npos)
            lines.push_back({line, number});
        begin = end + 1;
    }
    return lines;
}

} // namespace headlight
