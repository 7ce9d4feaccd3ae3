#include "panels/plot_tab.h"

#include "figure/figure_menu.h"
#include "forms/flow_layout.h"
#include "forms/steady_choice.h"
#include "plots/plot_widget.h"
#include "plots/spread.h"
#include "viewmodels/runs_library.h"
#include "viewmodels/runs_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

const QString limitsKey = QStringLiteral("limits"); ///< of the axes

bool isFilledWith(const QComboBox& choice, const QList<QPair<QString, QString>>& dataAndText) {
    QList<QPair<QString, QString>> there;
    for (int i = 0; i < choice.count(); ++i)
        there.append({choice.itemData(i).toString(), choice.itemText(i)});
    return there == dataAndText;
}

} // namespace

/// Runs that an exported picture names; of more it says how many.
constexpr qsizetype mostNamed = 50;
constexpr int nameCharacters = 24; ///< of a metric or a grouping

PlotTab::PlotTab(RunsLibrary& library, QWidget* parent) : QWidget(parent), m_library(library) {
    auto* layout = new QVBoxLayout(this);
    m_controls = new FlowLayout;
    layout->addLayout(m_controls);
}

void PlotTab::setPlot(PlotWidget* plot) {
    static_cast<QVBoxLayout*>(layout())->addWidget(plot, 1);
    connect(plot, &PlotWidget::failed, this, &PlotTab::failed);
    connect(plot->menu(), &FigureMenu::failed, this, &PlotTab::failed);
    m_drawn = plot;
    connect(plot, &PlotWidget::limitsChanged, this, &PlotTab::choicesChanged);
}

QList<PlotTab::BesideCorpus> PlotTab::besideOf(const QString& measure) const {
    QList<BesideCorpus> corpora;
    for (const qint64 id : m_runs) {
        const RunEntry* run = model().find(id);
        const auto accuracies = run ? run->besideMeasure(measure) : QList<std::pair<QString, double>>();
        if (!accuracies.isEmpty() && std::none_of(corpora.begin(), corpora.end(),
                                                  [&](const BesideCorpus& corpus) { return corpus.data == run->data; }))
            corpora.append({run->data, accuracies});
    }
    return corpora;
}

PictureMetadata PlotTab::withRuns(PictureMetadata metadata) const {
    QStringList names;
    for (const qint64 id : m_runs.mid(0, mostNamed))
        if (const RunEntry* run = model().find(id))
            names << QStringLiteral("%1 %2").arg(QString::number(id), run->name);
    if (m_runs.size() > mostNamed)
        names << tr("and %L1 more").arg(m_runs.size() - mostNamed);
    metadata << QPair<QString, QString>{"runs", names.join(QStringLiteral(", "))}
             << QPair<QString, QString>{"program", QStringLiteral("Headlight " HEADLIGHT_VERSION)};
    return metadata;
}

QString PlotTab::meanOf(const QList<int>& counts) {
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    if (most == counts.end() || *most < 2)
        return {};
    return *least == *most ? tr("mean of %1 runs").arg(*most) : tr("mean of %1 to %2 runs").arg(*least).arg(*most);
}

QString PlotTab::repeatedIn(const QList<RunGroup>& groups) {
    qsizetype count = 0;
    for (const RunGroup& group : groups)
        count += group.repeated.size();
    return count == 0   ? QString()
           : count == 1 ? tr("1 repeated run is not counted")
                        : tr("%L1 repeated runs are not counted").arg(count);
}

QString PlotTab::explanationOf(const QString& means, const QString& repeated) {
    return means.isEmpty() || repeated.isEmpty() ? means + repeated : tr("%1; %2").arg(means, repeated);
}

QList<QPair<QString, QString>> PlotTab::spreadChoices() {
    QList<QPair<QString, QString>> choices;
    for (const SpreadRow& row : spreads())
        choices.append({row.id, row.title});
    return choices;
}

void PlotTab::explainSpreads(QComboBox& choice) {
    for (const SpreadRow& row : spreads())
        choice.setItemData(choice.findData(row.id), row.help, Qt::ToolTipRole);
}

const RunsModel& PlotTab::model() const {
    return m_library.model();
}

void PlotTab::setRuns(const QList<qint64>& ids) {
    m_runs = ids;
    refresh();
}

void PlotTab::setPublished(bool on) {
    m_published = on;
    refresh();
}

void PlotTab::addControl(QWidget* control) {
    m_controls->addWidget(control);
}

QString PlotTab::noRunsText() const {
    return model().rowCount() > 0        ? tr("No run fits the filter.")
           : !m_library.isLoaded()       ? tr("Reading runs …")
           : !m_library.loss().isEmpty() ? m_library.loss()
                                         : tr("No runs yet: train a model, and it appears here.");
}

QComboBox* PlotTab::addChoice(const QString& name, const QString& title, const QString& help,
                              const QList<QPair<QString, QString>>& dataAndText) {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* choice = new SteadyChoice;
    choice->setObjectName(name);
    choice->setToolTip(help);
    choice->setAccessibleName(title);
    auto* label = new QLabel(title);
    label->setBuddy(choice);
    row->addWidget(label);
    row->addWidget(choice);
    choice->view()->installEventFilter(this);
    if (dataAndText.isEmpty()) // comes with the runs, and more of it with each of them
        choice->setMinimumContentsLength(nameCharacters);
    fill(*choice, dataAndText);
    connect(choice, &QComboBox::activated, this, [this, choice] {
        if (choice == m_judge)
            m_judge = nullptr;
        m_wanted.remove(choice->objectName());
        changed();
    });
    addControl(box);
    return choice;
}

