#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What the spelling of a word tells, whether or not somebody knows the word: names of features that it shares with
/// other words.
///
///     Walking-stick   <Aa+>  <-k> <-ck> <-ick> <-tick>  <w-> <wa-> <wal-> <walk->
///
/// First its capitals and digits: Aa is a word with a capital in front, AA one of capitals, a one of small letters, aA
/// mixed, 0 a number, a0 letters and digits, . neither; "+" is added where a hyphen is within. Then its last letters
/// and its first ones, 1 to 4 of them and fewer than the word has, in small letters and with 0 for every digit. Letters
/// are those of UTF-8, whatever the script. At most `mostForms`.
std::vector<std::string> formsOf(std::string_view word);

constexpr int longestAffix = 4; ///< letters
constexpr int mostForms = 1 + 2 * longestAffix;

} // namespace headlight
