#include "panels/train/train_form_view.h"

#include "engine/core/error.h"
#include "engine/encoders/registry.h"
#include "forms/few_lines_label.h"
#include "forms/option_form.h"
#include "forms/roomy_label.h"
#include "forms/wrapped_text.h"
#include "panels/corpus_field.h"
#include "panels/option_row.h"
#include "panels/preset_box.h"
#include "panels/train/corpus_view.h"
#include "viewmodels/corpus_split.h"
#include "wording/option_title.h"
#include "wording/option_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

constexpr int presetLines = 3; ///< most presets need no more; the tooltip has all of a longer text

/// With the base as default, under the headings of the form's section.
FormRow rowOf(const OptionRow& option, const QString& section, const TrainForm& form) {
    FormRow row = formRowOf(option, form.baseValue(QString::fromStdString(option.name)));
    row.group = row.group == section || row.group.isEmpty()
                    ? section
                    : QStringLiteral("%1: %2").arg(section, inSentence(row.group));
    return row;
}

QString recipeHelp(const Recipe& recipe) {
    return inLines(
        TrainFormView::tr("%1\nOn the command line: %2")
            .arg(asSentence(inPeoplesWords(QString::fromStdString(recipe.help))), QString::fromStdString(recipe.id)));
}

/// "One label for a sentence (classify)"
QString titleWithCode(const Task& task) {
    const QString title = QString::fromStdString(task.title);
    return QStringLiteral("%1 (%2)").arg(title.left(1).toUpper() + title.mid(1), QString::fromStdString(task.id));
}

void setCurrentData(QComboBox& box, const QString& data) {
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

} // namespace

TrainFormView::TrainFormView(TrainForm& form, QWidget* parent)
    : QWidget(parent), m_form(form), m_encoder(new QComboBox), m_preset(new QComboBox), m_recipe(new QComboBox),
      m_task(new QComboBox), m_data(new CorpusField(QStringLiteral("train"))),
      m_presetHelp(new FewLinesLabel(presetLines)), m_recipeNote(new QLabel), m_taskTitle(new QLabel(tr("Tas&k"))),
      m_corpus(new CorpusView), m_probes(new QPlainTextEdit), m_probeHelp(new RoomyLabel), m_seeds(new QSpinBox),
      m_allFolds(new QCheckBox(tr("all fo&lds"))), m_options(new OptionForm) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("train.formsplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeChoosers());
    m_options->setObjectName(QStringLiteral("train.options"));
    m_options->setMinimumHeight(fontMetrics().height() * 4);
    splitter->addWidget(m_options);
    splitter->setStretchFactor(1, 1);
    layout->addWidget(splitter, 1);

    connect(m_options, &OptionForm::valueChanged, this, [this](const QString& name, const QString& text) {
        if (!m_filling)
            m_form.setOption(name, text);
    });
    connect(m_options, &OptionForm::validityChanged, this, [this] {
        if (!m_filling)
            explainOptions();
        emit validityChanged();
    });
    connect(&m_form, &TrainForm::changedAll, this, &TrainFormView::refresh);
    connect(&m_form, &TrainForm::changedOption, this, &TrainFormView::explainOptions);
    connect(&m_form, &TrainForm::changedPlan, this, [this] {
        fillTasks();
        explainProbes();
        explainOptions(); // some fit the task only
    });
    refresh();
}

QWidget* TrainFormView::makeChoosers() {
    auto* box = new QWidget;
    m_grid = new QGridLayout(box);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(1, 1);
    addModel();
    addData();
    addRuns();
    for (QComboBox* choice : {m_encoder, m_preset, m_recipe, m_task, m_data->box()})
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connectChoosers();
    return box;
}

void TrainFormView::addRow(const QString& title, QWidget* field, Qt::Alignment alignment) {
    auto* label = new QLabel(title);
    label->setBuddy(field);
    const int row = m_grid->rowCount();
    m_grid->addWidget(label, row, 0, alignment | Qt::AlignLeft);
    m_grid->addWidget(field, row, 1);
}

