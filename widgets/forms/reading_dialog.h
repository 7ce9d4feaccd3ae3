#pragma once

#include <QString>

class QDialog;
class QDialogButtonBox;
class QLabel;
class QVBoxLayout;

namespace headlight {

/// A paragraph of a dialog, which can be selected and copied.
QLabel* readText(const QString& name);

/// Puts the button that closes a dialog of nothing but things to look at below all that stands in its column.
QDialogButtonBox* addCloseButton(QDialog& dialog, QVBoxLayout& column);

} // namespace headlight
