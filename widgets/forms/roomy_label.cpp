#include "forms/roomy_label.h"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>

namespace headlight {

RoomyLabel::RoomyLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
}

void RoomyLabel::setTexts(const QStringList& texts) {
    m_texts = texts;
    keepRoom();
}

void RoomyLabel::keepRoom() {
    const QMargins margins = contentsMargins();
    const QRect room(0, 0, std::max(1, contentsRect().width()), QWIDGETSIZE_MAX);
    int height = 0;
    for (const QString& text : std::as_const(m_texts))
        height = std::max(height, fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height());
    setMinimumHeight(height + margins.top() + margins.bottom());
}

void RoomyLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        keepRoom();
}

void RoomyLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        keepRoom();
}

} // namespace headlight
