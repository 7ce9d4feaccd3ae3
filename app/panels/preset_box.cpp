#include "panels/preset_box.h"

#include "engine/core/config.h"
#include "forms/wrapped_text.h"
#include "wording/option_title.h"
#include "wording/option_words.h"

#include <QComboBox>
#include <QObject>
#include <QStringList>

namespace headlight {

namespace {

/// What options have another value by themselves than by the first preset: "“Keep of the input” as keep probability".
QStringList unlikeFirst(const EncoderRow& encoder) {
    const auto own = encoder.makeConfig(), first = encoder.makeConfig();
    applyPreset(encoder, *first, encoder.presets.front().id);
    QStringList parts;
    for (const OptionRow& row : own->rows())
        if (own->get(row.name) != first->get(row.name))
            parts += QObject::tr("“%1” %2").arg(
                QString::fromStdString(row.label),
                optionValueTitle(QString::fromStdString(row.name), QString::fromStdString(own->get(row.name))));
    return parts;
}

QString helpOf(const Preset& preset) {
    return asSentence(QString::fromStdString(preset.help));
}

void add(QComboBox& box, const QString& label, const QString& id, const QString& help) {
    box.addItem(label, id);
    box.setItemData(box.count() - 1, inLines(help), Qt::ToolTipRole);
}

} // namespace

QString presetHelp(const EncoderRow& encoder, const QString& id) {
    for (const Preset& preset : encoder.presets)
        if (preset.id == id.toStdString())
            return helpOf(preset);
    const Preset& first = encoder.presets.front();
    const QStringList others = unlikeFirst(encoder);
    return others.isEmpty()
               ? helpOf(first)
               : QObject::tr("%1 By default, though, %2.").arg(helpOf(first), others.join(QStringLiteral(", ")));
}

void fillPresetBox(QComboBox& box, const EncoderRow& encoder, const QString& chooser) {
    box.clear();
    const bool isFirst = chooser.isEmpty() && unlikeFirst(encoder).isEmpty(); // one entry for both
    const QString first = QString::fromStdString(encoder.presets.front().label);
    if (!chooser.isEmpty())
        box.addItem(chooser, QString());
    else
        add(box, isFirst ? QObject::tr("%1 (default)").arg(first) : QObject::tr("Default"), QString(),
            presetHelp(encoder, {}));
    for (auto preset = encoder.presets.begin() + (isFirst ? 1 : 0); preset != encoder.presets.end(); ++preset) {
        const QString id = QString::fromStdString(preset->id);
        add(box, QString::fromStdString(preset->label), id,
            QObject::tr("%1\nIn files and on the command line: preset=%2").arg(helpOf(*preset), id));
    }
}

} // namespace headlight
