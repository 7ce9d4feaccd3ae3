#pragma once

#include <QMenu>

namespace headlight {

/// A menu of things to tick, which stays open while they are ticked: by a click, by Space or by Enter.
class CheckMenu : public QMenu {
    Q_OBJECT

public:
    using QMenu::QMenu;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_isPressed = false; ///< a button, since it opened
};

} // namespace headlight
