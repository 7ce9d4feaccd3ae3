#include "forms/flow_layout.h"

#include <QApplication>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace headlight {

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::gap() const {
    const QStyle* style = parentWidget() ? parentWidget()->style() : QApplication::style();
    return std::max(2, style->pixelMetric(QStyle::PM_LayoutHorizontalSpacing));
}

static int stretchOf(QLayoutItem& item) {
    return item.widget() ? item.widget()->sizePolicy().horizontalStretch() : 0;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size.grownBy(margins);
}

void FlowLayout::setGeometry(const QRect& rectangle) {
    QLayout::setGeometry(rectangle);
    place(rectangle, true);
}

int FlowLayout::place(const QRect& rectangle, bool apply) const {
    const QRect inside = rectangle.marginsRemoved(contentsMargins());
    int x = inside.x(), y = inside.y(), lineHeight = 0;
    QList<std::pair<QLayoutItem*, QRect>> line;
    const auto endLine = [&] { // everything on a line is centred on it
        int stretches = 0;
        for (const auto& [item, box] : line)
            stretches += stretchOf(*item);
        int left = line.isEmpty() ? 0 : std::max(0, inside.right() - line.last().second.right()), moved = 0;
        for (auto& [item, box] : line) {
            box.translate(moved, (lineHeight - box.height()) / 2);
            if (const int stretch = stretchOf(*item); stretch > 0) {
                const int share = left * stretch / stretches;
                box.setWidth(box.width() + share);
                moved += share;
                left -= share;
                stretches -= stretch;
            }
            if (apply)
                item->setGeometry(box);
        }
        line.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size =
            item->sizeHint().boundedTo(QSize(std::max(inside.width(), item->minimumSize().width()), 1 << 20));
        if (!line.isEmpty() && x + size.width() > inside.right() + 1) {
            endLine();
            x = inside.x();
            y += lineHeight + gap() / 2;
            lineHeight = 0;
        }
        line.append({item, QRect(QPoint(x, y), size)});
        x += size.width() + gap() * 2;
        lineHeight = std::max(lineHeight, size.height());
    }
    endLine();
    return y + lineHeight - rectangle.y() + contentsMargins().bottom();
}

} // namespace headlight
