#include "wording/option_title.h"

#include "engine/encoders/registry.h"
#include "engine/train/run_config.h"

#include <QMap>

namespace headlight {

QString encoderTitle(const QString& id) {
    for (const EncoderRow& row : encoderRows())
        if (row.id == id.toStdString())
            return QString::fromStdString(row.shortName);
    return id;
}

/// Encoders that share a name mean the same by it.
static QMap<QString, OptionTitle> optionTitles() {
    QMap<QString, OptionTitle> titles;
    for (const EncoderRow& encoder : encoderRows())
        for (const OptionRow& row : RunConfig::forEncoder(encoder.id).rows())
            if (const QString name = QString::fromStdString(row.name); !titles.contains(name))
                titles.insert(name, {QString::fromStdString(row.label), QString::fromStdString(row.help)});
    return titles;
}

OptionTitle optionTitle(const QString& name) {
    static const QMap<QString, OptionTitle> titles = optionTitles();
    return titles.value(name, {name, {}});
}

} // namespace headlight
