#pragma once

#include "viewmodels/features_model.h"
#include "views/map_view.h"

#include <QDialog>

class QLabel;

namespace headlight {

class HeatMap;

/// The maps of two features large, side by side, and their difference. Left and right go on with the second one, up and
/// down with the first, Esc leaves.
class FeaturePair : public QDialog {
    Q_OBJECT
public:
    FeaturePair(const FeaturesModel& features, const AttendModel& model, QWidget* parent);

    void compare(Index first, Index second);
    void setLook(const MapLook& look);
    Index first() const { return m_first; }
    Index second() const { return m_second; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    Index neighbourOf(Index feature, int by) const;

    const FeaturesModel& m_features;
    const AttendModel& m_model;
    MapLook m_look;
    Index m_first = 0, m_second = 0;
    HeatMap *m_maps[2], *m_difference;
    QLabel* m_note;
};

} // namespace headlight
