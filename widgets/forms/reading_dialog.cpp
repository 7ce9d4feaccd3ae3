#include "forms/reading_dialog.h"

#include "forms/dialog_help.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace headlight {

QLabel* readText(const QString& name) {
    auto* const label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QDialogButtonBox* addCloseButton(QDialog& dialog, QVBoxLayout& column) {
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    column.addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::close);
    explainDialog(dialog);
    return buttons;
}

} // namespace headlight
