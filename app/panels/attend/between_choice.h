#pragma once

#include "viewmodels/attend_model.h"

#include <QComboBox>

namespace headlight {

/// Of two texts that are one sequence, whose tokens look at whose: all, or one part of the maps. Hidden where a
/// sequence is of one text.
class BetweenChoice : public QComboBox {
    Q_OBJECT
public:
    BetweenChoice(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// To the part that follows, and from the last to all.
    void next();

private:
    void refresh();
    void choose(int index);

    Session& m_session;
    AttendModel& m_model;
};

} // namespace headlight
