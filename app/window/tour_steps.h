#pragma once

#include <QRect>
#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace headlight {

class Session;

/// What a step of the tour listens to. Connections belong to `context` and end with the step.
struct TourWatch {
    QWidget& window;
    Session& session;
    QObject* context;
    std::function<void()> done; ///< the user has done it
};

/// One of the first steps: what to do in the window, where, and how one hears that it was done.
struct TourStep {
    const char* id;
    const char* view; ///< in which it is done
    const char* title;
    const char* text;
    /// The parts of the window to point at, the first that is seen; names of widgets.
    std::vector<const char*> targets;
    std::function<void(const TourWatch&)> watch; ///< none: it is read
    int restMilliseconds = 0;                    ///< goes on when the user has rested so long
};

/// In their order. Adding one is a row.
const std::vector<TourStep>& tourSteps();

} // namespace headlight
