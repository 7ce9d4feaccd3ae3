#pragma once

#include <cstdint>
#include <string>

namespace headlight {

/// "1,234,567".
std::string grouped(std::int64_t number);

} // namespace headlight
