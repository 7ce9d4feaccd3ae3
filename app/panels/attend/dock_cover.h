#pragma once

#include "forms/faint_picture.h"

#include <QString>

class QDockWidget;

namespace headlight {

class AttendModel;

/// Over what a dock holds, while the model has no answer to show there: a picture and a sentence of what would be.
void coverWhileEmpty(QDockWidget& dock, const AttendModel& model, FaintPicture picture, const QString& sentence);

} // namespace headlight
