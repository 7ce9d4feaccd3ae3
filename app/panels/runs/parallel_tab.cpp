#include "panels/runs/parallel_tab.h"

#include "forms/check_menu.h"
#include "panels/run_look.h"
#include "viewmodels/runs_library.h"
#include "viewmodels/runs_view.h"
#include "wording/corpus_title.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr qsizetype mostUsual = 7;
const QString axesKey = QStringLiteral("runs.parallel.axes");

bool isWord(const QVariant& value) {
    return value.typeId() == QMetaType::QString;
}

/// What says nothing along an axis: every run has its own.
bool canBeAxis(const RunColumn& column) {
    return column.kind != RunColumn::Kind::Editable && column.key != QLatin1String("message");
}

} // namespace

ParallelTab::ParallelTab(RunsLibrary& library, QWidget* parent)
    : PlotTab(library, parent), m_plot(new ParallelPlot), m_axes(new QToolButton), m_axesMenu(new CheckMenu(this)),
      m_optionsMenu(new CheckMenu(tr("Options"), m_axesMenu)), m_choose(new QPushButton(tr("Choose these runs"))),
      m_all(new QPushButton(tr("Clear ranges"))), m_note(new QLabel), m_beside(new QLabel) {
    m_axes->setObjectName(axesKey);
    m_axes->setText(tr("Axes"));
    m_axes->setToolTip(tr("Which columns of the table are axes"));
    m_axes->setPopupMode(QToolButton::InstantPopup);
    m_axes->setMenu(m_axesMenu);
    m_axes->setFocusPolicy(Qt::StrongFocus);
    m_choose->setObjectName(QStringLiteral("runs.parallel.choose"));
    m_choose->setToolTip(tr("Chooses the runs within all ranges in the table"));
    m_all->setObjectName(QStringLiteral("runs.parallel.all"));
    m_all->setToolTip(tr("All runs are in colour again (Esc)"));
    m_note->setObjectName(QStringLiteral("runs.parallel.note"));
    for (QWidget* control : std::initializer_list<QWidget*>{m_axes, m_choose, m_all, m_note})
        addControl(control);
    m_plot->setObjectName(QStringLiteral("runs.parallel"));
    m_plot->setAccessibleName(tr("Parallel coordinates of the runs"));
    m_plot->setWhatsThis(tr("An axis for each column, a line for each run. Drag along an axis to keep the runs of a "
                            "range, click there to clear it; click a line to choose its run."));
    static_cast<QBoxLayout*>(layout())->addWidget(m_plot, 1);
    m_beside->setObjectName(QStringLiteral("runs.parallel.beside"));
    m_beside->setWordWrap(true);
    m_beside->hide();
    layout()->addWidget(m_beside);
    m_axesMenu->installEventFilter(this);
    connect(m_axesMenu, &QMenu::aboutToShow, this, &ParallelTab::fillAxesMenu);
    connect(m_plot, &ParallelPlot::failed, this, &PlotTab::failed);
    connect(m_plot, &ParallelPlot::keptChanged, this, &ParallelTab::showKept);
    connect(m_plot, &ParallelPlot::clicked, this, [this](const QString& id) { emit runClicked(id.toLongLong()); });
    connect(m_all, &QPushButton::clicked, m_plot, &ParallelPlot::keepAll);
    connect(m_choose, &QPushButton::clicked, this, [this] {
        QList<qint64> ids;
        for (const QString& id : m_plot->inside())
            ids.append(id.toLongLong());
        emit runsChosen(ids);
    });
}

QStringList ParallelTab::offeredAxes() const {
    QStringList keys;
    for (const RunColumn& column : model().columns())
        if (canBeAxis(column) && std::any_of(runs().begin(), runs().end(), [&](qint64 id) {
                const RunEntry* run = model().find(id);
                return run && valueOf(*run, column).isValid();
            }))
            keys.append(column.key);
    return keys;
}

