#pragma once

#include "figure/figure_menu.h"
#include "viewmodels/attend_model.h"

namespace headlight {

/// The numbers of the map in focus; nothing where there is none.
ValueTable tableOf(const AttendModel& model, int side);

/// The menu of a picture in the Attend view: what the source offers, and the archive of all maps, heads and the answer
/// as a further kind of file. Failures are told by the session.
FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source);

} // namespace headlight
