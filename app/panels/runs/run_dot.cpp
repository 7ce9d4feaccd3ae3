#include "panels/runs/run_dot.h"

#include "viewmodels/runs_model.h"

#include <QMouseEvent>
#include <QPainter>

namespace headlight {

QIcon runDot(const SeriesLook& look, Theme theme, int size, qreal ratio) {
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintDot(painter, look, theme, QRectF(0, 0, size, size).adjusted(1.5, 1.5, -1.5, -1.5));
    QIcon dot(pixmap);
    dot.addPixmap(pixmap, QIcon::Selected); // else a chosen row would tint it
    return dot;
}

void RunDotDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant color = index.data(RunsModel::ColorRole);
    if (!color.isValid())
        return;
    const int size = option->fontMetrics.height();
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(size, size);
    option->icon = runDot({color.toInt(), QColor(index.data(RunsModel::OwnColorRole).toString())},
                          themeOf(option->palette), size, option->widget ? option->widget->devicePixelRatioF() : 1);
}

bool RunDotDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    const bool isRelease = event->type() == QEvent::MouseButtonRelease;
    const bool isPress = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if ((isPress || isRelease) && option.widget) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        const QRect dot =
            option.widget->style()->subElementRect(QStyle::SE_ItemViewItemDecoration, &whole, option.widget);
        if (mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::NoModifier &&
            dot.contains(mouse->position().toPoint())) {
            if (isRelease) // a press that the table doesn't get leaves the choice as it is
                emit dotClicked(index.data(RunsModel::IdRole).toLongLong(), mouse->globalPosition().toPoint());
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

ValueTable tableOf(const QAbstractItemModel& model) {
    ValueTable table;
    for (int column = 0; column < model.columnCount(); ++column) {
        const QVariant heading = model.headerData(column, Qt::Horizontal, RunsModel::SortRole);
        table.columns.append((heading.isValid() ? heading : model.headerData(column, Qt::Horizontal)).toString());
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QVariant value = model.index(row, column).data(RunsModel::SortRole);
            if (value.typeId() == QMetaType::Double)
                cells.append(exactNumber(value.toDouble()));
            else if (value.typeId() == QMetaType::QDateTime)
                cells.append(value.toDateTime().toString(Qt::ISODate));
            else
                cells.append(value.isValid() ? value.toString() : model.index(row, column).data().toString());
        }
        table.rows.append(cells);
    }
    return table;
}

} // namespace headlight