QString ParallelTab::judgedBy() const {
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id); run && !run->judgedBy.isEmpty())
            return run->judgedBy;
    return QStringLiteral("accuracy");
}

/// That some runs have no such option says their models.
bool ParallelTab::hasSeveral(const RunColumn& column) const {
    QVariant first;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id)) {
            const QVariant value = valueOf(*run, column);
            if (value.isValid() && first.isValid() && value != first)
                return true;
            first = value.isValid() ? value : first;
        }
    return false;
}

/// What the user set and the runs differ in, then what came of it.
QStringList ParallelTab::usualAxes() const {
    const QStringList offered = offeredAxes();
    QStringList keys;
    for (const QString& key : RunsView::differingKeys(model(), runs())) {
        const RunColumn& column = model().columns()[model().columnOf(key)];
        const bool isSet = column.isOption || key == QLatin1String("model") || key == QLatin1String("data");
        if (isSet && offered.contains(key) && hasSeveral(column) && keys.size() < mostUsual)
            keys.append(key);
    }
    for (const QString& key : {QStringLiteral("parameters"), QStringLiteral("time"), judgedBy()}) {
        const bool isReached = key != QLatin1String("parameters"); // else it follows from options
        if (offered.contains(key) && (isReached || hasSeveral(model().columns()[model().columnOf(key)])))
            keys.append(key);
    }
    return keys;
}

ParallelAxis ParallelTab::axisOf(const RunColumn& column) const {
    ParallelAxis axis{column.key, column.title, unitOfMeasure(column.key)};
    if (column.kind == RunColumn::Kind::Seconds)
        axis.unit = tr("s");
    if (column.isOption)
        axis.fileTitle = column.key;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id)) {
            const QVariant value = valueOf(*run, column);
            const bool isDate = value.typeId() == QMetaType::QDateTime;
            if (isWord(value) || isDate)
                axis.words.append(shownOf(*run, column));
        }
    axis.words.sort();
    axis.words.removeDuplicates();
    if (!axis.words.isEmpty()) // an option with words and numbers: both are words
        for (const qint64 id : runs())
            if (const RunEntry* run = model().find(id))
                if (valueOf(*run, column).isValid())
                    if (const QString text = shownOf(*run, column); !axis.words.contains(text))
                        axis.words.append(text);
    axis.fileWords = axis.words;
    for (const qint64 id : runs())
        if (const RunEntry* run = model().find(id))
            if (const qsizetype word = axis.words.indexOf(shownOf(*run, column)); word >= 0)
                axis.fileWords[word] = displayOf(valueOf(*run, column), column.kind);
    return axis;
}

double ParallelTab::valueAlong(const RunEntry& run, const RunColumn& column, const ParallelAxis& axis) const {
    const QVariant value = valueOf(run, column);
    if (!value.isValid())
        return std::nan("");
    if (!axis.words.isEmpty())
        return double(axis.words.indexOf(shownOf(run, column)));
    return inUnitOfMeasure(value.toDouble(), column.key);
}

void ParallelTab::refresh() {
    QList<RunColumn> columns;
    for (const QString& key : m_chosenAxes.isEmpty() ? usualAxes() : m_chosenAxes)
        if (const int column = model().columnOf(key); column >= 0)
            columns.append(model().columns()[column]);
    QList<ParallelAxis> axes;
    for (const RunColumn& column : std::as_const(columns))
        axes.append(axisOf(column));
    QList<ParallelLine> lines;
    for (const qint64 id : runs()) {
        const RunEntry* run = model().find(id);
        if (!run)
            continue;
        ParallelLine line{QString::number(id), model().titleOf(*run), lookOf(*run), {}};
        for (qsizetype a = 0; a < axes.size(); ++a) {
            line.values.append(valueAlong(*run, columns[a], axes[a]));
            line.texts.append(shownOf(*run, columns[a]));
        }
        lines.append(line);
    }
    m_plot->setEmptyText(lines.isEmpty() ? noRunsText() : axes.isEmpty() ? tr("Choose columns with Axes.") : QString());
    m_plot->setLines(axes, lines);
    const QString beside = besideNote(columns);
    m_beside->setText(beside);
    m_beside->setVisible(!beside.isEmpty());
    m_plot->setDescription(tr("Parallel coordinates of the runs"),
                           withRuns(beside.isEmpty() ? PictureMetadata() : PictureMetadata{{tr("Beside"), beside}}));
    showKept();
}

