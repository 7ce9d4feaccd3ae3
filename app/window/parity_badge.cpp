#include "window/parity_badge.h"

#include "style/colors.h"
#include "wording/parity_words.h"
#include "wording/shown_text.h"

#include <QEvent>
#include <QFileInfo>
#include <QPainter>

namespace headlight {

static ColorRole roleOf(ParityVerdict verdict) {
    return verdict == ParityVerdict::Green    ? ColorRole::Success
           : verdict == ParityVerdict::Yellow ? ColorRole::Altered
                                              : ColorRole::Error;
}

ParityBadge::ParityBadge(ParityModel& model, QWidget* parent) : QToolButton(parent), m_model(model) {
    setObjectName(QStringLiteral("parity"));
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(this, &QToolButton::clicked, this, &ParityBadge::showFigures);
    connect(&model, &ParityModel::changed, this, &ParityBadge::refresh);
    refresh();
}

void ParityBadge::showFigures() {
    if (!m_dialog) {
        m_dialog = new ParityDialog(m_model, window());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void ParityBadge::changeEvent(QEvent* event) {
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
}

void ParityBadge::refresh() {
    const ParityModel::State state = m_model.state();
    setVisible(state != ParityModel::State::None);
    const QString file = shownText(QFileInfo(m_model.reference()).fileName());
    switch (state) {
    case ParityModel::State::None:
        break;
    case ParityModel::State::Checking:
        setText(tr("Reference: checking"));
        setToolTip(tr("The model is being compared with %1; click for the figures").arg(file));
        break;
    case ParityModel::State::Known:
        setText(tr("Reference: %1").arg(parityWord(m_model.report().verdict())));
        setToolTip(tr("Largest differences from %1, relative:\n%2\n%3\nClick for all figures")
                       .arg(file, paritySummary(m_model.report()), parityBounds()));
        break;
    case ParityModel::State::Failed:
        setText(tr("Reference: not compared"));
        setToolTip(tr("The model can't be compared with %1: %2").arg(file, m_model.problem()));
        break;
    }
    setAccessibleName(text());
    drawIcon();
}

/// A disc; a ring where nothing is known.
void ParityBadge::drawIcon() {
    const int size = fontMetrics().ascent();
    const double ratio = devicePixelRatioF();
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(palette());
    const bool isKnown = m_model.state() == ParityModel::State::Known;
    const QColor ink = color(isKnown ? roleOf(m_model.report().verdict()) : ColorRole::MutedText, theme);
    painter.setPen(QPen(ink, 1.5));
    if (isKnown)
        painter.setBrush(ink);
    const double margin = size / 5.0;
    painter.drawEllipse(QRectF(margin, margin, size - 2 * margin, size - 2 * margin));
    painter.end();
    setIconSize(QSize(size, size));
    setIcon(pixmap);
}

} // namespace headlight
