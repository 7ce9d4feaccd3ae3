#include "forms/wrapping_tree.h"

#include "forms/faint_picture.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace headlight {

namespace {

constexpr int leastPictureEm = 3, mostPictureEm = 6; ///< heights of the picture above the words of an empty table

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
    const auto textIn = [&](const QRect& rect) {
        return fontMetrics().boundingRect(rect, Qt::TextWordWrap, m_emptyText).size();
    };
    QSize text = textIn(room);
    const int above = std::min(mostPictureEm * em, room.height() - text.height() - em);
    if (above >= leastPictureEm * em) {
        const int top = room.top() + (room.height() - above - em - text.height()) / 2;
        const double wide = std::min(above * 1.5, double(room.width()));
        drawFaint(painter, QRectF(room.center().x() - wide / 2, top, wide, above), FaintPicture::Table,
                  themeOf(palette()));
        painter.drawText(QRect(room.left(), top + above + em, room.width(), text.height()),
                         Qt::AlignHCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int high = std::min(leastPictureEm * em, room.height()), wide = high * 3 / 2;
    text = textIn(room.adjusted(wide + em, 0, 0, 0));
    const int left = room.left() + std::max(0, (room.width() - wide - em - text.width()) / 2);
    drawFaint(painter, QRectF(left, room.center().y() - high / 2, wide, high), FaintPicture::Table, themeOf(palette()));
    painter.drawText(QRect(left + wide + em, room.top(), text.width(), room.height()),
                     Qt::AlignVCenter | Qt::TextWordWrap, m_emptyText);
}

} // namespace headlight
