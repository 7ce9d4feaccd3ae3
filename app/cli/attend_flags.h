#pragma once

#include "cli/attend_choice.h"
#include "cli/cli11_names.h"

#include <memory>

namespace headlight {

/// All that `attend` takes.
void addAttendFlags(CLI::App& app, const std::shared_ptr<AttendOptions>& options);

/// Error for options of pictures where none is written.
void refuseUnused(const CLI::App& app, const AttendOptions& options);

} // namespace headlight
