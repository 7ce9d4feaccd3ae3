#include "matrix/token_strip.h"

#include <QFontInfo>
#include <QKeyEvent>

namespace headlight {

TokenStrip::TokenStrip(QWidget* parent)
    : PaintedItems(QStringLiteral("tokenStrip"), tr("token strip"), {Qt::Key_Left, Qt::Key_Right}, parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred); // its width says how high it is
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
    showItems();
}

/// Its width says how high it is; what the painter would need at another width is not asked for at every key.
QSize TokenStrip::sizeHint() const {
    return {30 * QFontInfo(font()).pixelSize(), minimumSizeHint().height()};
}

QSize TokenStrip::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {12 * em, m_painter.isCompact() ? 3 * em : 5 * em};
}

void TokenStrip::setCompact(bool compact) {
    if (compact == m_painter.isCompact())
        return;
    m_painter.setCompact(compact);
    showItems();
}

int TokenStrip::heightFor(int width, bool compact) const {
    if (compact == m_painter.isCompact())
        return int(m_painter.heightFor(width));
    TokenStripPainter painter = m_painter;
    painter.setCompact(compact);
    return int(painter.heightFor(width));
}

QString TokenStrip::spokenValue() const {
    return m_painter.readOut(m_painter.hover());
}

void TokenStrip::setPins(const QList<int>& indices) {
    m_painter.setPins(indices);
    update();
}

void TokenStrip::activate(int index, Qt::KeyboardModifiers modifiers) {
    QList<int> pins = m_painter.pins();
    const bool was = pins.contains(index);
    if (!modifiers.testFlag(Qt::ShiftModifier))
        pins.clear();
    if (was)
        pins.removeAll(index);
    else
        pins.append(index);
    setPins(pins);
    emit pinsChanged(pins);
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || m_painter.pins().isEmpty())
        return PaintedItems::keyPressEvent(event);
    setPins({});
    emit pinsChanged({});
}

} // namespace headlight
