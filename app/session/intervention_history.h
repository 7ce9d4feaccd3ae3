#pragma once

#include "engine/results/intervention.h"

#include <QString>
#include <optional>
#include <vector>

namespace headlight {

/// How a translation of a source was to begin, before and after the user chose something else.
struct ChosenBegin {
    QString source, before, after;
};

/// The user's changes of one model, with everything needed to go back and forth. A step keeps the whole intervention:
/// undoing gives exactly what was there.
class InterventionHistory {
public:
    const Intervention& current() const { return m_steps[m_position].intervention; }
    /// A step of the same `kind` as the last one (a slider being dragged) replaces it; an empty kind never does.
    void add(Intervention intervention, const QString& title, const QString& kind = {});
    /// A step that changes no head, but how the translation begins.
    void addBegin(ChosenBegin begin, const QString& title);
    /// The last step is done with: the next one does not replace it.
    void settle() { m_steps[m_position].kind.clear(); }

    bool canUndo() const { return m_position > 0; }
    bool canRedo() const { return m_position + 1 < m_steps.size(); }
    QString undoTitle() const { return canUndo() ? m_steps[m_position].title : QString(); }
    QString redoTitle() const { return canRedo() ? m_steps[m_position + 1].title : QString(); }
    /// What begin the step changed, if that is what it did.
    std::optional<ChosenBegin> undo();
    std::optional<ChosenBegin> redo();

private:
    struct Step {
        Intervention intervention;
        QString title, kind;
        std::optional<ChosenBegin> begin = {};
    };
    std::vector<Step> m_steps{Step{}};
    std::size_t m_position = 0;
};

} // namespace headlight
