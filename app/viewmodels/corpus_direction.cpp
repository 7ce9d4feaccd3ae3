#include "viewmodels/corpus_direction.h"

#include "engine/core/error.h"
#include "engine/data/corpus.h"
#include "engine/data/translation_files.h"
#include "viewmodels/corpus_split.h"
#include "wording/shown_text.h"

#include <QLocale>

namespace headlight {

/// "German" of "de"; the heading of a column that is no language stays.
static QString languageName(const QString& code) {
    const QLocale::Language language = QLocale::codeToLanguage(code);
    return language == QLocale::AnyLanguage ? shownText(code) : QLocale::languageToString(language);
}

static QString arrow(const QString& from, const QString& to) {
    return QStringLiteral("%1 → %2").arg(languageName(from), languageName(to));
}

std::optional<CorpusDirection> CorpusDirection::of(const QString& spec) {
    try {
        const auto found = translationDirection(spec.toStdString());
        if (!found)
            return std::nullopt;
        CorpusDirection direction;
        direction.m_from = QString::fromStdString(found->from);
        direction.m_to = QString::fromStdString(found->to);
        const qsizetype path = QString::fromStdString(parseSpec(spec.toStdString()).path).size();
        direction.m_turned = QString::fromStdString(found->turnedPath) + spec.mid(path);
        for (const auto& [option, value] : found->turnedOptions)
            direction.m_turned =
                withCorpusOption(direction.m_turned, QString::fromStdString(option), QString::fromStdString(value));
        return direction;
    } catch (const Error&) {
        return std::nullopt;
    }
}

QString CorpusDirection::text() const {
    return arrow(m_from, m_to);
}

QString CorpusDirection::turnedText() const {
    return arrow(m_to, m_from);
}

} // namespace headlight
