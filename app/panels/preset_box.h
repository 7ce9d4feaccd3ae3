#pragma once

#include "engine/encoders/registry.h"

class QComboBox;
class QString;

namespace headlight {

/// Fills a choice with an encoder's presets, each with its help and identifier as tooltip and its id as data. The first
/// entry, `none`, is for none of them.
void fillPresetBox(QComboBox& box, const EncoderRow& encoder, const QString& none);

/// What a preset is, as a sentence; of no preset what the default is.
QString presetHelp(const EncoderRow& encoder, const QString& id);

} // namespace headlight
