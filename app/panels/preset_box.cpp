#include "panels/preset_box.h"

#include "engine/core/config.h"
#include "forms/wrapped_text.h"
#include "wording/option_title.h"
#include "wording/option_words.h"

#include <QComboBox>
#include <QMap>
#include <QObject>
#include <QStringList>

namespace headlight {

namespace {

/// What options have another value by themselves than by the first preset: "“Input keep probability” as keep
/// probability".
QString unlikeFirst(const EncoderRow& encoder) {
    const auto own = encoder.makeConfig(), first = encoder.makeConfig();
    applyPreset(encoder, *first, encoder.presets.front().id);
    QMap<QString, QStringList> options; // by the value that they have
    for (const OptionRow& row : own->rows())
        if (const std::string value = own->get(row.name); value != first->get(row.name))
            options[optionValueTitle(QString::fromStdString(row.name), QString::fromStdString(value))] +=
                QObject::tr("“%1”").arg(QString::fromStdString(row.label));
    QStringList parts;
    for (auto same = options.cbegin(); same != options.cend(); ++same)
        parts += QStringLiteral("%1 %2").arg(same->join(QStringLiteral(", ")), same.key());
    return parts.join(QStringLiteral("; "));
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
    const QString others = unlikeFirst(encoder);
    if (others.isEmpty())
        return helpOf(first);
    const QString shortly = QString::fromStdString(first.help).section(QLatin1Char(';'), 0, 0);
    return QObject::tr("%1 By default, though, %2.").arg(asSentence(shortly), others);
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
