#include "forms/clear_button.h"

#include <QLineEdit>
#include <QObject>
#include <QToolButton>

namespace headlight {

void addClearButton(QLineEdit& line) {
    line.setClearButtonEnabled(true);
    for (auto* button : line.findChildren<QToolButton*>()) {
        button->setAccessibleName(QObject::tr("Empty the field"));
        button->setToolTip(QObject::tr("Empties the field"));
    }
}

} // namespace headlight
