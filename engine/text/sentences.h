#pragma once

#include "text/unicode.h"

#include <string_view>
#include <vector>

namespace headlight {

/// The sentences of a text in order, by Unicode's sentence boundaries (UAX 29) as ICU has them for English: the bytes
/// of each without white space at its ends. A sentence is never empty, so white space alone has none. The rules
/// look at no words: "Mr. Smith came." is two sentences, "approx. three" one, for a small letter follows, and what is
/// quoted ends at its mark: "Go!" he said.
///
/// What is no UTF-8 counts as U+FFFD. std::invalid_argument for a text of 2 GiB or more.
std::vector<ByteSpan> sentencesOf(std::string_view utf8);

} // namespace headlight
