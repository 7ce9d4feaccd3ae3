#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The world's fault, not the caller's: a file, a configuration, a corpus, a full disk. The text says what is wrong,
/// where (file, line, tensor, byte) and what to do. A caller's mistake is std::invalid_argument; our own bug is an
/// assert.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Text of a foreign file as it may stand in a message: one line of at most `longest` bytes, what is no printable UTF-8
/// as
/// "?", so that it neither breaks the line nor steers a terminal.
std::string printable(std::string_view text, std::size_t longest = 200);

/// The same of each line of a longer text, which is not shortened.
std::string printableLines(std::string_view text);

/// What a person is told of a failure. An Error says it itself; of a path that the system refuses, path and reason are
/// told; of anything else, which is a mistake in Headlight, the words are those of some library, so only what it means
/// to the person is told.
std::string reasonOf(const std::exception& failure);

/// The candidate that is closest to a mistyped word, or nothing when none is within an edit for every three letters,
/// nor has it as an abbreviation ("hed" of "heads"): for "did you mean …?".
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// ` Did you mean "x"?` with a leading space, or an empty string: to be put at the end of a message.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The same, and where none is near, ` There are a, b, c.`, as far as these are not too many to read.
std::string advice(std::string_view word, const std::vector<std::string>& candidates);

} // namespace headlight
