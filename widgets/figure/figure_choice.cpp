#include "figure/figure_choice.h"

namespace headlight {

namespace {
const QString formatKey = QStringLiteral("format=");
}

FigureChoice& FigureChoice::shared() {
    static FigureChoice choice;
    return choice;
}

void FigureChoice::set(const FigureOptions& options, const QString& format) {
    if (options == m_options && format == m_format)
        return;
    m_options = options;
    m_format = format;
    emit changed();
}

QStringList FigureChoice::texts() const {
    return textsOf(m_options) << formatKey + m_format;
}

void FigureChoice::setTexts(const QStringList& texts) {
    const QStringList formats = texts.filter(formatKey);
    set(figureOptionsFrom(texts), formats.isEmpty() ? QStringLiteral("png") : formats.last().mid(formatKey.size()));
}

} // namespace headlight
