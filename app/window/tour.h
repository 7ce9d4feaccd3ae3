#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <memory>

class QTabBar;
class QWidget;

namespace headlight {

class Callout;
class Session;
struct TourStep;

/// Walks through the first steps on the real window: each is pointed at, and goes on when the user has done it. In
/// another view than a step's own the tour points at that view's tab.
class Tour : public QObject {
    Q_OBJECT
public:
    Tour(QWidget& window, QTabBar& views, Session& session);
    ~Tour() override;

    void begin(); ///< anew, too
    void leave();
    bool isActive() const { return m_step >= 0; }
    int step() const { return m_step; } ///< from 0; −1 while there is none
    void takeKeyboard();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(int step);
    void enter();
    void place();
    QRect targetOf(const TourStep& step) const;
    QRect placeOf(const QString& name) const;
    QRect rectOf(const QWidget* widget) const;
    bool isInItsView() const;

    QWidget& m_window;
    QTabBar& m_views;
    Session& m_session;
    QPointer<Callout> m_callout;        ///< a child of the window
    std::unique_ptr<QObject> m_context; ///< of what the step listens to
    QTimer m_rest, m_placing;
    int m_step = -1;
};

} // namespace headlight
