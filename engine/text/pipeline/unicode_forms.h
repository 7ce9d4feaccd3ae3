#pragma once

#include "text/unicode.h"

namespace headlight {

/// Unicode's four normal forms.
struct UnicodeForm {
    bool compatibility = false; ///< NFKC, NFKD: ligatures, widths and the like become plain
    bool composed = false;      ///< NFC, NFKC
};

/// The text in that form, by ICU's data. A character keeps the bytes of all that it was made of; where marks change
/// places, those between reach over both. Time grows with the text alone (n log n of marks in a row).
SpannedText inForm(const SpannedText& text, UnicodeForm form);

} // namespace headlight
