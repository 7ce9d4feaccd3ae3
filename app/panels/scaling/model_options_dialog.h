#pragma once

#include "engine/analysis/scale_plan.h"

#include <QDialog>
#include <QMap>
#include <QString>

class QComboBox;
class QLabel;
class QPushButton;

namespace headlight {

class OptionForm;
class ProblemLine;

/// The options of one model of a sweep: a preset, and what differs from it.
class ModelOptionsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ModelOptionsDialog(const ScaledModel& model, QWidget* parent = nullptr);

    /// "mtsa:preset=paper:heads=8"
    QString model() const;

private:
    void fill(const QMap<QString, QString>& values); ///< with the preset's values, and these
    std::shared_ptr<Config> presetConfig() const;
    void check(); ///< whether the values fit each other

    QString m_encoder;
    QComboBox* m_preset;
    QLabel* m_presetHelp;
    OptionForm* m_options;
    QString m_misfit; ///< the option at which it is told
    ProblemLine* m_problem;
    QPushButton* m_ok;
};

} // namespace headlight
