#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A corpus file in memory, as UTF-8 without byte order marks.
struct SourceFile {
    std::string path;
    std::string text;
    std::size_t latin1Line = 0; ///< the first line that was not UTF-8, where the file was; 0: it was

    /// "path, line 3: "
    std::string at(std::size_t line) const;
};

struct SourceLine {
    std::string_view text; ///< without the line end, LF or CR LF
    std::size_t number;    ///< from 1
};

/// Notes down, where the file was read as Latin-1, that it was and which line made it necessary.
void noteLatin1(const SourceFile& file, std::vector<std::string>& notes);

/// Reads a text file of a stranger. Latin-1 is recognised and converted, and so are the line ends of old Macs (CR
/// alone). Where line breaks within a text are written as the two characters \n (Yelp's CSV), they become spaces, and
/// \" a quote: that is so of a file in which more \n have no small letter behind them than there are backslashes before
/// other letters. Of any other a backslash is left to the format. Error for a file that is missing, empty, binary, in
/// UTF-16, UTF-32 or another encoding, or has a line of more than 1 MiB: none of them is a corpus.
SourceFile readSource(const std::string& path);

/// The lines of the file, which must outlive them; those of nothing but white space are left out.
std::vector<SourceLine> linesOf(const SourceFile& file);

} // namespace headlight
