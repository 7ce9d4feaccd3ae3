#include "wording/option_title.h"

#include "engine/encoders/registry.h"
#include "engine/train/run_config.h"
#include "wording/option_words.h"

#include <QMap>
#include <QObject>
#include <QStringList>
#include <algorithm>

namespace headlight {

QString encoderTitle(const QString& id) {
    for (const EncoderRow& row : encoderRows())
        if (row.id == id.toStdString())
            return QString::fromStdString(row.shortName);
    return id;
}

QString presetTitle(const QString& encoder, const QString& id) {
    for (const EncoderRow& row : encoderRows())
        if (row.id == encoder.toStdString())
            for (const Preset& preset : row.presets)
                if (preset.id == id.toStdString())
                    return QString::fromStdString(preset.label);
    return id;
}

namespace {

/// Every option of every encoder, of the sentence model and of the training. Encoders that share a name mean the same
/// by it.
const QMap<QString, OptionRow>& knownOptions() {
    static const auto options = [] {
        QMap<QString, OptionRow> rows;
        for (const EncoderRow& encoder : encoderRows())
            for (const OptionRow& row : RunConfig::forEncoder(encoder.id).rows())
                if (OptionRow& known = rows[QString::fromStdString(row.name)]; known.name.empty()) {
                    known = row;
                } else { // the values of all of them
                    if (known.zeroLabel.empty())
                        known.zeroLabel = row.zeroLabel;
                    for (std::size_t i = 0; i < row.choices.size(); ++i)
                        if (std::find(known.choices.begin(), known.choices.end(), row.choices[i]) ==
                            known.choices.end()) {
                            known.choices.push_back(row.choices[i]);
                            known.choiceLabels.push_back(row.choiceLabels[i]);
                        }
                }
        return rows;
    }();
    return options;
}

QMap<QString, QString> codedValues() {
    QMap<QString, QString> titles;
    for (const OptionRow& row : knownOptions())
        for (std::size_t i = 0; i < row.choices.size(); ++i)
            if (row.choices[i].find_first_of("-_0123456789") != std::string::npos)
                titles.insert(QString::fromStdString(row.choices[i]), QString::fromStdString(row.choiceLabels[i]));
    return titles;
}

} // namespace

QString optionLabel(const QString& name) {
    const auto row = knownOptions().constFind(name);
    return row == knownOptions().cend() ? name : QString::fromStdString(row->label);
}

OptionTitle optionTitle(const QString& name) {
    const auto row = knownOptions().constFind(name);
    if (row == knownOptions().cend())
        return {name, {}};
    return {optionLabel(name), inPeoplesWords(QString::fromStdString(row->help), *row)};
}

QString optionValueTitle(const QString& name, const QString& value) {
    const auto row = knownOptions().constFind(name);
    if (row == knownOptions().cend())
        return value;
    if (row->type == OptionRow::Type::Flag)
        return value == QLatin1String("true")    ? QObject::tr("on")
               : value == QLatin1String("false") ? QObject::tr("off")
                                                 : value;
    return QString::fromStdString(row->labelOf(value.toStdString()));
}

QString codedValueTitle(const QString& value) {
    static const QMap<QString, QString> titles = codedValues();
    return titles.value(value);
}

QString inSentence(const QString& title) {
    const QString first = title.section(u' ', 0, 0);
    const bool isName = std::any_of(first.begin() + std::min<qsizetype>(1, first.size()), first.end(),
                                    [](QChar c) { return c.isUpper() || c.isDigit(); });
    return isName || title.isEmpty() ? title : title[0].toLower() + title.mid(1);
}

QString modelTitle(const QString& encoder, const QString& options) {
    QStringList parts{encoderTitle(encoder)};
    for (const QString& option : options.split(u':', Qt::SkipEmptyParts)) {
        const QString name = option.section(u'=', 0, 0), value = option.section(u'=', 1);
        const QString label = inSentence(optionLabel(name));
        parts << (name == QLatin1String("preset")
                      ? QObject::tr("%1 preset").arg(inSentence(presetTitle(encoder, value)))
                  : value == QLatin1String("true") ? label
                  : value == QLatin1String("false")
                      ? QObject::tr("%1: no").arg(label)
                      : QStringLiteral("%1 %2").arg(label, inSentence(optionValueTitle(name, value))));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace headlight
