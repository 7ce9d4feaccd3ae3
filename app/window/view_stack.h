#pragma once

#include <QStackedWidget>

namespace headlight {

/// The views, of which one is seen. Only that one says how small the window can be: what another one showed before
/// makes it no higher.
class ViewStack : public QStackedWidget {
public:
    explicit ViewStack(QWidget* parent = nullptr) : QStackedWidget(parent) {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }

    QSize minimumSizeHint() const override { return currentWidget() ? currentWidget()->minimumSizeHint() : QSize(); }
};

} // namespace headlight
