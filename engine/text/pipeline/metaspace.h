#pragma once

#include "core/json_entry.h"
#include "text/pipeline/characters.h"

namespace headlight {

/// How spaces are marked by a character, in a pre-tokenizer and in a decoder.
struct Metaspace {
    enum class Prepend {
        Always, ///< each piece begins with the mark
        First,  ///< that at the text's beginning does
        Never
    };
    char32_t replacement = lowerBlock;
    Prepend prepend = Prepend::Always;
};

/// Of an entry with prepend_scheme, or add_prefix_space as older files have it. Error for what is none.
Metaspace readMetaspace(const JsonEntry& entry);

} // namespace headlight
