#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace headlight {

/// Writes a file in pieces, completely or not at all: into a temporary one beside it, which then takes its place. On
/// any Error the old file is untouched.
void writeStream(const std::string& path,
                 const std::function<void(const std::function<void(std::string_view)>& sink)>& produce);

/// Error when writeStream() could not begin: for work that takes long before there is something to write.
void checkWritable(const std::string& path);

} // namespace headlight
