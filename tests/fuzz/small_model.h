#pragma once

#include "models/task_network.h"

namespace headlight::fuzz {

/// An untrained model of two heads and some words.
TaskNetwork smallModel();

} // namespace headlight::fuzz
