#pragma once

#include "plots/plot_widget.h"

#include <QDialog>

class QLabel;
class QLineEdit;

namespace headlight {

/// What a person types as a place along an axis: "0.5", "1,000", "1e−3"; of durations "90", "90 s", "1 min 30 s", "2
/// h"; of dates "2024-05-31" with or without a time. None when it is none of that.
std::optional<double> parsedPlace(const QString& text, PlotWidget::Kind kind);
/// In that form.
QString typedPlace(double value, PlotWidget::Kind kind);

/// Asks from where to where an axis goes. An empty field is automatic: as far as the data.
class AxisLimitsDialog : public QDialog {
    Q_OBJECT

public:
    AxisLimitsDialog(PlotWidget& plot, PlotWidget::Axis axis);

    void accept() override;

private:
    std::optional<double> read(const QLineEdit& field) const; ///< none: automatic; invalid_argument with what is wrong
    void makeAutomatic();
    int wideEnough() const;

    PlotWidget& m_plot;
    PlotWidget::Axis m_axis;
    QLineEdit *m_from, *m_to;
    QLabel* m_problem;
};

} // namespace headlight
