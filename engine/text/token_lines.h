#pragma once

#include "text/token_table.h"

#include <filesystem>

namespace headlight {

/// The vocabulary of a file with one token a line in the order of their ids. Error naming file and line of a token that
/// is empty, twice there, over 1,000 bytes or no UTF-8; for an empty file, and one over 64 MiB.
TokenTable readTokenLines(const std::filesystem::path& path);

} // namespace headlight
