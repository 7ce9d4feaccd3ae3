#pragma once

#include "figure/value_table.h"
#include "style/colors.h"

#include <QIcon>
#include <QStyledItemDelegate>

class QAbstractItemModel;

namespace headlight {

/// A disc in the colour of a run; later palettes, which repeat the colours, have a ring.
QIcon runDot(int color, Theme theme, int size, qreal ratio);

/// The name of a run with its colour in front.
class RunDotDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// What a table shows, as numbers in full precision.
ValueTable tableOf(const QAbstractItemModel& model);

} // namespace headlight