void TrainFormView::addModel() {
    m_encoder->setObjectName(QStringLiteral("train.encoder"));
    m_encoder->setToolTip(tr("The mechanism that lets tokens see each other"));
    m_encoder->setAccessibleName(tr("Model"));
    for (const EncoderRow& row : encoderRows()) {
        const QString id = QString::fromStdString(row.id), title = QString::fromStdString(row.titleWithCode());
        m_encoder->addItem(title, id);
        const QString help = tr("%1\n%2\nIn files and on the command line: %3");
        m_encoder->setItemData(m_encoder->count() - 1, help.arg(title, QString::fromStdString(row.paper), id),
                               Qt::ToolTipRole);
    }
    m_preset->setObjectName(QStringLiteral("train.preset"));
    m_preset->setAccessibleName(tr("Preset of the model"));
    m_presetHelp->setObjectName(QStringLiteral("train.presethelp"));
    m_presetHelp->setForegroundRole(QPalette::PlaceholderText);
    m_presetHelp->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_recipe->setObjectName(QStringLiteral("train.recipe"));
    m_recipe->setAccessibleName(tr("Recipe"));
    m_recipe->addItem(QString(), QString(TrainForm::byCorpus)); // its text says which that is
    m_recipe->addItem(tr("None"), QString());
    for (const Recipe& recipe : recipes()) {
        m_recipe->addItem(QString::fromStdString(recipe.title), QString::fromStdString(recipe.id));
        m_recipe->setItemData(m_recipe->count() - 1, recipeHelp(recipe), Qt::ToolTipRole);
    }
    addRow(tr("&Model"), m_encoder);
    addRow(tr("&Preset"), m_preset);
    m_grid->addWidget(m_presetHelp, m_grid->rowCount(), 1);
    addRow(tr("Rec&ipe"), m_recipe);
    m_recipeNote->setObjectName(QStringLiteral("train.recipenote"));
    m_recipeNote->setWordWrap(true);
    m_grid->addWidget(m_recipeNote, m_grid->rowCount(), 1);
}

void TrainFormView::addData() {
    auto* title = new QLabel(tr("&Corpus"));
    title->setBuddy(m_data->box());
    int row = m_grid->rowCount();
    m_grid->addWidget(title, row, 0);
    m_grid->addWidget(m_data, row++, 1);
    m_task->setObjectName(QStringLiteral("train.task"));
    m_task->setAccessibleName(tr("Task"));
    m_task->setToolTip(tr("What the model learns: the examples of this corpus are for more than one task"));
    m_taskTitle->setBuddy(m_task);
    m_grid->addWidget(m_taskTitle, row, 0);
    m_grid->addWidget(m_task, row++, 1);
    m_grid->addWidget(m_corpus, row, 0, 1, 2);
    m_grid->setRowStretch(row, 1);
}

void TrainFormView::addRuns() {
    m_probes->setObjectName(QStringLiteral("train.probes"));
    m_probes->setTabChangesFocus(true);
    m_probes->setAccessibleName(tr("Probe sentences"));
    m_probes->setFixedHeight(fontMetrics().height() * 2 + 12);
    addRow(tr("Pro&bes"), m_probes, Qt::AlignTop);
    m_probeHelp->setObjectName(QStringLiteral("train.probehelp"));
    m_probeHelp->hide();
    m_grid->addWidget(m_probeHelp, m_grid->rowCount(), 1);
    m_seeds->setObjectName(QStringLiteral("train.seeds"));
    m_seeds->setRange(1, 100);
    m_seeds->setAccessibleName(tr("Number of seeds"));
    m_seeds->setToolTip(tr("How many runs are trained one after another that differ in their random seed only"));
    m_allFolds->setObjectName(QStringLiteral("train.allfolds"));
    m_allFolds->setToolTip(tr("A run for every part of the cross-validation, when the recipe has folds"));
    auto* both = new QWidget;
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_seeds, 1);
    line->addWidget(m_allFolds, 1);
    addRow(tr("&Seeds"), both);
    both->setFocusProxy(m_seeds);
}

