#include "forms/wrapping_tree.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace headlight {

namespace {

/// A tree asks for the height of an item without saying how wide it is.
class WrappingDelegate : public QStyledItemDelegate {
public:
    explicit WrappingDelegate(QTreeWidget* tree) : QStyledItemDelegate(tree), m_tree(*tree) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem sized = option;
        if (m_tree.header()->sectionResizeMode(index.column()) == QHeaderView::Stretch) // others are as wide as asked
            sized.rect = QRect(0, 0, m_tree.columnWidth(index.column()), QWIDGETSIZE_MAX);
        const int between = m_tree.fontMetrics().height() / 3; // else the lines of two rows are as one text
        return QStyledItemDelegate::sizeHint(sized, index) + QSize(0, between);
    }

private:
    const QTreeWidget& m_tree;
};

} // namespace

WrappingTree::WrappingTree(QWidget* parent) : QTreeWidget(parent) {
    setRootIsDecorated(false);
    setWordWrap(true);
    setItemDelegate(new WrappingDelegate(this));
    header()->setStretchLastSection(false);
    connect(header(), &QHeaderView::sectionResized, this, [this] {
        scheduleDelayedItemsLayout();
        updateGeometry();
    });
}

int WrappingTree::heightOf(int rows) const {
    int height = header()->sizeHint().height() + 2 * frameWidth();
    for (int row = 0; row < std::min(rows, topLevelItemCount()); ++row)
        height += indexRowSizeHint(model()->index(row, 0));
    return height;
}

void WrappingTree::setEmptyText(const QString& text) {
    m_emptyText = text;
    setAccessibleDescription(text);
    viewport()->update();
}

void WrappingTree::paintEvent(QPaintEvent* event) {
    QTreeWidget::paintEvent(event);
    if (topLevelItemCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int edge = fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(edge, edge / 2, -edge, -edge / 2), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

} // namespace headlight
