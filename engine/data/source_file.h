#pragma once

#include "core/choice.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a corpus writes a line break within a text.
enum class LineBreaks {
    None,      ///< there is none
    Backslash, ///< a backslash, as AG News
    N          ///< the two characters \n, as Yelp, which writes \" for a quote
};

/// "none", "backslash", "n".
const ChoiceNames<LineBreaks>& lineBreaksNames();

/// A corpus file in memory, as UTF-8 without byte order marks.
struct SourceFile {
    std::string path;
    std::string text;
    std::size_t latin1Line = 0;                ///< the first line that was not UTF-8, where the file was; 0: it was
    std::optional<LineBreaks> lineBreaks = {}; ///< what was taken for them by the look of the file; not None

    /// "path, line 3: "
    std::string at(std::size_t line) const;
};

struct SourceLine {
    std::string_view text; ///< without the line end, LF or CR LF
    std::size_t number;    ///< from 1
};

/// Notes down, where the file was read as Latin-1, that it was and which line made it necessary.
void noteLatin1(const SourceFile& file, std::vector<std::string>& notes);

/// Notes down which line breaks a file that says nothing of them was taken to write.
void noteLineBreaks(const SourceFile& file, std::vector<std::string>& notes);

/// Reads a text file of a stranger. Latin-1 is recognised and converted, and so are the line ends of old Macs (CR
/// alone). What the corpus writes for a line break within a text becomes spaces; where `lineBreaks` is empty, it is
/// told by writtenLineBreaks(). Error for a file that is missing, empty, binary, in UTF-16, UTF-32 or another encoding,
/// or has a line of more than 1 MiB, which only the form of SQuAD may have (data/squad.h): none of them is a corpus.
SourceFile readSource(const std::string& path, std::optional<LineBreaks> lineBreaks = LineBreaks::None);

/// The same of a text that has been read, with the name that it has in messages, with its line breaks; it may be empty.
SourceFile sourceOf(const std::string& name, std::string text);
/// The same of a file, such as the translations of a model that says nothing.
SourceFile readPossiblyEmpty(const std::string& path);

/// Of a text in the form of Yelp or AG News; of any other LineBreaks::None. Both have the number of a class
/// in front of each example. As published (Zhang et al. 2015) every field is in quotes, "3","title","text"; copies of
/// AG News also have the header label,title,description, and those of Yelp have a space behind the number. Yelp is
/// known when more \n have no small letter behind them than there are backslashes before other letters.
LineBreaks writtenLineBreaks(const std::string& text);

/// The lines of the file, which must outlive them; those of nothing but white space are left out.
std::vector<SourceLine> linesOf(const SourceFile& file);

} // namespace headlight
