#pragma once

#include "engine/results/intervention.h"

#include <QString>
#include <string>
#include <vector>

namespace headlight {

class Recording;

/// What a map was made of, to be written beside it. The parts outlive it.
struct MapOrigin {
    QString model;                         ///< for people
    const std::vector<std::string>& texts; ///< as they were typed
    const Recording& recording;
    const Intervention& changes; ///< of the user, under which it was recorded
};

} // namespace headlight
