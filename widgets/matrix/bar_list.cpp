#include "matrix/bar_list.h"

#include "matrix/follow_look.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace headlight {

BarList::BarList(QWidget* parent) : QWidget(parent) {
    installAccessibility();
    setObjectName(QStringLiteral("barList"));
    setAccessibleName(tr("bars"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_painter.setFont(font());
    m_painter.setTheme(themeOf(palette()));
}

void BarList::setTitle(const QString& title) {
    m_painter.setTitle(title);
    updateGeometry();
    update();
}

void BarList::setBars(const QList<Bar>& bars) {
    const int hover = m_painter.hover();
    m_painter.setBars(bars);
    m_painter.setHover(hover < bars.size() ? hover : -1);
    setToolTip(spokenValue());
    updateGeometry();
    update();
}

void BarList::setFullValue(double value) {
    m_painter.setFullValue(value);
    update();
}

QSize BarList::sizeHint() const {
    return m_painter.naturalSize().toSize();
}

QSize BarList::minimumSizeHint() const {
    return {14 * QFontInfo(font()).pixelSize(), static_cast<int>(m_painter.naturalSize().height())};
}

int BarList::heightForWidth(int width) const {
    return static_cast<int>(m_painter.heightFor(width));
}

QString BarList::spokenValue() const {
    return m_painter.readOut(m_painter.hover());
}

void BarList::point(int index) {
    if (index == m_painter.hover())
        return;
    m_painter.setHover(index);
    setToolTip(spokenValue());
    update();
    emit hovered(index);
    announce(this, spokenValue());
}

void BarList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    m_painter.paint(painter, rect());
    if (hasFocus()) {
        painter.setPen(QPen(color(ColorRole::FocusRing, m_painter.theme()), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void BarList::mouseMoveEvent(QMouseEvent* event) {
    point(m_painter.indexAt(rect(), event->position()));
}

void BarList::mouseReleaseEvent(QMouseEvent* event) {
    const int index = m_painter.indexAt(rect(), event->position());
    if (event->button() == Qt::LeftButton && index >= 0)
        emit activated(index);
}

void BarList::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(m_painter.bars().size());
    const int current = m_painter.hover();
    if (count > 0 && (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up))
        point(std::clamp(current + (event->key() == Qt::Key_Down ? 1 : -1), 0, count - 1));
    else if (current >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit activated(current);
    else
        QWidget::keyPressEvent(event);
}

void BarList::leaveEvent(QEvent*) {
    point(-1);
}

void BarList::changeEvent(QEvent* event) {
    if (!followLook(*this, *event, m_painter))
        return QWidget::changeEvent(event);
    updateGeometry();
    update();
}

} // namespace headlight
