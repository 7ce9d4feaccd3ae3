#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace headlight {

class MainWindow;

/// Writes a picture of the window once its view is complete, then ends the program: with 1 when something was wrong.
class Screenshot : public QObject {
    Q_OBJECT
public:
    Screenshot(MainWindow& window, const QString& path);

    QString problem() const { return m_problem; }

private:
    void look();
    void finish(const QString& problem);

    static constexpr int patienceSeconds = 60;
    MainWindow& m_window;
    QString m_path, m_problem;
    QTimer m_timer;
    int m_completeLooks = 0, m_looks = 0;
};

} // namespace headlight
