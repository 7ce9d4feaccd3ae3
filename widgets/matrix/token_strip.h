#pragma once

#include <QWidget>

#include "matrix/spoken_widget.h"
#include "matrix/token_strip_painter.h"

namespace headlight {

/// A token strip that grows in height as it wraps. The pointer or the left and right keys choose a token; a click or
/// Enter pins it (again: releases it; with shift: adds), Esc releases all.
class TokenStrip : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);

    /// Throws std::invalid_argument when the lists have different lengths; the old view stays.
    void setView(const TokenStripView& view);
    const TokenStripPainter& painter() const { return m_painter; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

public slots:
    void setHover(int index); ///< −1: none; emits nothing
    void setPins(const QList<int>& indices);

signals:
    void hovered(int index);
    void left();
    void pinsChanged(const QList<int>& indices);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void point(int index);
    void pin(int index, bool add);

    TokenStripPainter m_painter;
};

} // namespace headlight
