#pragma once

#include "engine/results/intervention.h"

#include <QString>
#include <optional>
#include <vector>

namespace headlight {

/// The texts that the model read before and after the user chose something of its answer: how a translation begins, or
/// what a text goes on with.
struct ChosenTexts {
    struct Texts {
        QString first, second;
        bool operator==(const Texts&) const = default;
    };
    Texts before, after;
};

/// The user's changes of one model, with everything needed to go back and forth. A step keeps the whole intervention:
/// undoing gives exactly what was there.
class InterventionHistory {
public:
    const Intervention& current() const { return m_steps[m_position].intervention; }
    /// A step of the same `kind` as the last one (a slider being dragged) replaces it; an empty kind never does.
    void add(Intervention intervention, const QString& title, const QString& kind = {});
    /// A step that changes no head, but the texts. One of the same `kind` that goes on from the last one's texts
    /// lengthens it; an empty kind never does.
    void addTexts(ChosenTexts texts, const QString& title, const QString& kind = {});
    /// The last step is done with: the next one does not replace it.
    void settle() { m_steps[m_position].kind.clear(); }

    bool canUndo() const { return m_position > 0; }
    bool canRedo() const { return m_position + 1 < m_steps.size(); }
    QString undoTitle() const { return canUndo() ? m_steps[m_position].title : QString(); }
    QString redoTitle() const { return canRedo() ? m_steps[m_position + 1].title : QString(); }
    /// What texts the step changed, if that is what it did.
    std::optional<ChosenTexts> undo();
    std::optional<ChosenTexts> redo();

private:
    struct Step {
        Intervention intervention;
        QString title, kind;
        std::optional<ChosenTexts> texts = {};
    };
    std::vector<Step> m_steps{Step{}};
    std::size_t m_position = 0;
};

} // namespace headlight
