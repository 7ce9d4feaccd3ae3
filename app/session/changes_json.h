#pragma once

#include "engine/results/head_info.h"
#include "engine/results/intervention.h"

#include <QJsonArray>

namespace headlight {

/// The user's changes of a model as the settings keep them: an object for each changed head, as view files have it
/// (engine/models/change_json.h), and one for each token that is left out.
QJsonArray changesToJson(const Intervention& intervention);

/// The changes again, as far as they fit a model of these heads that reads so many sequences. What is not understood,
/// or names what the model does not have, is left out: the model may have been trained anew, and anybody can edit the
/// settings. Of a cell that is named twice the first is meant, and forced before forbidden.
Intervention changesFromJson(const QJsonArray& kept, const std::vector<HeadInfo>& heads, int sequences);

} // namespace headlight
