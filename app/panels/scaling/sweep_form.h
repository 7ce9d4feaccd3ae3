#pragma once

#include "engine/analysis/scale_plan.h"

#include <QVariantMap>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace headlight {

class ModelList;

/// What a sweep is to measure.
class SweepForm : public QWidget {
    Q_OBJECT
public:
    explicit SweepForm(QWidget* parent = nullptr);

    /// Error naming what can't be read.
    ScalePlan plan() const;
    void setPlan(const ScalePlan& plan);
    double memoryLimit() const; ///< bytes; Error when what is typed is no size that this machine has

    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

signals:
    void changed();

private:
    void addModels(QFormLayout& form);
    void addLengths(QFormLayout& form);
    void addTicks(QFormLayout& form);
    void addNumbers(QFormLayout& form);
    void applyPreset(int index);
    void setOptimizer(const QString& id);
    QSpinBox* number(const QString& name, const QString& title, int low, int high, int value, QFormLayout& form,
                     const QString& help);

    ModelList* m_models;
    QLineEdit* m_lengths;
    QComboBox* m_preset;
    QCheckBox *m_fused, *m_reference, *m_infer, *m_train, *m_pieces, *m_single;
    QSpinBox *m_batch, *m_features, *m_threads, *m_repetitions;
    QComboBox* m_optimizer;
    QLineEdit* m_memory;
};

} // namespace headlight