void PlotTab::offerInMenu(QComboBox& choice, PlotWidget& plot) {
    auto* menu = new QMenu(choice.accessibleName(), &plot);
    menu->setObjectName(choice.objectName() + QStringLiteral(".menu"));
    menu->setToolTipsVisible(true);
    plot.addAction(menu->menuAction());
    connect(menu, &QMenu::aboutToShow, this, [this, menu, &choice] {
        menu->clear();
        menu->setEnabled(choice.isEnabled());
        for (int i = 0; i < choice.count(); ++i) {
            QAction* action = menu->addAction(choice.itemText(i), this, [&choice, i] {
                choice.setCurrentIndex(i);
                emit choice.activated(i);
            });
            action->setToolTip(choice.itemData(i, Qt::ToolTipRole).toString());
            action->setCheckable(true);
            action->setChecked(i == choice.currentIndex());
            action->setEnabled(choice.isEnabled());
        }
    });
}

void PlotTab::followJudge(QComboBox& choice) {
    m_judge = &choice;
    chooseJudge();
}

void PlotTab::chooseJudge() {
    if (!m_judge)
        return;
    QMap<QString, int> runsBy;
    for (const qint64 id : m_runs)
        if (const RunEntry* run = model().find(id); run && !run->judgedBy.isEmpty())
            ++runsBy[run->judgedBy];
    const auto most = std::max_element(runsBy.cbegin(), runsBy.cend());
    const int index = most == runsBy.cend() ? -1 : m_judge->findData(most.key());
    const QSignalBlocker blocker(*m_judge);
    m_judge->setCurrentIndex(index >= 0 ? index : m_judge->findData("accuracy"));
}

void PlotTab::changed() {
    refresh();
    emit choicesChanged();
}

void PlotTab::fill(QComboBox& choice, const QList<QPair<QString, QString>>& dataAndText) {
    if (isFilledWith(choice, dataAndText))
        return;
    const QVariant before = choice.currentData();
    const bool stays = std::any_of(dataAndText.begin(), dataAndText.end(),
                                   [&](const auto& item) { return item.first == before.toString(); });
    if (choice.view()->isVisible() && stays) { // somebody is choosing; runs that train come by every second
        m_isBehind = true;
        return;
    }
    const QSignalBlocker blocker(choice);
    if (before.isValid() && !stays && !m_wanted.contains(choice.objectName()))
        m_wanted.insert(choice.objectName(), before); // a filter may hide for a while what has it
    choice.clear();
    for (const auto& [data, text] : dataAndText) {
        choice.addItem(text, data);
        if (const int column = model().columnOf(data); column >= 0)
            choice.setItemData(choice.count() - 1, helpOf(model().columns()[column]), Qt::ToolTipRole);
    }
    if (const int index = choice.findData(before); before.isValid() && index >= 0)
        choice.setCurrentIndex(index);
}

bool PlotTab::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Hide && std::exchange(m_isBehind, false))
        QMetaObject::invokeMethod(
            this, [this] { refresh(); }, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void PlotTab::fillWanted(QComboBox& choice, const QList<QPair<QString, QString>>& dataAndText) {
    fill(choice, dataAndText);
    const auto wanted = m_wanted.constFind(choice.objectName());
    if (wanted == m_wanted.cend())
        return;
    if (const int index = choice.findData(*wanted); index >= 0) {
        const QSignalBlocker blocker(choice);
        choice.setCurrentIndex(index);
        m_wanted.erase(wanted);
    }
}

QString PlotTab::chosenIn(const QComboBox& choice) {
    return choice.currentData().toString();
}

QList<QPair<QString, QString>> PlotTab::groupings() const {
    QList<QPair<QString, QString>> list = {{"", tr("each run")},
                                           {"setting", tr("same settings, different seeds")},
                                           {"model", tr("model")},
                                           {"data", tr("corpus")}};
    for (const QString& key : RunsView::differingKeys(model(), m_runs)) {
        const int column = model().columnOf(key);
        if (model().columns()[column].isOption)
            list.append({key, model().columns()[column].title});
    }
    return list;
}

QStringList PlotTab::keysOf(const QString& grouping) const {
    if (grouping == QLatin1String("setting"))
        return keysOfSetting(model());
    return {grouping};
}

QVariantMap PlotTab::choices() const {
    QVariantMap choices = m_wanted;
    for (const QComboBox* choice : findChildren<QComboBox*>())
        if (choice->currentIndex() >= 0 && choice != m_judge && !m_wanted.contains(choice->objectName()))
            choices[choice->objectName()] = choice->currentData();
    for (const QAbstractButton* button : findChildren<QAbstractButton*>())
        if (button->isCheckable() && !button->objectName().isEmpty())
            choices[button->objectName()] = button->isChecked();
    for (const QSlider* slider : findChildren<QSlider*>())
        choices[slider->objectName()] = slider->value();
    if (m_drawn)
        choices[limitsKey] = m_drawn->typedLimits();
    return choices;
}

void PlotTab::setChoices(const QVariantMap& choices) {
    m_wanted = choices;
    if (const QVariantMap limits = m_wanted.take(limitsKey).toMap(); m_drawn)
        m_drawn->setTypedLimits(limits);
    if (m_judge && choices.contains(m_judge->objectName()))
        m_judge = nullptr;
    for (QComboBox* choice : findChildren<QComboBox*>())
        if (const int index = choice->findData(choices.value(choice->objectName())); index >= 0) {
            choice->setCurrentIndex(index);
            m_wanted.remove(choice->objectName());
        }
    for (QAbstractButton* button : findChildren<QAbstractButton*>())
        if (button->isCheckable() && choices.contains(button->objectName()))
            button->setChecked(choices.value(button->objectName()).toBool());
    for (QSlider* slider : findChildren<QSlider*>())
        slider->setValue(choices.value(slider->objectName(), slider->value()).toInt());
    refresh();
}

} // namespace headlight
