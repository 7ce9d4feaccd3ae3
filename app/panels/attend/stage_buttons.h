#pragma once

#include "viewmodels/attend_model.h"

#include <QWidget>

class QActionGroup;
class QButtonGroup;
class QToolButton;

namespace headlight {

/// Score, masked or weight: which stage of the map in focus is shown; where the scores of a model's heads are sums,
/// their parts are in a menu before these. What is no attention has one stage: a single button, with nothing to choose,
/// says what is shown.
class StageButtons : public QWidget {
    Q_OBJECT
public:
    StageButtons(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// To the stage that follows, and from the last to the first.
    void next();

private:
    void buildParts();
    void refresh();
    void refreshParts(MapStage shown);

    Session& m_session;
    AttendModel& m_model;
    QButtonGroup* m_buttons;
    QToolButton* m_parts;
    QActionGroup* m_partActions;
};

/// How buttons of which one is chosen show it.
inline constexpr auto chosenStyle =
    "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }";

} // namespace headlight
