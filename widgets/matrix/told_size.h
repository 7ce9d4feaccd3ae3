#pragma once

#include <QWidget>
#include <utility>

namespace headlight {

/// What a layout knows of the size that a widget wants. It is told only of what is new, for each time it lays out the
/// whole window.
class ToldSize {
public:
    /// `height` for the width that the widget has, where it depends on that.
    void tell(QWidget& widget, const QSize& hint, int height = 0) {
        if (std::pair size(hint, height); std::exchange(m_size, size) != size)
            widget.updateGeometry();
    }

private:
    std::pair<QSize, int> m_size;
};

} // namespace headlight
