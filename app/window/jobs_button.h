#pragma once

#include <QTimer>
#include <QToolButton>

namespace headlight {

class Jobs;

/// How many jobs run, and a menu with progress, remaining time and a way to cancel each, or to go on with one that is
/// paused. Work that is over in a moment is not counted.
class JobsButton : public QToolButton {
    Q_OBJECT
public:
    explicit JobsButton(Jobs& jobs, QWidget* parent = nullptr);

private:
    void refresh();
    void fillMenu();

    Jobs& m_jobs;
    QTimer m_timer;
};

} // namespace headlight
