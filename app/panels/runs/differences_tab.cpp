#include "panels/runs/differences_tab.h"

#include "figure/figure_menu.h"
#include "figure/table_figure.h"
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
    m_table->horizontalHeader()->setMaximumSectionSize(fontMetrics().averageCharWidth() * 34); // names have tooltips
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
        return figureOfTable(*m_table, options, tr("Differences of runs"), withRuns({}));
    };
    m_menu = new FigureMenu(m_table, source);
    connect(m_menu, &FigureMenu::failed, this, &PlotTab::failed);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_pages, 1);
}

void DifferencesTab::refresh() {
    const QList<qint64> ids = runs().mid(0, mostColumns);
    const QStringList keys = RunsView::differingKeys(model(), ids);
    m_table->clear();
    m_table->setRowCount(int(keys.size()));
    m_table->setColumnCount(int(ids.size()));
    const Theme theme = themeOf(palette());
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
            header->setIcon(runDot(lookOf(*run), theme, dot, devicePixelRatioF()));
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
    m_empty->setText(model().rowCount() == 0
                         ? tr("No runs yet: train two or more, and what they differ in appears here.")
                     : ids.size() < 2 ? tr("Choose two runs or more to see what they differ in.")
                                      : tr("The chosen runs have the same configuration and the same figures."));
    m_pages->setCurrentWidget(keys.isEmpty() || ids.size() < 2 ? static_cast<QWidget*>(m_empty) : m_table);
}

} // namespace headlight
