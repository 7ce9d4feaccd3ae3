#pragma once

#include "viewmodels/runs_entry.h"

namespace headlight {

/// Gives every run its colour: the one by hand (Session::runColors), else the one by its number. Where another run was
/// given that one by hand, the run takes the colour that the other left: no third run changes.
void colorRuns(QList<RunEntry>& runs, const QMap<qint64, QString>& byHand);

} // namespace headlight
