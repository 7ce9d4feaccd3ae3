#include "panels/runs/runs_filter_edit.h"

#include "forms/clear_button.h"
#include "viewmodels/run_filter.h"
#include "viewmodels/runs_view.h"

namespace headlight {

/// What the text comes to.
struct RunsFilterEdit::Reading {
    std::optional<TextProblem> problem;
    QString inForce;
};

RunsFilterEdit::RunsFilterEdit(const RunsModel& runs, const RunsView& view) : m_runs(runs), m_view(view) {
    line()->setObjectName(QStringLiteral("runs.filter"));
    line()->setPlaceholderText(tr("Filter: words, or accuracy > 0.9 and model = mtsa"));
    line()->setAccessibleName(tr("Filter of the runs"));
    addClearButton(*line());
    line()->setToolTip(
        tr("Words that occur in a run, or comparisons with = != < <= > >= and ~ (regular "
           "expression), joined by and, or, not and brackets.\nCtrl+Space offers all columns. Values of options are "
           "as in files, optimizer = adam: the tooltip of a cell says it."));
}

void RunsFilterEdit::learnColumns() {
    const QStringList keys = m_runs.keys();
    if (keys == std::exchange(m_keys, keys))
        return;
    line()->setWords(keys);
    line()->setCheck([this](const QString& text) { return read(text).problem; });
}

QString RunsFilterEdit::inForce() const {
    return m_keys.isEmpty() ? QString() : read(text()).inForce;
}

/// A word that no run has, and that begins a column's name, is a comparison that is still being typed.
RunsFilterEdit::Reading RunsFilterEdit::read(const QString& text) const {
    const auto wrong = [](const QString& message, int position, const QString& inForce) {
        const QString rows = inForce.isEmpty() ? tr("all runs are shown") : tr("shown: “%1”").arg(inForce);
        return Reading{TextProblem{QStringLiteral("%1 (%2)").arg(message, rows), position}, inForce};
    };
    try {
        const RunFilter filter(text, m_runs.columns());
        const QString& word = filter.lastWord();
        if (word.isEmpty() || m_view.hasRunsFor(filter))
            return {{}, text};
        for (const QString& key : m_keys)
            if (key.startsWith(word, Qt::CaseInsensitive))
                return wrong(tr("no run has the word “%1”; a column needs a comparison: %2 = …").arg(word, key),
                             int(text.lastIndexOf(word)), m_view.filterText());
        return {{}, text};
    } catch (const RunFilterError& error) {
        return wrong(QString::fromUtf8(error.what()), error.position,
                     error.isUnfinished ? m_view.filterText() : QString());
    }
}

} // namespace headlight
