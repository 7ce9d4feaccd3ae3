#pragma once

#include <QFrame>
#include <QList>
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
    };

    QString key = {}; ///< a later message with the same key takes the place of the earlier; empty: none
    Kind kind = Kind::Info;
    QString text;         ///< what, where, what to do
    QString details = {}; ///< behind a link
    QList<Action> actions = {};
    bool dismissable = true;
};

/// The bar under a toolbar. One message is shown, the newest; the others wait behind it. Never takes the focus.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void post(const BarMessage& message);
    void withdraw(const QString& key);
    void dismiss(); ///< the one that is shown
    qsizetype count() const { return m_messages.size(); }
    QString text() const; ///< of the one that is shown

protected:
    void changeEvent(QEvent* event) override;

private:
    void showLast();
    void applyColors();

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
