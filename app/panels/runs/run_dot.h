#pragma once

#include "figure/value_table.h"
#include "style/series_look.h"

#include <QIcon>
#include <QStyledItemDelegate>

class QAbstractItemModel;

namespace headlight {

/// A disc in the colour of a run; later palettes, which repeat the colours, have a ring.
QIcon runDot(const SeriesLook& look, Theme theme, int size, qreal ratio);

/// The name of a run with its colour in front, which can be clicked.
class RunDotDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

signals:
    void dotClicked(qint64 run, const QPoint& globalPosition);

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// What a table shows, as numbers in full precision.
ValueTable tableOf(const QAbstractItemModel& model);

} // namespace headlight
