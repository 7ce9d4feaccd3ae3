#include "panels/runs/runs_table.h"

#include "forms/check_menu.h"
#include "forms/empty_state.h"
#include "panels/runs/run_color_menu.h"
#include "panels/runs/run_dot.h"
#include "panels/runs/run_texts.h"
#include "panels/runs/runs_filter_edit.h"
#include "panels/undo_actions.h"
#include "viewmodels/runs_load.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace headlight {

RunsTable::RunsTable(RunsLibrary& library, QWidget* parent)
    : QWidget(parent), m_library(library), m_view(new RunsView(library.model(), this)),
      m_filter(new RunsFilterEdit(library.model(), *m_view)), m_table(new QTableView),
      m_differing(new QCheckBox(tr("&Only differing"))), m_columns(new QToolButton), m_columnsMenu(new CheckMenu(this)),
      m_optionsMenu(new CheckMenu(tr("Options"), m_columnsMenu)), m_papers(new QMenu(tr("Papers"), this)),
      m_pages(new QStackedWidget), m_count(new QLabel), m_texts(new RunTexts(library, *m_view, m_table)),
      m_colors(new RunColorMenu(this)), m_dotColors(new RunColorMenu(this)),
      m_undo(new UndoActions(QStringLiteral("runs"), this)) {
    m_empty =
        new EmptyState(tr("There are no runs yet: train a model, and its run appears here."), tr("Train a model"));
    m_empty->setPicture(FaintPicture::Table);
    m_empty->setObjectName(QStringLiteral("runs.empty"));
    m_table->setObjectName(QStringLiteral("runs.table"));
    m_table->setAccessibleName(tr("Runs"));
    m_table->setModel(m_view);
    m_table->viewport()->installEventFilter(this);
    auto* dots = new RunDotDelegate(this);
    m_table->setItemDelegateForColumn(0, dots); // the name is always first
    connect(dots, &RunDotDelegate::dotClicked, this, &RunsTable::offerColors);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(int(fontMetrics().height() * 1.7));
    m_table->horizontalHeader()->setResizeContentsPrecision(30);
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setSectionsMovable(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_count->setObjectName(QStringLiteral("runs.count"));

    makeActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeToolbar());
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    layout->addWidget(m_pages, 1);

    connect(m_empty, &EmptyState::clicked, this, [this] {
        if (m_library.model().rowCount() == 0)
            emit trainRequested();
        else
            m_filter->setText({});
    });
    connect(m_filter->line(), &ExpressionLine::checked, this, &RunsTable::applyFilter);
    connect(m_filter->line(), &QLineEdit::textChanged, this, &RunsTable::choicesChanged);
    connect(m_differing, &QCheckBox::toggled, this, [this](bool on) {
        m_view->setOnlyDiffering(on);
        applySort();
        emit choicesChanged();
    });
    connect(m_view, &QAbstractItemModel::columnsInserted, this, [this] { // rows are chosen with all their columns
        const QScopedValueRollback choosing(m_choosing, true);
        auto* selection = m_table->selectionModel();
        selection->select(selection->selection(), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        fitColumns();
    });
    connect(m_columnsMenu, &QMenu::aboutToShow, this, &RunsTable::fillColumnsMenu);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
        const QString key = keyOf(section);
        setSort(key, key == m_sortKey ? !m_descending : true);
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (m_fitting || m_holdsColumns)
            return;
        m_widths[keyOf(section)] = width;
        m_widthsByHand.insert(keyOf(section));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_choosing)
            return;
        const QList<qint64> ids = chosen();
        m_view->setChosen(ids);
        refreshState();
        emit chosenChanged(ids);
    });
    connect(&m_library, &RunsLibrary::loaded, this, [this] {
        m_filter->learnColumns();
        applySort();
        fitColumns();
        refreshState();
        emit shownChanged();
    });
    connect(&m_library, &RunsLibrary::returned, this, [this](const QList<qint64>& ids) {
        choose(ids);
        emit chosenChanged(chosen());
    });
    connect(&m_library, &RunsLibrary::undoChanged, this, &RunsTable::refreshState);
    refreshState();
}

