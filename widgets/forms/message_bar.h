#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>
#include <functional>

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace headlight {

/// One thing the user must know. It stays until dismissed or withdrawn.
struct BarMessage {
    enum class Kind { Info, Warning, Error, Altered };
    struct Action {
        QString title;
        std::function<void()> run;
        QString help = {}; ///< its tooltip
    };

    QString key = {}; ///< a later message with the same key takes the place of the earlier; empty: none
    Kind kind = Kind::Info;
    QString text;         ///< what, where, what to do
    QString details = {}; ///< behind a link
    QList<Action> actions = {};
    bool dismissable = true;
    QString whole = {}; ///< the text, where that is shortened: its tooltip, and first of the details
    QString end = {};   ///< of the text: on one line it is not cut, but goes below a text that has no room beside it
};

/// A framed bar. One message is shown, the newest; the others wait behind it. It never takes the focus by itself;
/// screen readers are told of every message. An Overlay puts it over a view.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void post(const BarMessage& message);
    void withdraw(const QString& key);
    /// The text on one line, cut where the width ends; a button shows all of it.
    void setOneLine();
    /// The keyboard on its first button; Esc dismisses then, and gives the keyboard back.
    void takeKeyboard();
    void dismiss(); ///< the one that is shown
    qsizetype count() const { return m_messages.size(); }
    QString text() const; ///< of the one that is shown

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLast();
    void applyColors();
    void fitText();
    void fitLines(const BarMessage& message);
    void giveKeyboardBack();

    bool m_oneLine = false;
    QPointer<QWidget> m_before; ///< had the keyboard
    QList<BarMessage> m_messages;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_waiting;
    QToolButton* m_link;
    QHBoxLayout* m_actions;
    QToolButton* m_close;
    QPlainTextEdit* m_details;
};

} // namespace headlight
