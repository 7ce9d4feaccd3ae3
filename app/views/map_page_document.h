#pragma once

#include "views/map_page.h"

#include <nlohmann/json.hpp>

namespace headlight {

/// What the script of a page reads: title, answer, colours, and of each sequence its tokens, what is said of it, and
/// its maps; at most so many numbers, all in one packed text, in which a map has a place.
/// tests/app/views/map_page_test.cpp reads it as the script does.
nlohmann::ordered_json pageDocument(const MapPage& page, std::size_t most);

} // namespace headlight
