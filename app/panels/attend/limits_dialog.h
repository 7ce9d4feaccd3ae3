#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace headlight {

/// Two numbers between which colours run. It can't be left by OK while they are none, or the first is not below the
/// second.
class LimitsDialog : public QDialog {
    Q_OBJECT
public:
    LimitsDialog(double low, double high, QWidget* parent = nullptr);

    double low() const;
    double high() const;

private:
    void check();
    QString problem() const;

    QLineEdit *m_low, *m_high;
    QLabel* m_problem;
    QDialogButtonBox* m_buttons;
};

} // namespace headlight
