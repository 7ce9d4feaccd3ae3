#pragma once

#include "matrix/item_view.h"
#include "matrix/vector_strips_painter.h"

namespace headlight {

/// Vectors of tokens as rows of cells, as high as its rows are: to be scrolled. A click, or Enter, says which row is
/// meant.
class VectorStrips : public PaintedItems<VectorStripsPainter> {
    Q_OBJECT
public:
    explicit VectorStrips(QWidget* parent = nullptr);

    /// Throws std::invalid_argument when numbers and rows don't fit together; the old view stays.
    void setView(const VectorStripsView& view);

    QSize minimumSizeHint() const override;
    QString spokenValue() const override { return m_painter.readOut(m_painter.hover()); }

signals:
    void rowChosen(int row);

protected:
    void draw(QPainter& painter) const override;
    void activate(int index, Qt::KeyboardModifiers modifiers) override;
};

} // namespace headlight
