#pragma once

#include "viewmodels/features_model.h"
#include "views/map_view.h"

#include <QDialog>

class QLabel;

namespace headlight {

class HeatMap;

/// Two maps large, each of a feature or the mean of a cluster, side by side, and their difference. Left and right go on
/// with the second one, up and down with the first, Esc leaves.
class FeaturePair : public QDialog {
    Q_OBJECT
public:
    FeaturePair(const FeaturesModel& features, const AttendModel& model, QWidget* parent);

    void compare(const FeatureChoice& first, const FeatureChoice& second);
    void setLook(const MapLook& look);
    const FeatureChoice& first() const { return m_first; }
    const FeatureChoice& second() const { return m_second; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    bool isThere(const FeatureChoice& choice) const; ///< in the head that is shown now
    FeatureChoice neighbourOf(const FeatureChoice& choice, int by) const;

    const FeaturesModel& m_features;
    const AttendModel& m_model;
    MapLook m_look;
    MapAddress m_address; ///< whose features they are
    FeatureChoice m_first, m_second;
    HeatMap *m_maps[2], *m_difference;
    QLabel* m_note;
};

} // namespace headlight
