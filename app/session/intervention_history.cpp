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

void InterventionHistory::addBegin(ChosenBegin begin, const QString& title) {
    m_steps.resize(m_position + 1);
    m_steps.push_back({current(), title, {}, std::move(begin)});
    ++m_position;
}

std::optional<ChosenBegin> InterventionHistory::undo() {
    if (!canUndo())
        return std::nullopt;
    return m_steps[m_position--].begin;
}

std::optional<ChosenBegin> InterventionHistory::redo() {
    if (!canRedo())
        return std::nullopt;
    return m_steps[++m_position].begin;
}

} // namespace headlight
