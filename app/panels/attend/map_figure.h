#pragma once

#include "figure/figure_menu.h"
#include "viewmodels/attend_model.h"

namespace headlight {

/// The numbers of the map in focus; nothing where there is none.
ValueTable tableOf(const AttendModel& model, int sequence);

/// A row for each class, or level of a score; the score itself, which all levels give, stands in every row.
ValueTable answerTable(const AttendModel& model);

/// What the names of files end with where a part of the maps is shown: "-first-second".
QString partSuffix(const AttendModel& model);

/// The menu of a picture in the Attend view: what the source offers, in pictures the view that opens again, and in
/// tables what was changed. Failures are told by the session.
FigureMenu* addAttendFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source);

/// The same with the archive of all maps, heads and the answer, and the page of all maps.
FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source);

} // namespace headlight
