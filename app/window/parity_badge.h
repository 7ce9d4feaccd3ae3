#pragma once

#include "window/parity_dialog.h"

#include <QPointer>
#include <QToolButton>

namespace headlight {

/// Whether the model agrees with its reference, in a word and a colour; there is none without a reference. A click
/// shows all figures.
class ParityBadge : public QToolButton {
    Q_OBJECT
public:
    explicit ParityBadge(ParityModel& model, QWidget* parent = nullptr);

    /// Also where there is no reference yet: the dialog asks for one.
    void showFigures();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void drawIcon();

    ParityModel& m_model;
    QPointer<ParityDialog> m_dialog;
};

} // namespace headlight
