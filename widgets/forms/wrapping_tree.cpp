#include "forms/wrapping_tree.h"

#include "forms/faint_picture.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace headlight {

namespace {

constexpr int leastPictureEm = 3, mostPictureEm = 6; ///< heights of the picture of an empty table

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
    const int em = fontMetrics().height();
    const QRect room = viewport()->rect().adjusted(em, em / 2, -em, -em / 2);
    constexpr int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    const int textHeight = fontMetrics().boundingRect(room, flags, m_emptyText).height();
    int pictureHeight = std::min(mostPictureEm * em, room.height() - textHeight - em);
    if (pictureHeight < leastPictureEm * em)
        pictureHeight = 0;
    const int above = pictureHeight > 0 ? pictureHeight + em : 0;
    const int top = room.top() + std::max(0, (room.height() - above - textHeight) / 2);
    painter.drawText(QRect(room.left(), top + above, room.width(), textHeight), flags, m_emptyText);
    if (pictureHeight == 0)
        return;
    const double wide = std::min(pictureHeight * 1.5, double(room.width()));
    drawFaint(painter, QRectF(room.center().x() - wide / 2, top, wide, pictureHeight), FaintPicture::Table,
              themeOf(palette()));
}

} // namespace headlight
