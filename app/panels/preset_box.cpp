#include "panels/preset_box.h"

#include "forms/wrapped_text.h"
#include "wording/option_words.h"

#include <QComboBox>
#include <QObject>
#include <algorithm>

namespace headlight {

QString presetHelp(const EncoderRow& encoder, const QString& id) {
    const auto& presets = encoder.presets;
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const Preset& preset) { return preset.id == id.toStdString(); });
    return asSentence(QString::fromStdString((found == presets.end() ? presets.front() : *found).help));
}

void fillPresetBox(QComboBox& box, const EncoderRow& encoder, const QString& none) {
    box.clear();
    box.addItem(none, QString());
    for (const Preset& preset : encoder.presets) {
        const QString id = QString::fromStdString(preset.id);
        QString title = QString::fromStdString(preset.label);
        title[0] = title[0].toUpper();
        box.addItem(title, id);
        box.setItemData(
            box.count() - 1,
            inLines(QObject::tr("%1\nIn files and on the command line: preset=%2").arg(presetHelp(encoder, id), id)),
            Qt::ToolTipRole);
    }
}

} // namespace headlight
