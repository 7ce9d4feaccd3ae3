#pragma once

#include "style/colors.h"

#include <QEvent>
#include <QWidget>

namespace headlight {

/// Tells what paints for a widget the colours or the font that have changed. False: the event is about something else.
template <class Painter>
bool followLook(const QWidget& widget, const QEvent& event, Painter& painter) {
    if (event.type() == QEvent::PaletteChange)
        painter.setTheme(themeOf(widget.palette()));
    else if (event.type() == QEvent::FontChange)
        painter.setFont(widget.font());
    else
        return false;
    return true;
}

} // namespace headlight
