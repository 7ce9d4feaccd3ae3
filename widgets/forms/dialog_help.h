#pragma once

#include <QString>

class QDialog;

namespace headlight {

/// Gives the controls of a dialog what they lack of tooltips and names: the buttons say what they do, and a field that
/// it is asked for is called `field`. For dialogs of Qt's, and for the usual buttons of our own.
void explainDialog(QDialog& dialog, const QString& field = {});

} // namespace headlight
