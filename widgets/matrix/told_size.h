#pragma once

#include <QWidget>
#include <utility>

namespace headlight {

/// What a layout knows of the size that a widget wants. It is told only of what is new, for each time it lays out the
/// whole window.
class ToldSize {
public:
    /// `height` for the width that the widget has, where it depends on that: the same height for another width is new.
    void tell(QWidget& widget, const QSize& hint, int height = 0) {
        const Size size{hint, height, height > 0 ? widget.width() : 0};
        if (std::exchange(m_size, size) != size)
            widget.updateGeometry();
    }

private:
    struct Size {
        QSize hint;
        int height = 0, width = 0;
        bool operator==(const Size&) const = default;
    };
    Size m_size;
};

} // namespace headlight
