#include "panels/attend/altered_line.h"

#include "forms/message_bar.h"
#include "forms/overlay.h"
#include "session/session.h"
#include "viewmodels/attend_model.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

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
    connect(&session, &Session::currentModelChanged, this, &AlteredLine::fit);
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

/// As high as the bar with its button, and with the figures below what is altered.
void AlteredLine::fit() {
    const int em = fontMetrics().height();
    setFixedHeight(std::max(QPushButton(QStringLiteral("x")).sizeHint().height() + em / 2, 2 * em + 2));
    const QString text = !m_hint.isEmpty()           ? m_hint
                         : m_session.hasGivenTexts() ? tr("Maps of a file: there is no model to be changed.")
                                                     : tr("As trained. Your changes will be listed here.");
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
    const auto sentence = [](QString alterations) {
        alterations[0] = alterations[0].toUpper();
        return alterations;
    };
    // While one paints, what to do has the place of the list, which the head's map shows then.
    const QString all = m_model.alterations();
    message.text = m_hint.isEmpty() ? sentence(what) : m_hint;
    message.end = m_model.answer().change();
    if (all != what || !m_hint.isEmpty())
        message.whole = message.end.isEmpty() ? sentence(all) : sentence(all) + QStringLiteral(" — ") + message.end;
    message.actions = {{tr("Undo all"), [this] { m_session.undoAllChanges(); },
                        tr("Back to the trained model (Ctrl+Shift+Backspace)")}};
    message.dismissable = false;
    m_bar->post(message);
}

} // namespace headlight
