// What can be done to the chosen runs of a RunsTable.
#include "figure/figure_menu.h"
#include "panels/run_look.h"
#include "panels/runs/run_color_menu.h"
#include "panels/runs/run_dot.h"
#include "panels/runs/run_texts.h"
#include "panels/runs/runs_table.h"
#include "panels/undo_actions.h"
#include "papers/paper_figure.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QTableView>

namespace headlight {

QAction* RunsTable::addAction(const QString& title, const QString& name, const QString& help, const QKeySequence& key,
                              void (RunsTable::*what)()) {
    auto* action = new QAction(title, this);
    action->setObjectName(name);
    action->setToolTip(tr("%1 (%2)").arg(help, key.toString(QKeySequence::NativeText)));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, what);
    QWidget::addAction(action);
    return action;
}

void RunsTable::makeActions() {
    m_open = addAction(tr("Open model"), "runs.open", tr("Opens the best model of the chosen run"),
                       QKeySequence(Qt::CTRL | Qt::Key_Return), &RunsTable::openModel);
    m_training = addAction(tr("Training"), "runs.training",
                           tr("Shows the curves, the maps of every epoch and the log of the chosen run in Train"),
                           QKeySequence(Qt::CTRL | Qt::Key_G), &RunsTable::showTraining);
    m_resume = addAction(
        tr("Resume"), "runs.resume",
        tr("Continues training from the last checkpoint, then with the runs of its series that were not started"),
        QKeySequence(Qt::CTRL | Qt::Key_P), &RunsTable::resume);
    m_rename = addAction(tr("Rename"), "runs.rename", tr("Gives the chosen run another name"), QKeySequence(Qt::Key_F2),
                         &RunsTable::rename);
    m_tag = addAction(tr("Tags…"), "runs.tag", tr("Words of your own, separated by commas"),
                      QKeySequence(Qt::CTRL | Qt::Key_T), &RunsTable::editTags);
    m_note = addAction(tr("Notes…"), "runs.note", tr("What you want to remember of the chosen run"),
                       QKeySequence(Qt::CTRL | Qt::Key_N), &RunsTable::editNotes);
    m_delete =
        addAction(tr("Delete"), "runs.delete", tr("Removes the chosen runs from the table; undo brings them back"),
                  QKeySequence(Qt::Key_Delete), &RunsTable::remove);
    connect(m_colors, &RunColorMenu::chosen, this,
            [this](const QString& color) { m_library.recolor(chosen(), color); });
    m_dotColors->setObjectName(QStringLiteral("runs.dotcolor"));
    connect(m_dotColors, &RunColorMenu::chosen, this,
            [this](const QString& color) { m_library.recolor({m_dotRun}, color); });
    connect(m_undo->undo(), &QAction::triggered, &m_library, &RunsLibrary::undo);
    connect(m_undo->redo(), &QAction::triggered, &m_library, &RunsLibrary::redo);
    FigureSource source;
    source.name = [] { return QStringLiteral("runs"); };
    source.values = [this] { return tableOf(*m_view); };
    source.picture = [this](const FigureOptions& options) {
        const QString filter = m_view->filterText();
        Picture picture = figureOfTable(figureTable(), options, themeOf(palette()), tr("Runs"),
                                        {{"filter", filter.isEmpty() ? tr("none") : filter},
                                         {"order", m_descending ? tr("%1, descending").arg(m_sortKey) : m_sortKey},
                                         {"runs", m_count->text()},
                                         {"program", QStringLiteral("Headlight " HEADLIGHT_VERSION)}});
        if (!picture.remark.isEmpty())
            picture.remark += tr(" For larger ones leave columns out: “Columns” above the table has a box for each.");
        return picture;
    };
    m_figure = new FigureMenu(m_table, source);
    connect(m_figure, &FigureMenu::failed, this, &RunsTable::exportFailed);
    fillPapers();
    auto* separator = new QAction(this);
    separator->setSeparator(true);
    m_table->insertActions(m_figure->actions().front(),
                           {m_open, m_training, m_resume, m_rename, m_tag, m_note, m_colors->menuAction(), m_delete,
                            m_undo->undo(), m_undo->redo(), m_papers->menuAction(), separator});
}

void RunsTable::fillPapers() {
    m_papers->setObjectName(QStringLiteral("runs.papers"));
    m_papers->menuAction()->setToolTip(
        tr("Figures of the papers, drawn from this store, with the chosen runs beside those of the figure"));
    m_papers->setToolTipsVisible(true);
    for (const PaperFigure& figure : paperFigures()) {
        const QString id = QString::fromStdString(figure.id), source = QString::fromStdString(figure.source);
        const QString number = source.section(QRegularExpression(QStringLiteral("[;(]")), 0, 0).trimmed();
        QAction* action = m_papers->addAction(tr("%1: %2").arg(number, QString::fromStdString(figure.title)));
        action->setObjectName(QStringLiteral("runs.papers.") + id);
        action->setToolTip(tr("%1\nOn the command line: %2").arg(source, id));
        connect(action, &QAction::triggered, this, [this, id] { emit paperRequested(id); });
    }
}

/// Every row that the filter leaves, in the order of the screen and with its columns.
FigureTable RunsTable::figureTable() const {
    FigureTable table;
    for (int column = 0; column < m_view->columnCount(); ++column) {
        table.headings.append({m_view->headerData(column, Qt::Horizontal).toString()});
        table.isRight.append(m_view->index(0, column).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    }
    for (int row = 0; row < m_view->rowCount(); ++row) {
        TableRow& line = table.rows.emplace_back();
        for (int column = 0; column < m_view->columnCount(); ++column)
            line.cells.append({m_view->index(row, column).data().toString()});
        if (const RunEntry* run = m_library.model().find(m_view->index(row, 0).data(RunsModel::IdRole).toLongLong()))
            line.cells[0].dot = lookOf(*run); // the name is always first
    }
    for (const int row : chosenRows())
        table.rows[row].isChosen = true;
    return table;
}

/// Of the clicked run only, whatever is chosen: the table's menu recolours all that are.
void RunsTable::offerColors(qint64 run, const QPoint& globalPosition) {
    const RunEntry* entry = m_library.model().find(run);
    if (!entry)
        return;
    m_dotRun = run;
    m_dotColors->setRuns(m_library.model().titleOf(*entry), entry->chosenColor);
    m_dotColors->popup(globalPosition);
}

void RunsTable::openModel() {
    if (const QList<qint64> ids = chosen(); ids.size() == 1)
        emit openRequested(ids.front());
}

void RunsTable::resume() {
    if (const QList<qint64> ids = chosen(); ids.size() == 1)
        emit resumeRequested(ids.front());
}

void RunsTable::showTraining() {
    if (const QList<qint64> ids = chosen(); ids.size() == 1)
        emit trainingRequested(ids.front());
}

void RunsTable::rename() {
    if (const QList<qint64> ids = chosen(); ids.size() == 1)
        m_texts->rename(ids.front());
}

void RunsTable::editTags() {
    m_texts->editTags(chosen());
}

void RunsTable::editNotes() {
    m_texts->editNotes(chosen());
}

void RunsTable::remove() {
    m_library.remove(chosen());
}

} // namespace headlight
