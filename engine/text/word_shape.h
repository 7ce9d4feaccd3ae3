#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What the spelling of a word tells though nobody knows the word: its capitals, digits and hyphen, and its last
/// letters. The names of such classes, the narrowest first: "<Aa-ing>", "<Aa-ng>", "<Aa>". Aa is a word with a capital
/// in front, AA one of capitals, a one of small letters, aA mixed, 0 a number, a0 letters and digits, . neither; "+" is
/// added where a hyphen is within. Letters are those of UTF-8, whatever the script.
std::vector<std::string> shapesOf(std::string_view word);

} // namespace headlight
