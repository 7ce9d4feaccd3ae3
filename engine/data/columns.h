#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

using Cells = std::vector<std::string_view>; ///< of a line, views of it

/// What separates columns, beside the line ends.
constexpr std::string_view columnSpace = " \t\r\f\v";

Cells cutAtWhiteSpace(std::string_view line);

/// The parts of the token between white space of Unicode's, joined by "_": no vocabulary can hold a token with any.
std::string joinedToken(std::string_view text);

} // namespace headlight
