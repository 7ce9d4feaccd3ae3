#pragma once

#include "matrix/item_view.h"
#include "matrix/token_strip_painter.h"

namespace headlight {

/// Tokens with a weight each, that wrap. A click or Enter pins one (again: releases it; with shift: adds), Esc releases
/// all.
class TokenStrip : public PaintedItems<TokenStripPainter> {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);

    /// Throws std::invalid_argument when the lists have different lengths; the old view stays.
    void setView(const TokenStripView& view);

    /// Words alone, where there is little room.
    void setCompact(bool compact);
    /// How high it is at a width, compact or with everything.
    int heightFor(int width, bool compact) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

public slots:
    void setPins(const QList<int>& indices);

signals:
    void pinsChanged(const QList<int>& indices);

protected:
    void activate(int index, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace headlight
