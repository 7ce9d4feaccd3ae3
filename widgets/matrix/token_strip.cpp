#include "matrix/token_strip.h"

#include "matrix/follow_look.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace headlight {

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("tokenStrip"));
    setAccessibleName(tr("token strip"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred); // its width says how high it is
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void TokenStrip::setView(const TokenStripView& view) {
    const bool sameLength = view.tokens.size() == m_painter.view().tokens.size();
    m_painter.setView(view);
    if (!sameLength) {
        m_painter.setHover(-1);
        if (!m_painter.pins().isEmpty()) {
            m_painter.setPins({});
            emit pinsChanged({});
        }
    }
    setToolTip(spokenValue());
    updateGeometry();
    update();
}

int TokenStrip::heightForWidth(int width) const {
    return static_cast<int>(m_painter.heightFor(width));
}

QSize TokenStrip::sizeHint() const {
    return m_painter.naturalSize().toSize();
}

QSize TokenStrip::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {12 * em, 5 * em};
}

QString TokenStrip::spokenValue() const {
    return m_painter.readOut(m_painter.hover());
}

void TokenStrip::setHover(int index) {
    if (index == m_painter.hover())
        return;
    m_painter.setHover(index);
    setToolTip(spokenValue());
    update();
}

void TokenStrip::setPins(const QList<int>& indices) {
    m_painter.setPins(indices);
    update();
}

void TokenStrip::point(int index) {
    if (index == m_painter.hover())
        return;
    setHover(index);
    if (index < 0)
        return void(emit left());
    emit hovered(index);
    announce(this, spokenValue());
}

void TokenStrip::pin(int index, bool add) {
    QList<int> pins = m_painter.pins();
    const bool was = pins.contains(index);
    if (!add)
        pins.clear();
    if (was)
        pins.removeAll(index);
    else
        pins.append(index);
    setPins(pins);
    emit pinsChanged(pins);
}

void TokenStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_painter.paint(painter, rect());
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event) {
    point(m_painter.indexAt(rect(), event->position()));
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event) {
    const int index = m_painter.indexAt(rect(), event->position());
    if (event->button() == Qt::LeftButton && index >= 0)
        pin(index, event->modifiers().testFlag(Qt::ShiftModifier));
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(m_painter.view().tokens.size());
    const int current = m_painter.hover();
    if (count > 0 && (event->key() == Qt::Key_Right || event->key() == Qt::Key_Left))
        point(std::clamp(current + (event->key() == Qt::Key_Right ? 1 : -1), 0, count - 1));
    else if (current >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        pin(current, event->modifiers().testFlag(Qt::ShiftModifier));
    else if (event->key() == Qt::Key_Escape && !m_painter.pins().isEmpty()) {
        setPins({});
        emit pinsChanged({});
    } else
        QWidget::keyPressEvent(event);
}

void TokenStrip::leaveEvent(QEvent*) {
    point(-1);
}

void TokenStrip::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QWidget::changeEvent(event);
    updateGeometry();
    update();
}

} // namespace headlight