QWidget* RunsTable::makeToolbar() {
    auto* bar = new QWidget;
    auto* layout = new QVBoxLayout(bar);
    const int edge = fontMetrics().height() / 4;
    layout->setContentsMargins(edge, edge, edge, 0);
    auto* top = new QHBoxLayout;
    top->addWidget(m_filter, 1);
    m_differing->setObjectName(QStringLiteral("runs.differing"));
    m_differing->setToolTip(
        tr("Shows only the columns in which the chosen runs (or, without a choice, all that are shown) "
           "have different values"));
    m_columns->setText(tr("Columns"));
    m_columns->setObjectName(QStringLiteral("runs.columns"));
    m_columns->setToolTip(tr("Which columns are shown"));
    m_columns->setPopupMode(QToolButton::InstantPopup);
    m_columns->setMenu(m_columnsMenu);
    m_columns->setFocusPolicy(Qt::StrongFocus);
    layout->addLayout(top);
    auto* buttons = new QHBoxLayout;
    for (QAction* action : {m_open, m_training, m_resume, m_rename, m_tag, m_note, m_delete, m_undo->undo()}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setObjectName(action->objectName() + QStringLiteral(".button"));
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* second = new QHBoxLayout;
    second->addWidget(m_count, 1);
    second->addWidget(m_differing);
    second->addWidget(m_columns);
    auto* papers = new QToolButton;
    papers->setText(m_papers->title());
    papers->setObjectName(QStringLiteral("runs.papers.button"));
    papers->setToolTip(m_papers->menuAction()->toolTip());
    papers->setPopupMode(QToolButton::InstantPopup);
    papers->setMenu(m_papers);
    papers->setFocusPolicy(Qt::StrongFocus);
    second->addWidget(papers);
    layout->addLayout(buttons);
    layout->addLayout(second);
    return bar;
}

/// A row counts though columns that appeared just now are not selected yet.
QList<int> RunsTable::chosenRows() const {
    QSet<int> rows;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.insert(row);
    QList<int> sorted(rows.begin(), rows.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

QList<qint64> RunsTable::chosen() const {
    QList<qint64> ids;
    for (const int row : chosenRows())
        ids.append(m_view->index(row, 0).data(RunsModel::IdRole).toLongLong());
    return ids;
}

void RunsTable::choose(const QList<qint64>& ids) {
    QItemSelection selection;
    QSet<qint64> shown; // others may be hidden by the filter
    for (int row = 0; row < m_view->rowCount(); ++row) {
        const QModelIndex index = m_view->index(row, 0);
        const qint64 id = index.data(RunsModel::IdRole).toLongLong();
        if (!ids.contains(id))
            continue;
        selection.select(index, m_view->index(row, m_view->columnCount() - 1));
        shown.insert(id);
    }
    if (const QList<qint64> now = chosen(); shown == QSet<qint64>(now.begin(), now.end()))
        return;
    m_choosing = true;
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty())
        m_table->setCurrentIndex(selection.indexes().front());
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_choosing = false;
    m_view->setChosen(chosen());
    refreshState();
}

void RunsTable::setHiddenColumns(const QStringList& keys) {
    m_view->setHiddenColumns(keys);
    applySort();
    emit choicesChanged();
}

bool RunsTable::onlyDiffering() const {
    return m_differing->isChecked();
}

void RunsTable::setOnlyDiffering(bool on) {
    m_differing->setChecked(on);
}

void RunsTable::setSort(const QString& key, bool descending) {
    m_sortKey = key;
    m_descending = descending;
    applySort();
    emit choicesChanged();
}

void RunsTable::applySort() {
    int column = -1;
    for (int c = 0; c < m_view->columnCount(); ++c)
        if (keyOf(c) == m_sortKey)
            column = c;
    const Qt::SortOrder order = m_descending ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_table->horizontalHeader()->setSortIndicator(column, order);
    m_view->setSort(m_sortKey, order);
}

/// Empty while no row is shown, and no column either.
QString RunsTable::keyOf(int column) const {
    const QModelIndex source = m_view->mapToSource(m_view->index(0, column));
    return source.isValid() ? m_library.model().columns()[source.column()].key : QString();
}

/// A column grows with what comes, and never shrinks under the eye; what was set by hand stays, also while the column
/// is away.
void RunsTable::fitColumns() {
    if (m_holdsColumns)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const QAbstractItemView& rows = *m_table;
    const int letter = fontMetrics().averageCharWidth(), widest = letter * 34;
    // What tells runs apart is at the end of their names; however long these are, the status beside them is seen whole,
    // also the longest word that a run may end with.
    const int widestName = std::max(m_table->viewport()->width() * 3 / 5, letter * 12);
    const int longestStatus = fontMetrics().horizontalAdvance(QStringLiteral("interrupted")) + letter;
    for (int column = 0; column < m_view->columnCount() && m_view->rowCount() > 0; ++column) {
        const QString key = keyOf(column);
        const int wanted =
            std::max(rows.sizeHintForColumn(column), m_table->horizontalHeader()->sectionSizeHint(column));
        const int fitted = key == QLatin1String("status") ? std::max(wanted, longestStatus)
                                                          : std::min(wanted, column == 0 ? widestName : widest);
        int& width = m_widths[key];
        if (!m_widthsByHand.contains(key))
            width = std::max(width, fitted);
        m_table->setColumnWidth(column, width);
    }
}

void RunsTable::holdColumns(bool hold) {
    m_holdsColumns = hold;
    fitColumns();
}

/// The first runs may come before the table has its place.
bool RunsTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

QString RunsTable::filter() const {
    return m_filter->text();
}

void RunsTable::setFilter(const QString& text) {
    m_filter->setText(text);
}

void RunsTable::applyFilter() {
    const QString text = m_filter->inForce();
    if (text == m_view->filterText())
        return;
    {
        // Chosen runs that the filter hides stay chosen: whoever keeps the choice chooses them again when they are
        // back.
        const QScopedValueRollback choosing(m_choosing, true);
        m_view->setFilterText(text);
    }
    m_view->setChosen(chosen());
    fitColumns();
    refreshState();
    emit shownChanged();
}

void RunsTable::fillColumnsMenu() {
    m_columnsMenu->clear();
    m_optionsMenu->clear();
    const QStringList hidden = m_view->hiddenColumns();
    for (const RunColumn& column : m_library.model().columns()) {
        if (column.key == QLatin1String("name"))
            continue;
        if (column.isOption && m_optionsMenu->isEmpty())
            m_columnsMenu->addMenu(m_optionsMenu);
        QAction* action = (column.isOption ? m_optionsMenu : m_columnsMenu)->addAction(column.title);
        action->setCheckable(true);
        action->setChecked(!hidden.contains(column.key));
        action->setToolTip(helpOf(column));
        connect(action, &QAction::toggled, this, [this, key = column.key](bool on) {
            QStringList now = m_view->hiddenColumns();
            now.removeAll(key);
            if (!on)
                now.append(key);
            setHiddenColumns(now);
        });
    }
}

void RunsTable::refreshState() {
    const QWidget* focused = window()->focusWidget();
    const QList<qint64> ids = chosen();
    const RunEntry* one = ids.size() == 1 ? m_library.model().find(ids.front()) : nullptr;
    m_open->setEnabled(one && !modelFolder(*one).isEmpty());
    m_training->setEnabled(one);
    m_resume->setEnabled(one && canResume(*one));
    m_rename->setEnabled(one);
    m_tag->setEnabled(!ids.isEmpty());
    m_note->setEnabled(one);
    m_colors->setEnabled(!ids.isEmpty());
    const RunEntry* first = ids.isEmpty() ? nullptr : m_library.model().find(ids.front());
    m_colors->setRuns(first && ids.size() == 1 ? m_library.model().titleOf(*first) : tr("%L1 runs").arg(ids.size()),
                      first ? first->chosenColor : QString());
    m_delete->setEnabled(!ids.isEmpty());
    m_undo->offer(m_library.undoTitle(), m_library.redoTitle());
    const int all = m_library.model().rowCount(), shown = m_view->rowCount();
    QString text = shown != all ? tr("%L1 of %L2 runs").arg(shown).arg(all)
                   : all == 1   ? tr("1 run")
                                : tr("%L1 runs").arg(all);
    if (!ids.isEmpty())
        text += tr(", %L1 chosen").arg(ids.size());
    m_count->setText(text);
    if (all > 0 && shown == 0)
        m_empty->setText(tr("No run fits the filter."), tr("Clear the filter"));
    else if (!m_library.loss().isEmpty())
        m_empty->setText(m_library.loss());
    else
        m_empty->setText(tr("There are no runs yet: train a model, and its run appears here."), tr("Train a model"));
    m_pages->setCurrentWidget(shown == 0 && m_library.isLoaded() ? static_cast<QWidget*>(m_empty) : m_table);
    // Whoever deletes or undoes with a button that has nothing more to do goes on in the table, not at the next
    // control.
    if (focused && !focused->isEnabled() && isAncestorOf(focused))
        m_table->setFocus();
}

} // namespace headlight
