#pragma once

#include "viewmodels/runs_library.h"
#include "viewmodels/runs_view.h"

#include <QObject>

class QTableView;

namespace headlight {

/// The texts of a run that are the user's own: its name is typed in the table, tags and notes in a dialog. What the
/// store refuses is offered again as it was typed.
class RunTexts : public QObject {
    Q_OBJECT

public:
    RunTexts(RunsLibrary& library, const RunsView& view, QTableView* table);

    void rename(qint64 id);
    void editTags(const QList<qint64>& ids);
    void editNotes(const QList<qint64>& ids);

private:
    void typeInTable(const QModelIndex& cell);
    void typeInDialog(const RunEdit& edit, const QString& problem = {});
    void offerAgain(const RunEdit& edit, const QString& problem);
    QModelIndex cellOf(qint64 id, const QString& key) const; ///< invalid when it isn't shown

    RunsLibrary& m_library;
    const RunsView& m_view;
    QTableView* m_table;
};

} // namespace headlight
