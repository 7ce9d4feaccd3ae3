#pragma once

#include "figure/figure_menu.h"

namespace headlight {

class AttendModel;
class Settings;

/// A page of all maps, of the stage, features and part in focus, in the menu of a figure. Both outlive it.
FigureSource::FileKind mapPageFile(const AttendModel& model, const Settings& settings);

} // namespace headlight
