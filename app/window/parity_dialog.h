#pragma once

#include "viewmodels/parity_model.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace headlight {

/// All figures of the comparison with a reference, layer by layer, and a button that asks for another file. It follows
/// the current model.
class ParityDialog : public QDialog {
    Q_OBJECT
public:
    explicit ParityDialog(ParityModel& model, QWidget* parent = nullptr);

private:
    void refresh();
    void askForReference();

    ParityModel& m_model;
    QLabel* m_state;
    QTreeWidget* m_figures;
    QPushButton* m_other;
};

} // namespace headlight
