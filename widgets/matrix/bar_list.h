#pragma once

#include "matrix/bar_list_painter.h"
#include "matrix/item_view.h"

namespace headlight {

/// Prediction bars and the like, one below the other; a bar is told with its value in full precision.
class BarList : public PaintedItems<BarListPainter> {
    Q_OBJECT
public:
    explicit BarList(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setBars(const QList<Bar>& bars);
    /// The values at both ends of the bars, which begin at zero.
    void setRange(double low, double high);

    QSize minimumSizeHint() const override;
    QString spokenValue() const override;
};

} // namespace headlight
