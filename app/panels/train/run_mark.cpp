#include "panels/train/run_mark.h"

#include <QPainter>

namespace headlight {

RunMark::RunMark(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("train.dot"));
    setToolTip(tr("The colour of this run in all views; in Runs a click on it chooses another one"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void RunMark::setLook(const std::optional<SeriesLook>& look) {
    m_look = look;
    setVisible(look.has_value());
    update();
}

QSize RunMark::sizeHint() const {
    return QSize(1, 1) * fontMetrics().height();
}

void RunMark::paintEvent(QPaintEvent*) {
    if (!m_look)
        return;
    QPainter painter(this);
    paintDot(painter, *m_look, themeOf(palette()), QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
}

} // namespace headlight