void TrainFormView::connectChoosers() {
    connect(m_encoder, &QComboBox::activated, this, [this] { m_form.setEncoder(m_encoder->currentData().toString()); });
    connect(m_preset, &QComboBox::activated, this, [this] { m_form.setPreset(m_preset->currentData().toString()); });
    connect(m_recipe, &QComboBox::activated, this, [this] { m_form.setRecipe(m_recipe->currentData().toString()); });
    connect(m_task, &QComboBox::activated, this, [this] { m_form.setTask(m_task->currentData().toString()); });
    connect(m_data, &CorpusField::taken, this, &TrainFormView::takeData);
    connect(m_corpus, &CorpusView::columnsChosen, this, [this](const ColumnChoice& choice) {
        setData(withColumns(m_form.data(), *m_corpus->askedColumns(), choice));
    });
    connect(m_corpus, &CorpusView::optionChosen, this,
            [this](const QString& key, const QString& value) { setData(withCorpusOption(m_form.data(), key, value)); });
    connect(m_corpus, &CorpusView::turned, this, &TrainFormView::setData);
    connect(m_corpus, &CorpusView::testFileChosen, this, [this] { setData(testFileSpec(m_form.data())); });
    connect(m_probes, &QPlainTextEdit::textChanged, this, [this] {
        QStringList sentences;
        for (const QString& line : m_probes->toPlainText().split('\n'))
            if (!line.trimmed().isEmpty())
                sentences.append(line.trimmed());
        if (!m_filling)
            m_form.setProbes(sentences);
    });
    connect(m_seeds, &QSpinBox::valueChanged, this, [this](int seeds) { m_form.setSeeds(seeds); });
    connect(m_allFolds, &QCheckBox::toggled, this, [this](bool on) { m_form.setAllFolds(on); });
}

void TrainFormView::setKnownCorpora(const QList<KnownCorpus>& recent, const QList<KnownCorpus>& others) {
    m_data->setKnownCorpora(recent, others);
}

void TrainFormView::takeData() {
    m_form.chooseData(m_data->spec());
}

void TrainFormView::setData(const QString& spec) {
    if (spec.isEmpty()) // there is no such file
        return;
    m_data->setSpec(spec);
    takeData();
}

void TrainFormView::searchOptions() {
    m_options->search();
}

void TrainFormView::browse() {
    m_data->browse();
}

void TrainFormView::fillPresets() {
    const EncoderRow& row = encoderRow(m_form.encoder().toStdString());
    const bool byRecipe = !m_form.recipe().isEmpty();
    fillPresetBox(*m_preset, row, byRecipe ? tr("From the recipe") : QString());
    setCurrentData(*m_preset, m_form.preset());
    const QString ofRecipe = tr("What the recipe says for this model, else the default.");
    const QString small = tr("Smaller than the preset, so that the diagnostic task is learnt while you watch.");
    m_presetHelp->setText(m_form.isMadeSmall()                    ? small
                          : m_form.preset().isEmpty() && byRecipe ? ofRecipe
                                                                  : presetHelp(row, m_form.preset()));
    m_preset->setToolTip(tr("A form of the model that a paper or its released code uses"));
}

/// There is a choice only where the examples of the corpus are for several.
void TrainFormView::fillTasks() {
    if (m_form.tasks().empty() && m_task->count() > 0)
        return; // a corpus that can't be read: what is below keeps its place
    m_task->clear();
    for (const Task* task : m_form.tasks())
        m_task->addItem(titleWithCode(*task), QString::fromStdString(task->id));
    if (const Task* task = m_form.task())
        setCurrentData(*m_task, QString::fromStdString(task->id));
    for (QWidget* part : {static_cast<QWidget*>(m_taskTitle), static_cast<QWidget*>(m_task)})
        part->setVisible(m_task->count() > 1);
}

