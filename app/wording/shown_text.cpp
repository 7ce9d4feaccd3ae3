#include "wording/shown_text.h"

#include "engine/core/error.h"

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

} // namespace headlight
