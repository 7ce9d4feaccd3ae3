#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// A text as a person would write it, of one that was cut into tokens in the manner of Moses: what was set apart hangs
/// on its word again, and escapes (&apos; &quot; &amp; @-@ …) are the characters that they stand for. Quotes open and
/// close in turns. No inverse, for what is cut apart can't always be told: it serves to score a translation against
/// references that were never cut.
std::string detokenized(std::string_view tokens);

} // namespace headlight
