#include "matrix/spoken_widget.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace headlight {

namespace {

class SpokenInterface : public QAccessibleWidget {
public:
    explicit SpokenInterface(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Chart) {}

    QString text(QAccessible::Text kind) const override {
        if (kind == QAccessible::Value || kind == QAccessible::Description)
            if (const auto* spoken = dynamic_cast<const SpokenWidget*>(object()))
                if (QString value = spoken->spokenValue(); !value.isEmpty())
                    return value;
        return QAccessibleWidget::text(kind);
    }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    if (object && object->isWidgetType() && dynamic_cast<SpokenWidget*>(object))
        return new SpokenInterface(static_cast<QWidget*>(object));
    return nullptr;
}

} // namespace

void SpokenWidget::installAccessibility() {
    static const bool installed = (QAccessible::installFactory(makeInterface), true);
    Q_UNUSED(installed);
}

void SpokenWidget::announce(QWidget* self, const QString& value) {
    if (!QAccessible::isActive())
        return;
    QAccessibleValueChangeEvent changed(self, value);
    QAccessible::updateAccessibility(&changed);
    QAccessibleEvent described(self, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&described);
}

} // namespace headlight
