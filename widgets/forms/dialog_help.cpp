#include "forms/dialog_help.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace headlight {

static QString helpOf(QDialogButtonBox::ButtonRole role) {
    return role == QDialogButtonBox::AcceptRole
               ? QCoreApplication::translate("headlight", "Takes over what is entered (Enter)")
           : role == QDialogButtonBox::RejectRole
               ? QCoreApplication::translate("headlight", "Closes the dialog without a change (Esc)")
               : QString();
}

void explainDialog(QDialog& dialog, const QString& field) {
    dialog.sizeHint(); // an input dialog of Qt's makes its buttons when it is first asked
    for (const QDialogButtonBox* box : dialog.findChildren<QDialogButtonBox*>())
        for (QAbstractButton* button : box->buttons())
            if (button->toolTip().isEmpty())
                button->setToolTip(helpOf(box->buttonRole(button)));
    if (field.isEmpty())
        return;
    for (QWidget* control : dialog.findChildren<QWidget*>()) {
        if (!qobject_cast<QLineEdit*>(control) && !qobject_cast<QAbstractSpinBox*>(control) &&
            !qobject_cast<QPlainTextEdit*>(control))
            continue;
        if (control->accessibleName().isEmpty())
            control->setAccessibleName(field);
        if (control->toolTip().isEmpty())
            control->setToolTip(field);
    }
}

} // namespace headlight
