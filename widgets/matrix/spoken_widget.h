#pragma once

#include <QWidget>

namespace headlight {

/// A widget that draws values and can say the current one: screen readers get spokenValue() as its value and hear of it
/// with each announce().
class SpokenWidget {
public:
    virtual ~SpokenWidget() = default;
    /// The current item in words; empty when nothing is current.
    virtual QString spokenValue() const = 0;

protected:
    /// Call once from the constructor.
    static void installAccessibility();
    /// The current item changed. `self` is the widget.
    static void announce(QWidget* self, const QString& value);
};

} // namespace headlight
