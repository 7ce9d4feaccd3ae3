#pragma once

#include "figure/table_figure.h"
#include "viewmodels/runs_library.h"
#include "viewmodels/runs_view.h"

#include <QHash>
#include <QSet>
#include <QWidget>

class QAction;
class QCheckBox;
class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace headlight {

class CheckMenu;
class EmptyState;
class FigureMenu;
class RunColorMenu;
class RunTexts;
class RunsFilterEdit;
class UndoActions;

/// The table of runs with all that can be done to a run: filter, columns, open, look at its training, resume, rename,
/// tag, note, delete, undo.
class RunsTable : public QWidget {
    Q_OBJECT

public:
    explicit RunsTable(RunsLibrary& library, QWidget* parent = nullptr);

    QList<qint64> chosen() const;
    void choose(const QList<qint64>& ids);
    const RunsView& view() const { return *m_view; }

    QStringList hiddenColumns() const { return m_view->hiddenColumns(); }
    void setHiddenColumns(const QStringList& keys);
    bool onlyDiffering() const;
    void setOnlyDiffering(bool on);
    QString sortKey() const { return m_sortKey; }
    bool sortsDescending() const { return m_descending; }
    void setSort(const QString& key, bool descending);
    QString filter() const; ///< what stands in the field
    void setFilter(const QString& text);
    /// Columns stay as wide as they are, whatever letters and room become, until they have their size again.
    void holdColumns(bool hold);

signals:
    void chosenChanged(const QList<qint64>& ids);
    void shownChanged();   ///< other rows
    void choicesChanged(); ///< filter, columns or order, to be remembered
    void openRequested(qint64 id);
    void resumeRequested(qint64 id);
    void trainingRequested(qint64 id);
    void trainRequested();
    void paperRequested(const QString& figure); ///< by its id
    void exportFailed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QList<int> chosenRows() const;
    void makeActions();
    void fillPapers();
    FigureTable figureTable() const;
    void offerColors(qint64 run, const QPoint& globalPosition);
    QWidget* makeToolbar();
    QAction* addAction(const QString& title, const QString& name, const QString& help, const QKeySequence& key,
                       void (RunsTable::*what)());
    void applyFilter();
    void fillColumnsMenu();
    void applySort();
    void refreshState();
    QString keyOf(int column) const;
    void fitColumns();
    void openModel();
    void resume();
    void showTraining();
    void rename();
    void editTags();
    void editNotes();
    void remove();

    RunsLibrary& m_library;
    RunsView* m_view;
    RunsFilterEdit* m_filter;
    QTableView* m_table;
    QCheckBox* m_differing;
    QToolButton* m_columns;
    CheckMenu *m_columnsMenu, *m_optionsMenu;
    QMenu* m_papers;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QLabel* m_count;
    FigureMenu* m_figure;
    RunTexts* m_texts;
    RunColorMenu *m_colors, *m_dotColors; ///< of the chosen runs, and of the one whose dot was clicked
    qint64 m_dotRun = 0;
    UndoActions* m_undo;
    QAction *m_open, *m_training, *m_resume, *m_rename, *m_tag, *m_note, *m_delete;
    QString m_sortKey = QStringLiteral("started");
    bool m_descending = true;
    bool m_choosing = false;
    QHash<QString, int> m_widths; ///< of columns, also of those that are not shown
    QSet<QString> m_widthsByHand;
    bool m_fitting = false, m_holdsColumns = false;
};

} // namespace headlight
