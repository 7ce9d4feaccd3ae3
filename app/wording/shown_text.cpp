#include "wording/shown_text.h"

#include "engine/core/error.h"

#include <QList>
#include <algorithm>

namespace headlight {

QString shownText(std::string_view text) {
    constexpr std::size_t longest = 1000;
    return QString::fromStdString(printable(text, longest));
}

QString shownText(const QString& text) {
    return shownText(std::string_view(text.toStdString()));
}

QString shownLines(std::string_view text) {
    return QString::fromStdString(printableLines(text));
}

QString isolated(const QString& text) {
    constexpr QChar begin(u'\u2068'), end(u'\u2069');
    const QList<uint> letters = text.toUcs4();
    const bool turns = std::any_of(letters.begin(), letters.end(), [](uint letter) {
        const QChar::Direction direction = QChar::direction(letter);
        return direction == QChar::DirR || direction == QChar::DirAL;
    });
    return turns ? begin + text + end : text;
}

} // namespace headlight
