#include "matrix/span_text.h"

#include "matrix/follow_look.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace headlight {

SpanText::SpanText(QWidget* parent) : QWidget(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("spanText"));
    setAccessibleName(tr("labelled text"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void SpanText::setText(const QStringList& words, const QList<TextSpan>& spans, const QList<bool>& changed,
                       const QStringList& notes) {
    const int hover = m_painter.hover();
    m_painter.setWords(words);
    m_painter.setSpans(spans);
    m_painter.setChanged(changed);
    m_painter.setHover(hover < words.size() ? hover : -1);
    m_notes = notes;
    setToolTip(spokenValue());
    updateGeometry();
    update();
}

void SpanText::setHover(int word) {
    if (word == m_painter.hover())
        return;
    m_painter.setHover(word);
    setToolTip(spokenValue());
    update();
}

QSize SpanText::sizeHint() const {
    return m_painter.naturalSize().toSize();
}

QSize SpanText::minimumSizeHint() const {
    const int width = 14 * QFontInfo(font()).pixelSize();
    return {width, int(m_painter.heightFor(std::max(width, this->width())))};
}

int SpanText::heightForWidth(int width) const {
    return int(m_painter.heightFor(width));
}

QString SpanText::spokenValue() const {
    return m_notes.value(m_painter.hover());
}

void SpanText::point(int word) {
    if (word == m_painter.hover())
        return;
    setHover(word);
    emit hovered(word);
    announce(this, spokenValue());
}

void SpanText::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_painter.paint(painter, rect());
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void SpanText::mouseMoveEvent(QMouseEvent* event) {
    point(m_painter.wordAt(rect(), event->position()));
}

void SpanText::mouseReleaseEvent(QMouseEvent* event) {
    const int word = m_painter.wordAt(rect(), event->position());
    if (event->button() == Qt::LeftButton && word >= 0)
        emit activated(word);
}

void SpanText::keyPressEvent(QKeyEvent* event) {
    const int count = int(m_painter.words().size());
    const int current = m_painter.hover();
    if (count > 0 && (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left))
        point(std::clamp(current + (event->key() == Qt::Key_Right ? 1 : -1), 0, count - 1));
    else if (current >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit activated(current);
    else
        QWidget::keyPressEvent(event);
}

void SpanText::leaveEvent(QEvent*) {
    point(-1);
}

void SpanText::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QWidget::changeEvent(event);
    updateGeometry();
    update();
}

} // namespace headlight
