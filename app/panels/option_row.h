#pragma once

#include "engine/core/config.h"
#include "forms/option_editor.h"

namespace headlight {

/// The row of a form for an option of a configuration. What differs from the default is bold there, and reset goes back
/// to it.
FormRow formRowOf(const OptionRow& option, const QString& defaultValue);

} // namespace headlight
