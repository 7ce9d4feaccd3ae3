#include "matrix/bar_list.h"

#include <QFontInfo>

namespace headlight {

BarList::BarList(QWidget* parent)
    : PaintedItems(QStringLiteral("barList"), tr("bars"), {Qt::Key_Up, Qt::Key_Down}, parent) {}

void BarList::setTitle(const QString& title) {
    m_painter.setTitle(title);
    showItems();
}

void BarList::setBars(const QList<Bar>& bars) {
    m_painter.setBars(bars);
    showItems();
}

void BarList::setRange(double low, double high) {
    m_painter.setRange(low, high);
    showItems();
}

QSize BarList::minimumSizeHint() const {
    return {15 * QFontInfo(font()).pixelSize(), int(m_painter.naturalSize().height())};
}

QString BarList::spokenValue() const {
    return m_painter.readOut(m_painter.hover());
}

} // namespace headlight
