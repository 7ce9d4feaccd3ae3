#pragma once

#include "cli/attend_choice.h"

namespace headlight {

/// In which form `attend` tells what it found.
enum class AttendForm { Text, Json, Npz, Csv, Page, Picture };

/// By --out and --json. Error when they don't go together, or the file has no ending of a form.
AttendForm formOf(const AttendOptions& options);

/// What a form can show: one number a cell, one map, weights, and what stands beside the maps. Choices that were not
/// made are made by it. Error for one that it can't show.
void fitTo(AttendForm form, AttendOptions& options);

} // namespace headlight
