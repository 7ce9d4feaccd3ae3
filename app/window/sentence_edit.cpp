#include "window/sentence_edit.h"

#include "session/session.h"

#include <QKeyEvent>

namespace headlight {

SentenceEdit::SentenceEdit(Session& session, QWidget* parent)
    : QLineEdit(parent), m_session(session), m_history(session.settings().list("history")) {
    setObjectName("sentence");
    setAccessibleName(tr("Sentence"));
    setPlaceholderText(tr("Type a sentence"));
    setToolTip(tr("The sentence that the model reads (Ctrl+L). Up and Down walk through earlier ones."));
    setWhatsThis(tr("Every keystroke runs the model again and redraws its maps. Up and Down walk through the sentences "
                    "typed before; the button beside has examples of the model's corpus."));
    setClearButtonEnabled(true);
    setMaxLength(2'000'000); // a text of 10,000 tokens and more is a use, not a mistake
    setText(session.sentence());
    connect(&session, &Session::sentenceChanged, this, [this] {
        if (text() != m_session.sentence())
            setText(m_session.sentence());
    });
    connect(this, &QLineEdit::textChanged, &session, &Session::setSentence); // the clear button, too
    connect(this, &QLineEdit::returnPressed, this, &SentenceEdit::remember);
}

void SentenceEdit::remember() {
    m_history.add(text());
    m_session.settings().set("history", history());
}

void SentenceEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Up)
        setText(m_history.older(text()));
    else if (event->key() == Qt::Key_Down)
        setText(m_history.newer(text()));
    else
        QLineEdit::keyPressEvent(event);
}

void SentenceEdit::focusOutEvent(QFocusEvent* event) {
    if (event->reason() != Qt::PopupFocusReason)
        remember();
    QLineEdit::focusOutEvent(event);
}

} // namespace headlight
