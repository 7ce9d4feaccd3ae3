#include "panels/attend/altered_line.h"

#include "forms/message_bar.h"
#include "forms/overlay.h"
#include "session/session.h"
#include "viewmodels/attend_model.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace headlight {

AlteredLine::AlteredLine(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_nothing(new QLabel), m_bar(new MessageBar(parent)) {
    const int em = fontMetrics().height();
    m_bar->setObjectName("altered");
    m_bar->setAccessibleName(tr("What is altered"));
    m_bar->setOneLine();
    new Overlay(m_bar, this, Overlay::Place::Line);
    m_nothing->setObjectName("altered-hint");
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(em / 2, 0, em / 2, 0);
    row->addWidget(m_nothing);
    fit();
}

void AlteredLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void AlteredLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

/// As high as the bar with its button.
void AlteredLine::fit() {
    setFixedHeight(QPushButton(QStringLiteral("x")).sizeHint().height() + fontMetrics().height() / 2);
    const QString text = m_hint.isEmpty() ? tr("As trained. Your changes will be listed here.") : m_hint;
    m_nothing->setText(m_nothing->fontMetrics().elidedText(text, Qt::ElideRight, m_nothing->width()));
    m_nothing->setToolTip(text);
}

void AlteredLine::setHint(const QString& hint) {
    if (hint == m_hint)
        return;
    m_hint = hint;
    fit();
    refresh();
}

void AlteredLine::refresh() {
    constexpr qsizetype most = 1; // the list of heads marks them all
    const QString what = m_model.alterations(most);
    if (what.isEmpty()) {
        m_bar->withdraw("altered");
        return;
    }
    BarMessage message;
    message.key = "altered";
    message.kind = BarMessage::Kind::Altered;
    // The end is cut where there is little room: first what to do, then what is altered.
    const auto sentence = [this](QString alterations) {
        alterations[0] = alterations[0].toUpper();
        QStringList parts{m_hint, alterations, m_model.answer().change()};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" — "));
    };
    message.text = sentence(what);
    if (const QString all = m_model.alterations(); all != what)
        message.whole = sentence(all);
    message.actions = {{tr("Undo all"), [this] { m_session.undoAllChanges(); },
                        tr("Back to the trained model (Ctrl+Shift+Backspace)")}};
    message.dismissable = false;
    m_bar->post(message);
}

} // namespace headlight
