#pragma once

#include "engine/models/saved_view.h"

#include <QString>
#include <optional>

namespace headlight {

struct OpenModel;
class Session;

/// What is seen now, with the model's folder as `folder`; none without a model, or with one from no folder.
std::optional<SavedView> savedViewOf(const Session& session, const QString& folder);

/// Error that names what this model has not: a head, a sentence, a mask. `where` is the view's file.
void checkFits(const SavedView& view, const OpenModel& model, const QString& where);

/// The session is about what the view shows. Its model is open, current, and fits.
void showSavedView(const SavedView& view, Session& session);

} // namespace headlight
