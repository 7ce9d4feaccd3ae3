#include "wording/option_words.h"

#include "engine/core/config.h"
#include "wording/option_title.h"

#include <QObject>
#include <QRegularExpression>
#include <functional>

namespace headlight {

namespace {

using Replace = std::function<QString(const QRegularExpressionMatch&)>;

QString replaced(const QString& text, const QRegularExpression& form, const Replace& replace) {
    QString result;
    qsizetype done = 0;
    for (const QRegularExpressionMatch& match : form.globalMatch(text)) {
        result += text.mid(done, match.capturedStart() - done) + replace(match);
        done = match.capturedEnd();
    }
    return result + text.mid(done);
}

QString quoted(const QString& text) {
    return QObject::tr("“%1”").arg(text);
}

/// "“Cross-validation folds: 10”" of "folds=10"; of a value that stands for any, as in "vectors=FILE", the option
/// alone.
QString withSettings(const QString& text) {
    static const QRegularExpression setting(QStringLiteral(R"((?<![\w?&-])(\w+)=([\w.-]*\w))"));
    return replaced(text, setting, [](const QRegularExpressionMatch& match) {
        const QString name = match.captured(1), value = match.captured(2), title = optionLabel(name);
        if (title == name)
            return match.captured();
        const bool isPlaceholder = value.size() > 1 && value == value.toUpper() && value[0].isLetter();
        return quoted(isPlaceholder ? title : QObject::tr("%1: %2").arg(title, optionValueTitle(name, value)));
    });
}

/// Names that are no English words: with an underscore.
QString withNames(const QString& text) {
    static const QRegularExpression name(QStringLiteral(R"((?<![\w-])[a-z]+[0-9]*(?:_[a-z0-9]+)+(?![\w-]))"));
    return replaced(text, name, [](const QRegularExpressionMatch& match) {
        const QString title = optionLabel(match.captured());
        return title == match.captured() ? title : quoted(title);
    });
}

/// Values that are no English words: with a hyphen or a digit.
QString withValues(const QString& text) {
    static const QRegularExpression word(
        QStringLiteral(R"((?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+|[0-9][a-z]+)+(?![\w-])(:?))"));
    return replaced(text, word, [](const QRegularExpressionMatch& match) {
        const QString colon = match.captured(1), value = match.captured().chopped(colon.size());
        const QString title = codedValueTitle(value);
        return title.isEmpty() ? match.captured() : (colon.isEmpty() ? inSentence(title) : title) + colon;
    });
}

} // namespace

QString inPeoplesWords(const QString& text) {
    return withValues(withNames(withSettings(text)));
}

QString inPeoplesWords(const QString& text, const OptionRow& option) {
    QString own = text;
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
        const QString value = QString::fromStdString(option.choices[i]),
                      label = QString::fromStdString(option.choiceLabels[i]);
        const QString escaped = QRegularExpression::escape(value);
        own.replace(QRegularExpression(QStringLiteral(R"((?<=^|[ ;(])%1(?=: ))").arg(escaped)), label);
        own.replace(u'"' + value + u'"', quoted(label));
    }
    return inPeoplesWords(own);
}

QString asSentence(const QString& help) {
    const QString begin = help.left(1).toUpper() + help.mid(1);
    return begin.endsWith('.') ? begin : begin + '.';
}

} // namespace headlight
