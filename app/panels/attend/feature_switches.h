#pragma once

#include "viewmodels/features_model.h"

#include <QWidget>
#include <optional>

class QCheckBox;
class QDoubleSpinBox;
class QPushButton;

namespace headlight {

/// Switches the chosen features of the head in focus off, keeps them alone or scales them; where that can't be,
/// tooltips say why.
class FeatureSwitches : public QWidget {
    Q_OBJECT
public:
    FeatureSwitches(Session& session, const AttendModel& model, const FeaturesModel& features);

    void refresh();
    /// The factor that all of these features have; none where they differ.
    std::optional<double> factorOf(const std::vector<Index>& features) const;
    /// "feature 5 of layer 0 · head 1"
    QString nameOf(const std::vector<Index>& features) const;

private:
    QString headText() const;
    QString whyNot() const; ///< empty where the chosen features can be changed
    std::vector<Index> chosen() const;
    void scale(const std::vector<Index>& features, double factor, const QString& title, bool dragged = false);
    void keepAlone();

    Session& m_session;
    const AttendModel& m_model;
    const FeaturesModel& m_features;
    QCheckBox* m_on;
    QPushButton *m_alone, *m_trained;
    QDoubleSpinBox* m_scale;
};

} // namespace headlight
