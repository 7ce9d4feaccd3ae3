#include "window/tour_steps.h"

#include "forms/empty_state.h"
#include "matrix/map_grid.h"
#include "session/session.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>

namespace headlight {

namespace {

void onTyped(const TourWatch& watch) {
    if (const auto* field = watch.window.findChild<QLineEdit*>("sentence"))
        QObject::connect(field, &QLineEdit::textEdited, watch.context, watch.done);
}

void onHead(const TourWatch& watch) {
    QObject::connect(&watch.session, &Session::focusChanged, watch.context,
                     [watch, before = watch.session.focus().address] {
                         if (!(watch.session.focus().address == before))
                             watch.done();
                     });
}

void onPin(const TourWatch& watch) {
    QObject::connect(&watch.session, &Session::marksChanged, watch.context, [watch] {
        const Marks& marks = watch.session.marks();
        if (!marks.pinnedQueries.empty() || !marks.pinnedKeys.empty())
            watch.done();
    });
}

/// At once where it is so already.
void onAltered(const TourWatch& watch, bool wanted) {
    const auto look = [watch, wanted] {
        if (watch.session.isAltered() == wanted)
            watch.done();
    };
    QObject::connect(&watch.session, &Session::interventionChanged, watch.context, look);
    look();
}

void onFeature(const TourWatch& watch) {
    QObject::connect(&watch.session, &Session::focusChanged, watch.context, [watch] {
        const auto kind = watch.session.focus().features.kind;
        if (kind == FeatureChoice::Kind::One || kind == FeatureChoice::Kind::Group)
            watch.done();
    });
}

void onMask(const TourWatch& watch) {
    if (const auto* gallery = watch.window.findChild<MapGrid*>("mask-gallery"))
        QObject::connect(gallery, &MapGrid::currentChanged, watch.context, watch.done);
}

void onTraining(const TourWatch& watch) {
    const auto* start = watch.window.findChild<QPushButton*>("train.start");
    const auto* byKey = watch.window.findChild<QAction*>("train-start");
    const auto* next = watch.window.findChild<EmptyState*>("train.next"); // a toy task, or the settings
    if (!start || !byKey || !next)
        return;
    QObject::connect(next, &EmptyState::clicked, watch.context, watch.done);
    QObject::connect(start, &QPushButton::clicked, watch.context, watch.done);
    QObject::connect(byKey, &QAction::triggered, watch.context, [watch, start] {
        if (!start->isEnabled()) // it can't be started twice
            watch.done();
    });
}

void onRuns(const TourWatch& watch) {
    QObject::connect(&watch.session, &Session::chosenRunsChanged, watch.context, [watch] {
        if (!watch.session.chosenRuns().isEmpty())
            watch.done();
    });
}

} // namespace

const std::vector<TourStep>& tourSteps() {
    constexpr int restOfTyping = 900;
    static const std::vector<TourStep> steps{
        {"sentence",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Type a sentence"),
         QT_TRANSLATE_NOOP("headlight::Tour",
                           "Change a word or write one of your own. Every key runs the model again."),
         {"sentence"},
         onTyped,
         restOfTyping},
        {"head",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Look at a head"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Each small map is a head. Click another one to see it large."),
         {"overview", "tab:Maps"},
         onHead},
        {"cell",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Click a cell"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Its row is a token that looks, its column the token looked at. A click "
                                              "pins the row; Esc releases it later."),
         {"map"},
         onPin},
        {"off",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Switch the head off"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Take away the tick: the model answers without this head."),
         {"head-on"},
         [](const TourWatch& watch) { onAltered(watch, true); }},
        {"answer",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Read what it changed"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Beside each probability you see how much it has changed."),
         {"answer-bars", "answer-tags"},
         {}},
        {"undo",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Undo it"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Press Undo all, or Ctrl+Z. No change ever touches the file of the "
                                              "model."),
         {"altered"},
         [](const TourWatch& watch) { onAltered(watch, false); }},
        {"features",
         "attend",
         QT_TRANSLATE_NOOP("headlight::Tour", "Choose a feature"),
         QT_TRANSLATE_NOOP("headlight::Tour", "A head of this model has a map for every feature. Open Features beside "
                                              "Maps, and click one."),
         {"feature-maps", "feature-strips", "tab:Features"},
         onFeature},
        {"mask",
         "masks",
         QT_TRANSLATE_NOOP("headlight::Tour", "Look at a mask"),
         QT_TRANSLATE_NOOP("headlight::Tour",
                           "A mask says which tokens a token may look at. Click one in the gallery."),
         {"mask-gallery"},
         onMask},
        {"train",
         "train",
         QT_TRANSLATE_NOOP("headlight::Tour", "Train a small model"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Choose a corpus: First token is a small one that comes with the "
                                              "program. Then press the button below the settings."),
         {"enabled:train.start", "train.data"},
         onTraining},
        {"runs",
         "runs",
         QT_TRANSLATE_NOOP("headlight::Tour", "Compare in Runs"),
         QT_TRANSLATE_NOOP("headlight::Tour", "Every training is a row, also while it runs. Click one, with Ctrl more "
                                              "of them, to see their curves in one plot."),
         {"runs.table", "runs.empty"},
         onRuns},
    };
    return steps;
}

} // namespace headlight
