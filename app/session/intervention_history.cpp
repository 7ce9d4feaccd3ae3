#include "session/intervention_history.h"

#include "engine/results/plain_zeros.h"

namespace headlight {

void InterventionHistory::add(Intervention intervention, const QString& title, const QString& kind) {
    intervention = withPlainZeros(std::move(intervention));
    std::erase_if(intervention.heads, [](const auto& change) { return change.second.isNothing(); });
    const bool replaces = !kind.isEmpty() && m_position > 0 && m_steps[m_position].kind == kind;
    m_steps.resize(m_position + 1);
    if (replaces)
        m_steps.back() = {std::move(intervention), title, kind};
    else
        m_steps.push_back({std::move(intervention), title, kind});
    m_position = m_steps.size() - 1;
}

void InterventionHistory::addTexts(ChosenTexts texts, const QString& title, const QString& kind) {
    const Step& last = m_steps[m_position];
    const bool lengthens = !kind.isEmpty() && last.kind == kind && last.texts && last.texts->after == texts.before;
    if (lengthens)
        texts.before = last.texts->before;
    Step step{current(), title, kind, std::move(texts)};
    m_steps.resize(lengthens ? m_position : m_position + 1);
    m_steps.push_back(std::move(step));
    m_position = m_steps.size() - 1;
}

std::optional<ChosenTexts> InterventionHistory::undo() {
    if (!canUndo())
        return std::nullopt;
    return m_steps[m_position--].texts;
}

std::optional<ChosenTexts> InterventionHistory::redo() {
    if (!canRedo())
        return std::nullopt;
    return m_steps[++m_position].texts;
}

} // namespace headlight
