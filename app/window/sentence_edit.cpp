#include "window/sentence_edit.h"

#include "forms/clear_button.h"
#include "session/session.h"

#include <QKeyEvent>

namespace headlight {

SentenceEdit::SentenceEdit(Session& session, Which which, QWidget* parent)
    : QLineEdit(parent), m_session(session), m_history(session.settings().list("history")) {
    const bool first = which == Which::First;
    setObjectName(first ? "sentence" : "second-sentence");
    setAccessibleName(first ? tr("Sentence") : tr("Second sentence"));
    setPlaceholderText(tr("Type a sentence")); // of a model the window says what it is for
    setToolTip(tr("The sentence that the model reads (Ctrl+L). Up and Down walk through earlier ones."));
    setWhatsThis(tr("Every keystroke runs the model again and redraws its maps. Up and Down walk through the sentences "
                    "typed before; the button beside has examples of the model's corpus."));
    addClearButton(*this);
    setMaxLength(2'000'000); // a text of 10,000 tokens and more is a use, not a mistake
    const auto show = [this, first] {
        const QString sentence = first ? m_session.sentence() : m_session.second();
        if (text() != sentence)
            setText(sentence);
    };
    show();
    connect(&session, &Session::sentenceChanged, this, show);
    connect(this, &QLineEdit::textChanged, &session,
            first ? &Session::setSentence : &Session::setSecond); // the clear button, too
    connect(this, &QLineEdit::returnPressed, this, &SentenceEdit::remember);
}

void SentenceEdit::remember() {
    m_history.add(text());
    m_session.settings().set("history", history());
}

/// Ctrl+E offers examples; by itself a line would take it for the end of the line. Undo and redo are the window's where
/// nothing of the text is to be undone.
bool SentenceEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_E && key->modifiers() == Qt::ControlModifier) ||
            (key->matches(QKeySequence::Undo) && !isUndoAvailable()) ||
            (key->matches(QKeySequence::Redo) && !isRedoAvailable())) {
            event->ignore();
            return false;
        }
    }
    return QLineEdit::event(event);
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