void TrainFormView::fillOptions() {
    QList<FormRow> rows;
    QMap<QString, QString> values;
    for (const TrainForm::Section& section : m_form.sections())
        for (const OptionRow& option : section.rows) {
            rows.append(rowOf(option, section.title, m_form));
            values[rows.back().name] = m_form.option(rows.back().name);
        }
    m_options->setRows(rows, [this](const QString& name, const QString& text) -> std::optional<TextProblem> {
        try {
            RunConfig trial = m_form.config();
            trial.set(name.toStdString(), text.toStdString());
            return std::nullopt;
        } catch (const Error& error) {
            return TextProblem{problemText(error, name)};
        }
    });
    m_options->setValues(values);
    m_misfit.clear();
    m_unused.clear();
    explainOptions();
}

void TrainFormView::explainOptions() {
    const QString recipeNote = m_form.recipeNote();
    m_recipeNote->setText(recipeNote);
    m_recipeNote->setVisible(!recipeNote.isEmpty());
    m_options->setNote(QStringLiteral("learning_rate"), m_form.rateNote());
    // While a field is wrong, the form has the value before, and what misfits it is not what is seen.
    const TrainForm::Misfit misfit = isValid() ? m_form.misfit().value_or(TrainForm::Misfit()) : TrainForm::Misfit();
    for (const QString& name : {std::exchange(m_misfit, misfit.option), misfit.option})
        if (!name.isEmpty())
            m_options->setMisfit(name, name == misfit.option ? misfit.text : QString());
    for (const QString& name : std::exchange(m_unused, m_form.unused().keys()) + m_form.unused().keys())
        m_options->setUnused(name, m_form.unused().value(name));
}

void TrainFormView::refresh() {
    const QScopedValueRollback filling(m_filling, true);
    setCurrentData(*m_encoder, m_form.encoder());
    const bool found = m_form.recipeChoice() == TrainForm::byCorpus && !m_form.recipe().isEmpty();
    m_recipe->setItemText(0, found ? tr("Automatic: %1").arg(m_recipe->itemText(m_recipe->findData(m_form.recipe())))
                                   : tr("Automatic (from the corpus)"));
    setCurrentData(*m_recipe, m_form.recipeChoice());
    m_recipe->setToolTip(m_form.recipe().isEmpty()
                             ? tr("Published settings for a corpus: optimizer, batch, regularisation, epochs")
                             : recipeHelp(recipeRow(m_form.recipe().toStdString())));
    fillPresets();
    fillTasks();
    m_data->setSpec(m_form.data());
    m_probes->setPlainText(m_form.probes().join('\n'));
    m_seeds->setValue(m_form.seeds());
    m_allFolds->setChecked(m_form.allFolds());
    fillOptions();
    explainProbes();
}

void TrainFormView::explainProbes() {
    if (!m_form.task() && !m_probeHelp->isHidden())
        return; // as the choice of the task
    const bool pairs = m_form.wantsPairs(), asks = pairs && m_form.task()->hasQuestion();
    const QString pair = asks ? tr("question | passage") : tr("first sentence | second sentence");
    m_probes->setPlaceholderText(pairs ? tr("One pair a line: %1; without one, examples of the corpus").arg(pair)
                                       : tr("One sentence per line. If empty: examples from the corpus"));
    m_probes->viewport()->update(); // Qt 6.4 leaves the old placeholder on the screen
    m_probes->setToolTip(
        pairs ? tr("Pairs whose attention is kept after every epoch, to be watched while training. Between the two "
                   "texts of a line stands “ | ”.")
              : tr("Sentences whose attention is kept after every epoch, to be watched while training"));
    const QString help = tr("A pair a line: %1").arg(pair), problem = m_form.probeProblem();
    m_probeHelp->setTexts({help, problem});
    m_probeHelp->setText(problem.isEmpty() ? help : problem);
    m_probeHelp->setForegroundRole(problem.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    m_probeHelp->setVisible(pairs); // always then: what is below it keeps its place
}

bool TrainFormView::isValid() const {
    return m_options->isValid();
}

QString TrainFormView::problem() const {
    return m_options->firstProblem();
}

} // namespace headlight
