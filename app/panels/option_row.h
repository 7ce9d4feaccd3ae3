#pragma once

#include "engine/core/config.h"
#include "engine/core/error.h"
#include "forms/option_editor.h"

namespace headlight {

/// The row of a form for an option of a configuration. What differs from the default is bold there, and reset goes back
/// to it.
FormRow formRowOf(const OptionRow& option, const QString& defaultValue);

/// What is wrong with an option's value, without its identifier: the row has its label.
QString problemText(const Error& error, const QString& name);

} // namespace headlight
