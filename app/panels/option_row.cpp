#include "panels/option_row.h"

#include "wording/option_words.h"

namespace headlight {

namespace {

FormRow::Type typeOf(OptionRow::Type type) {
    switch (type) {
    case OptionRow::Type::Integer:
        return FormRow::Type::Integer;
    case OptionRow::Type::Number:
        return FormRow::Type::Number;
    case OptionRow::Type::Flag:
        return FormRow::Type::Flag;
    case OptionRow::Type::Choice:
        return FormRow::Type::Choice;
    case OptionRow::Type::Text:
        break;
    }
    return FormRow::Type::Text;
}

QStringList wordsOf(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list.append(QString::fromStdString(word));
    return list;
}

} // namespace

FormRow formRowOf(const OptionRow& option, const QString& defaultValue) {
    FormRow row;
    row.name = QString::fromStdString(option.name);
    row.label = QString::fromStdString(option.label);
    row.group = QString::fromStdString(option.group);
    row.type = typeOf(option.type);
    row.defaultValue = defaultValue;
    row.low = option.low;
    row.high = option.high;
    row.choices = wordsOf(option.choices);
    row.choiceLabels = wordsOf(option.choiceLabels);
    row.zeroLabel = QString::fromStdString(option.zeroLabel);
    row.help = inPeoplesWords(QString::fromStdString(option.help), option);
    row.isMain = option.isMain;
    row.need = QString::fromStdString(option.need);
    row.neededValues = wordsOf(option.neededValues);
    row.unusedValues = wordsOf(option.unusedValues);
    return row;
}

QString problemText(const Error& error, const QString& name) {
    const QString text = QString::fromUtf8(error.what()), begin = name + QStringLiteral(": ");
    return inPeoplesWords(text.startsWith(begin) ? text.mid(begin.size()) : text);
}

} // namespace headlight