/// Below the plot: no axis is its place, since it is of no run.
QString ParallelTab::besideNote(const QList<RunColumn>& columns) const {
    QStringList lines;
    for (const RunColumn& column : columns)
        for (const BesideCorpus& corpus : besideOf(column.key))
            lines << tr("%1 on %2 without a network: %3")
                         .arg(column.title, corpusTitle(corpus.data), accuraciesText(corpus.accuracies));
    return lines.join(QLatin1Char('\n'));
}

void ParallelTab::setChosen(const QList<qint64>& ids) {
    QStringList texts;
    for (const qint64 id : ids)
        texts.append(QString::number(id));
    m_plot->setCurrent(texts);
}

void ParallelTab::showKept() {
    const bool isKept = !m_plot->kept().isEmpty();
    m_choose->setEnabled(isKept && !m_plot->inside().isEmpty());
    m_all->setEnabled(isKept);
    m_note->setText(isKept ? tr("%L1 of %L2 runs are within the ranges").arg(m_plot->inside().size()).arg(runs().size())
                           : tr("Drag along an axis to keep the runs of a range"));
}

void ParallelTab::fillAxesMenu() {
    m_axesMenu->clear();
    m_optionsMenu->clear();
    const QStringList shown = m_chosenAxes.isEmpty() ? usualAxes() : m_chosenAxes;
    for (const QString& key : offeredAxes()) {
        const RunColumn& column = model().columns()[model().columnOf(key)];
        if (column.isOption && m_optionsMenu->isEmpty()) // all in one menu would be higher than a screen
            m_axesMenu->addMenu(m_optionsMenu);
        QAction* action = (column.isOption ? m_optionsMenu : m_axesMenu)->addAction(column.title);
        action->setObjectName(QStringLiteral("axis.") + key);
        action->setToolTip(helpOf(column));
        action->setCheckable(true);
        action->setChecked(shown.contains(key));
        connect(action, &QAction::toggled, this, [this, key](bool on) { toggleAxis(key, on); });
    }
    m_axesMenu->addSeparator();
    QAction* usual = m_axesMenu->addAction(tr("What differs"), this, [this] {
        m_chosenAxes.clear();
        changed();
    });
    usual->setObjectName(QStringLiteral("axis.usual"));
    usual->setToolTip(tr("The options in which the shown runs differ, and what they reached"));
}

/// A menu without room beside its button covers it: the release of the click that opened it ticks nothing.
bool ParallelTab::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_axesMenu) {
        if (event->type() == QEvent::Show)
            m_isOpening = true;
        else if (event->type() == QEvent::MouseButtonPress)
            m_isOpening = false;
        else if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_isOpening, false))
            return true;
    }
    return PlotTab::eventFilter(watched, event);
}

/// A new axis comes last.
void ParallelTab::toggleAxis(const QString& key, bool on) {
    const QStringList now = m_chosenAxes.isEmpty() ? usualAxes() : m_chosenAxes;
    QStringList wanted = now;
    wanted.removeAll(key);
    if (on)
        wanted.append(key);
    if (wanted.isEmpty())
        return;
    m_chosenAxes = wanted;
    changed();
}

QVariantMap ParallelTab::choices() const {
    QVariantMap choices = PlotTab::choices();
    choices[axesKey] = m_chosenAxes;
    return choices;
}

void ParallelTab::setChoices(const QVariantMap& choices) {
    m_chosenAxes = choices.value(axesKey).toStringList();
    m_chosenAxes.removeDuplicates(); // an axis that came twice would be refused
    PlotTab::setChoices(choices);
}

} // namespace headlight
