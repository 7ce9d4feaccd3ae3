#pragma once

#include "matrix/told_size.h"
#include "viewmodels/attend_model.h"

#include <QToolButton>

class QMenu;

namespace headlight {

/// One map of several heads: which heads, and mean, maximum or rollout. Heads are also chosen by Ctrl+click in the maps
/// and in the list of heads.
class CombineChoice : public QToolButton {
    Q_OBJECT
public:
    CombineChoice(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// As wide as its widest text: what is beside it stays where it is.
    QSize sizeHint() const override;

private:
    void refresh();
    void fillMenu();
    void addKind(HeadCombination::Kind kind, const QString& title, const QString& help);
    void addHeads(const QString& title, const std::vector<MapAddress>& heads);

    Session& m_session;
    AttendModel& m_model;
    QMenu* m_menu;
    ToldSize m_told;
};

/// Shows these heads as one map, or says why they can't be. Of one head its own map.
void combineHeads(Session& session, const AttendModel& model, HeadCombination combination);
/// One head more, or less, beside those that are shown.
void toggleCombined(Session& session, const AttendModel& model, const MapAddress& head);

} // namespace headlight
