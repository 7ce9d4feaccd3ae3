#pragma once

#include "viewmodels/attend_model.h"

#include <QWidget>
#include <map>

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace headlight {

class ExpressionEdit;

/// The head in focus: how it attends, and what the user can change of it.
class HeadPane : public QWidget {
    Q_OBJECT
public:
    HeadPane(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// The head in focus, by switches; what else has a map has none.
    bool canChange() const;
    void toggleOn();

private:
    void refresh();
    void switchOn(bool on);
    void setScale(double scale, bool dragged);
    void setMask(const QString& expression);
    QString name() const;
    QString titleText() const;
    QString maskText() const; ///< of the head in focus, as it is now

    Session& m_session;
    AttendModel& m_model;
    QLabel *m_title, *m_statistics;
    QWidget* m_changes;
    QFormLayout* m_form;
    QCheckBox* m_on;
    QSlider* m_slider;
    QDoubleSpinBox* m_scale;
    ExpressionEdit* m_mask;
    QPushButton *m_reset, *m_undo;
    std::map<MapAddress, double> m_scaleBefore; ///< of heads of the open model, when they were switched off
};

} // namespace headlight
