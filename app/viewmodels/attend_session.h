#pragma once

namespace headlight {

class AttendModel;
class Session;

/// From now on the model shows what the session is about: its current model, its sentence, or the two of a pair, with
/// its changes, and the map in its focus. Both live as long as the model does.
void follow(Session& session, AttendModel& model);

} // namespace headlight
