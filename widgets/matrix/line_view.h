#pragma once

#include <QAbstractScrollArea>

#include "matrix/line_view_painter.h"
#include "matrix/spoken_widget.h"
#include "matrix/told_size.h"

namespace headlight {

/// The lines of a map, scrolling when there are more tokens than room. Over a token only its own lines are drawn; a
/// click pins it (again: releases it; with shift: adds), Esc releases all. With the keyboard: up and down choose a
/// token, left and right the side, Enter pins.
class LineView : public QAbstractScrollArea, public SpokenWidget {
    Q_OBJECT
public:
    explicit LineView(QWidget* parent = nullptr);

    /// Throws std::invalid_argument when the view doesn't fit its own shape; the old one stays.
    void setView(const MatrixView& view);
    void setChoice(const LineChoice& choice);
    const LineViewPainter& painter() const { return m_painter; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

public slots:
    /// Marks tokens as other views ask (−1: none); emits nothing.
    void setHover(int row, int column);
    void setPins(const headlight::MapPins& pins);

signals:
    void hovered(int row, int column); ///< one of the two is −1
    void left();
    void pinsChanged(const headlight::MapPins& pins);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void point(const MapCell& token);
    void pin(const MapCell& token, bool add);
    void moveBy(int step);
    void scrollTo(bool query, int index); ///< as little as shows the token
    void changeSide(bool query);
    void fitScrollBar();

    LineViewPainter m_painter;
    ToldSize m_told;
};

} // namespace headlight
