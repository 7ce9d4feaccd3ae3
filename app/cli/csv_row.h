#pragma once

#include <string>
#include <vector>

namespace headlight {

/// One line of CSV, as the window writes it.
std::string csvRow(const std::vector<std::string>& fields);

} // namespace headlight
