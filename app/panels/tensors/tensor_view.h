#pragma once

#include "viewmodels/tensors_model.h"

#include <QWidget>

class QCheckBox;

namespace headlight {

class FewLinesLabel;
class HistogramPlot;

/// The figures and the histogram of the tensor that is chosen.
class TensorView : public QWidget {
    Q_OBJECT

public:
    explicit TensorView(TensorsModel& model, QWidget* parent = nullptr);

signals:
    void failed(const QString& message); ///< an export went wrong

private:
    void showFigures();
    QString emptyText() const;

    TensorsModel& m_model;
    FewLinesLabel* m_figures;
    QCheckBox* m_logarithmic;
    HistogramPlot* m_plot;
};

} // namespace headlight
