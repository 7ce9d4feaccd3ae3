#pragma once

#include <string>

namespace headlight {

/// A text as a shell reads it back as one word, in quotes where it needs them: for commands that are pasted.
std::string shellWord(const std::string& text);

/// " --store PATH" for such a command; nothing where a command line finds that store by itself.
std::string argumentForStore(const std::string& store);

} // namespace headlight
