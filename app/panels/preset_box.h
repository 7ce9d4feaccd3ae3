#pragma once

#include "engine/encoders/registry.h"

#include <QString>

class QComboBox;

namespace headlight {

/// Fills a choice with an encoder's presets, each with its help and identifier as tooltip and its id as data. The first
/// entry, without an id, is for none of them: `chooser` where something else chooses then, else the default. That is
/// the first preset, "Paper (default)", where their options are the same.
void fillPresetBox(QComboBox& box, const EncoderRow& encoder, const QString& chooser = {});

/// What a preset is, as a sentence; of no preset what the default is.
QString presetHelp(const EncoderRow& encoder, const QString& id);

} // namespace headlight
