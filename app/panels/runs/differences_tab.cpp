#include "panels/runs/differences_tab.h"

#include "figure/figure_menu.h"
#include "forms/empty_state.h"
#include "panels/run_look.h"
#include "panels/runs/run_dot.h"
#include "viewmodels/runs_view.h"
#include "wording/number_text.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

constexpr qsizetype mostColumns = 50;

} // namespace

DifferencesTab::DifferencesTab(RunsLibrary& library, QWidget* parent)
    : PlotTab(library, parent), m_table(new QTableWidget),
      m_empty(new EmptyState(tr("Choose two runs or more to see what they differ in."))), m_pages(new QStackedWidget) {
    m_empty->setPicture(FaintPicture::Table);
    m_table->setObjectName(QStringLiteral("runs.differences"));
    m_table->setAccessibleName(tr("Differences of the chosen runs"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setMaximumSectionSize(fontMetrics().averageCharWidth() * 70); // names have tooltips
    FigureSource source;
    source.name = [] { return QStringLiteral("differences"); };
    source.values = [this] {
        ValueTable table = tableOf(*m_table->model());
        table.columns.prepend(tr("difference"));
        for (qsizetype row = 0; row < table.rows.size(); ++row)
            table.rows[row].prepend(m_table->verticalHeaderItem(int(row))->data(RunsModel::SortRole).toString());
        return table;
    };
    source.picture = [this](const FigureOptions& options) {
        return figureOfTable(figureTable(), options, themeOf(palette()), tr("Differences of runs"), withRuns({}));
    };
    m_menu = new FigureMenu(m_table, source);
    connect(m_menu, &FigureMenu::failed, this, &PlotTab::failed);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_pages, 1);
}

QList<qint64> DifferencesTab::shownRuns() const {
    return runs().mid(0, mostColumns);
}

void DifferencesTab::fillTable() {
    const QList<qint64> ids = shownRuns();
    const QStringList keys = RunsView::differingKeys(model(), ids);
    m_table->clear();
    m_table->setRowCount(int(keys.size()));
    m_table->setColumnCount(int(ids.size()));
    const int dot = fontMetrics().height();
    const int room = m_table->horizontalHeader()->maximumSectionSize() - dot - 2 * fontMetrics().averageCharWidth();
    for (qsizetype c = 0; c < ids.size(); ++c) {
        const RunEntry* run = model().find(ids[c]);
        const QString name = run ? model().titleOf(*run) : QString();
        // Equal names differ at their ends, and beside a dot Qt would cut the end off.
        auto* header = new QTableWidgetItem(fontMetrics().elidedText(name, Qt::ElideMiddle, room));
        header->setData(RunsModel::SortRole, model().nameAmong(ids[c], ids, &RunEntry::name));
        header->setToolTip(name);
        if (run)
            header->setIcon(runDot(lookOf(*run), themeOf(palette()), dot, devicePixelRatioF()));
        m_table->setHorizontalHeaderItem(int(c), header);
        for (qsizetype r = 0; r < keys.size() && run; ++r) {
            const RunColumn& column = model().columns()[model().columnOf(keys[r])];
            const QVariant value = valueOf(*run, column);
            auto* item = new QTableWidgetItem(shownOf(*run, column));
            item->setData(RunsModel::SortRole, value);
            item->setToolTip(value.typeId() == QMetaType::Double ? withMinus(value.toString()) : value.toString());
            m_table->setItem(int(r), int(c), item);
        }
    }
    for (qsizetype r = 0; r < keys.size(); ++r) {
        const int index = model().columnOf(keys[r]);
        const RunColumn& column = model().columns()[index];
        auto* header = new QTableWidgetItem(column.title);
        header->setToolTip(helpOf(column));
        header->setData(RunsModel::SortRole, model().headerData(index, Qt::Horizontal, RunsModel::SortRole));
        m_table->setVerticalHeaderItem(int(r), header);
    }
    m_table->resizeColumnsToContents();
}

/// The names whole, and the options as a first column without heading.
FigureTable DifferencesTab::figureTable() const {
    QList<const RunEntry*> shown;
    for (const qint64 id : shownRuns())
        if (const RunEntry* run = model().find(id))
            shown.append(run);
    FigureTable table;
    table.isRight = QList<bool>(shown.size() + 1, false);
    table.headings.append(TableCell());
    for (const RunEntry* run : shown)
        table.headings.append({model().titleOf(*run), lookOf(*run)});
    for (const QString& key : RunsView::differingKeys(model(), shownRuns())) {
        const RunColumn& column = model().columns()[model().columnOf(key)];
        TableRow& row = table.rows.emplace_back();
        row.cells.append({column.title});
        for (const RunEntry* run : shown)
            row.cells.append({shownOf(*run, column)});
    }
    return table;
}

void DifferencesTab::refresh() {
    fillTable();
    const QList<qint64> ids = shownRuns();
    const bool differ = m_table->rowCount() > 0;
    m_empty->setText(model().rowCount() == 0
                         ? tr("No runs yet: train two or more, and what they differ in appears here.")
                     : ids.size() < 2 ? tr("Choose two runs or more to see what they differ in.")
                                      : tr("The chosen runs have the same configuration and the same figures."));
    m_pages->setCurrentWidget(!differ || ids.size() < 2 ? static_cast<QWidget*>(m_empty) : m_table);
}

} // namespace headlight
