#include "wording/option_title.h"

#include "engine/encoders/registry.h"
#include "engine/train/run_config.h"

#include <QMap>
#include <QObject>
#include <QStringList>

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

QString inSentence(const QString& title) {
    const bool isWord = title.size() > 1 && title[0].isUpper() && !title[1].isUpper() && !title[1].isDigit();
    return isWord ? title[0].toLower() + title.mid(1) : title;
}

QString modelTitle(const QString& encoder, const QString& options) {
    QStringList parts{encoderTitle(encoder)};
    for (const QString& option : options.split(u':', Qt::SkipEmptyParts)) {
        const QString name = option.section(u'=', 0, 0), value = option.section(u'=', 1);
        const QString label = inSentence(optionTitle(name).label);
        parts << (name == QLatin1String("preset")   ? QObject::tr("%1 preset").arg(value)
                  : value == QLatin1String("true")  ? label
                  : value == QLatin1String("false") ? QObject::tr("%1: no").arg(label)
                                                    : QStringLiteral("%1 %2").arg(label, value));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace headlight
