#pragma once

#include "viewmodels/attend_model.h"

#include <QWidget>

class QComboBox;
class QSlider;
class QSpinBox;

namespace headlight {

/// What is shown of a feature-wise map: mean, maximum or standard deviation over its features, or one of them. Hidden
/// where the head in focus has one number for each pair.
class FeatureControls : public QWidget {
    Q_OBJECT
public:
    FeatureControls(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// To another feature; from their mean to the one beside that chosen last.
    void step(int by);

private:
    void refresh();
    void choose(int kind, int feature);

    Session& m_session;
    AttendModel& m_model;
    QComboBox* m_kind;
    QSlider* m_slider;
    QSpinBox* m_feature;
};

} // namespace headlight
