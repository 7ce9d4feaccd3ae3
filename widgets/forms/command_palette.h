#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;

namespace headlight {

/// How well typed letters fit a title: they must occur in this order; whole beginnings of words count most. 0: not at
/// all.
int fuzzyScore(const QString& typed, const QString& title);

/// Search over actions, at the top of its window: type, choose with the arrows, Enter runs, Esc leaves. Closes when the
/// focus goes elsewhere, and gives it back.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* window);

    /// Actions without a title are left out; one that is disabled is shown, but can't be run.
    void open(const QList<QAction*>& actions);

    QStringList shown() const; ///< titles, best first

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void runCurrent();
    void leave(bool giveFocusBack);
    void place();

    QLineEdit* m_search;
    QListWidget* m_list;
    QList<QPointer<QAction>> m_actions;
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace headlight
