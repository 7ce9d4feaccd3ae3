#pragma once

#include <QSize>
#include <QString>

namespace headlight {

/// The command line of `headlight`; what is empty is as it was when the window was closed.
struct WindowOptions {
    QString model = {}, text = {}, view = {}, theme = {}, store = {}, screenshot = {};
    QSize size = {};
    QString viewFile = {}; ///< opened behind the first model

    bool takesScreenshot() const { return !screenshot.isEmpty(); }
};

} // namespace headlight
