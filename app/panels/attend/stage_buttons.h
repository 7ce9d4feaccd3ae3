#pragma once

#include "viewmodels/attend_model.h"

#include <QWidget>

class QButtonGroup;

namespace headlight {

/// Score, masked or weight: which stage of the map in focus is shown. What is no attention has one stage: a single
/// button, with nothing to choose, says what is shown.
class StageButtons : public QWidget {
    Q_OBJECT
public:
    StageButtons(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// To the stage that follows, and from the last to the first.
    void next();

private:
    void refresh();

    Session& m_session;
    AttendModel& m_model;
    QButtonGroup* m_buttons;
};

/// How buttons of which one is chosen show it.
inline constexpr auto chosenStyle =
    "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }";

} // namespace headlight
