#pragma once

#include <QTimer>
#include <QWidget>

namespace headlight {

/// Over the content it is given: dims it and moves a thin bar along its upper edge while something new is computed.
/// Work that is done within a tenth of a second shows nothing. Mouse and keys reach the old content.
class BusyBar : public QWidget {
    Q_OBJECT

public:
    explicit BusyBar(QWidget* content);

    void setBusy(bool busy);
    bool isBusy() const { return m_busy; }
    /// 0 … 1; less than 0: not known, the bar runs to and fro.
    void setProgress(double share);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QTimer m_delay;
    QTimer m_motion;
    bool m_busy = false;
    double m_progress = -1;
    double m_phase = 0;
};

} // namespace headlight
