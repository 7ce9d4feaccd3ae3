#pragma once

#include "forms/expression_edit.h"

namespace headlight {

class RunsModel;
class RunsView;

/// The field that filters the runs. What is still being typed keeps the filter before it, what is wrong shows all;
/// either way it is said.
class RunsFilterEdit : public ExpressionEdit {
    Q_OBJECT

public:
    /// Both outlive the field.
    RunsFilterEdit(const RunsModel& runs, const RunsView& view);

    /// To be called when runs were loaded: the columns of options are known with the runs that have them, and a filter
    /// of another session waits for these.
    void learnColumns();
    QString inForce() const; ///< the filter that the rows are to have

private:
    struct Reading;
    Reading read(const QString& text) const;

    const RunsModel& m_runs;
    const RunsView& m_view;
    QStringList m_keys; ///< of the columns that the text was checked with
};

} // namespace headlight
