#include "forms/few_lines_label.h"

#include "forms/wrapped_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>
#include <algorithm>

namespace headlight {

FewLinesLabel::FewLinesLabel(int lines, QWidget* parent) : QLabel(parent), m_lines(lines) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    QSizePolicy policy = sizePolicy();
    policy.setVerticalPolicy(QSizePolicy::Fixed);
    policy.setHeightForWidth(false);
    setSizePolicy(policy);
}

int FewLinesLabel::heightForWidth(int) const {
    return sizeHint().height();
}

QSize FewLinesLabel::sizeHint() const {
    const QMargins margins = contentsMargins();
    return {QLabel::sizeHint().width(), m_lines * fontMetrics().lineSpacing() + margins.top() + margins.bottom()};
}

QSize FewLinesLabel::minimumSizeHint() const {
    const QMargins margins = contentsMargins();
    return {10 * fontMetrics().averageCharWidth() + margins.left() + margins.right(), sizeHint().height()};
}

QStringList FewLinesLabel::shownLines() const {
    const int width = contentsRect().width();
    const qsizetype most = std::max(m_lines, contentsRect().height() / fontMetrics().lineSpacing());
    const QString whole = QString(text()).replace(u'\n', QChar::LineSeparator);
    QTextLayout layout(whole, font());
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() == most) { // there are more than have room
            const qsizetype start = layout.lineAt(int(most) - 1).textStart();
            const QString rest = whole.mid(start).replace(QChar::LineSeparator, u' ');
            lines.last() = fontMetrics().elidedText(rest, Qt::ElideRight, width);
            break;
        }
        lines += whole.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

bool FewLinesLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    const QStringList lines = shownLines();
    if (lines.isEmpty() || !lines.last().endsWith(u'…'))
        return QLabel::event(event); // its own, as of any label
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), inLines(text()), this);
    return true;
}

void FewLinesLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const int across = int(alignment() & Qt::AlignHorizontal_Mask);
    const int along = alignment() & Qt::AlignTop ? Qt::AlignTop : Qt::AlignBottom;
    painter.drawText(contentsRect(), across | along, shownLines().join(u'\n'));
}

} // namespace headlight
