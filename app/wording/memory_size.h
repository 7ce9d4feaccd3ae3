#pragma once

#include <string>

namespace headlight {

/// "8GB", "500 MB", "2000kB" or a number of bytes. Error that starts with `where` when it is none of that, less than a
/// megabyte, which holds no measurement, or more than this machine has.
double parseMemorySize(const std::string& text, const std::string& where);

/// "1.2 GB".
std::string sizeText(double bytes);

/// Of the machine, in bytes; infinite where the system does not tell.
double memoryOfMachine();

} // namespace headlight
