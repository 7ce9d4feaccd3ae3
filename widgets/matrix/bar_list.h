#pragma once

#include <QWidget>

#include "matrix/bar_list_painter.h"
#include "matrix/spoken_widget.h"

namespace headlight {

/// Prediction bars and the like. The pointer or the up and down keys choose a bar; its full-precision value is the
/// tooltip and what a screen reader hears.
class BarList : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    explicit BarList(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setBars(const QList<Bar>& bars);
    void setFullValue(double value);
    const BarListPainter& painter() const { return m_painter; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;
    QString spokenValue() const override;

signals:
    void hovered(int index); ///< −1: none
    void activated(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void point(int index);

    BarListPainter m_painter;
};

} // namespace headlight
