#pragma once

#include "engine/models/saved_view.h"

namespace headlight {

class Settings;

/// Which lines of a map are drawn, as the settings keep it. What these were edited to say, and what means nothing, is
/// as usual.
SavedView::Lines keptLines(const Settings& settings);
void keepLines(const SavedView::Lines& lines, Settings& settings);

} // namespace headlight
