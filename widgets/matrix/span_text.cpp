#include "matrix/span_text.h"

#include <QFontInfo>
#include <algorithm>

namespace headlight {

SpanText::SpanText(QWidget* parent)
    : PaintedItems(QStringLiteral("spanText"), tr("labelled text"), {Qt::Key_Left, Qt::Key_Right}, parent) {}

void SpanText::setLines(const QList<SpanLine>& lines, const QStringList& notes) {
    m_painter.setLines(lines);
    m_notes = notes;
    showItems();
}

QSize SpanText::minimumSizeHint() const {
    const int width = 14 * QFontInfo(font()).pixelSize();
    return {width, int(m_painter.heightFor(std::max(width, this->width())))};
}

QString SpanText::spokenValue() const {
    return m_notes.value(m_painter.hover());
}

} // namespace headlight
