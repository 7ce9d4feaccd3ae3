#pragma once

#include "models/published/load.h"
#include "text/tokenizer.h"

namespace headlight {

/// The tokenizer of a folder, or where it has none, one of ids alone. Error as readTokenizer().
std::unique_ptr<Tokenizer> publishedTokenizer(const std::filesystem::path& folder,
                                              const PublishedDescription& described);

} // namespace headlight
