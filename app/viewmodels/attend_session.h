#pragma once

#include "viewmodels/attend_run.h"

namespace headlight {

class AttendModel;

/// The session's model with its changes and its texts; none of these while one is missing.
AttendInput attendInputOf(const Session& session);

/// From now on the model shows what the session is about: its current model, its sentence, or the two of a pair, with
/// its changes, and the map in its focus. Both live as long as the model does.
void follow(Session& session, AttendModel& model);

} // namespace headlight
