#pragma once

#include "matrix/told_size.h"

#include <QScrollArea>

namespace headlight {

/// Content that is to be seen whole: its place is never lower than it, so that what stands beside it gives way, and it
/// scrolls only where it would take more than its share of the window's height, and more than others leave empty.
/// One that gives way asks for that place, but never makes a window higher than it is.
class FittingScroll : public QScrollArea {
    Q_OBJECT
public:
    /// `share` is of the window's height beyond so many lines of text, which what stands beside it needs in any case.
    FittingScroll(QWidget* content, double share, int linesOfOthers = 0, QWidget* parent = nullptr);

    /// The height that those beside it have no use for, and the one that it never exceeds, since they need the rest.
    void setRoom(int height, int limit = QWIDGETSIZE_MAX);
    void setGivesWay() { m_givesWay = true; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    int fittingHeight() const;
    int most() const;
    int wanted() const;
    void fit();

    double m_share;
    int m_linesOfOthers;
    int m_room = 0, m_limit = QWIDGETSIZE_MAX;
    bool m_givesWay = false;
    ToldSize m_told;
};

} // namespace headlight
