#pragma once

#include "viewmodels/sentence_history.h"

#include <QLineEdit>

namespace headlight {

class Session;

/// The sentence of the session, or the second one of a pair: every keystroke sets it, Up and Down walk through
/// sentences typed before, Enter or leaving the field puts it into the history. A pasted text becomes one line.
class SentenceEdit : public QLineEdit {
    Q_OBJECT
public:
    enum class Which { First, Second };
    explicit SentenceEdit(Session& session, Which which = Which::First, QWidget* parent = nullptr);

    const QStringList& history() const { return m_history.sentences(); }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void remember();

    Session& m_session;
    SentenceHistory m_history;
};

} // namespace headlight
