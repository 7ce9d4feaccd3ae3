#include "viewmodels/train_form.h"

#include "engine/core/error.h"
#include "engine/data/corpus.h"
#include "engine/encoders/registry.h"
#include "engine/train/learner_rows.h"
#include "engine/train/unused_options.h"
#include "wording/corpus_title.h"
#include "wording/number_text.h"
#include "wording/option_title.h"
#include "wording/option_words.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

const QString pairSeparator = QStringLiteral(" | "); // a tab, as files have it, leaves a field of the window

/// The probe with a tab between its two sentences, as a run wants it; empty when it is no pair.
QString tabbedPair(const QString& probe) {
    const QString first = probe.section(pairSeparator, 0, 0).trimmed();
    const QString second = probe.section(pairSeparator, 1).trimmed();
    return first.isEmpty() || second.isEmpty() ? QString() : first + '\t' + second;
}

const QString firstData = QStringLiteral("diagnostic:first");

bool isToy(const QString& specification) {
    return specification.startsWith(QLatin1String("diagnostic:"));
}

/// What makes the model of the first offer, and of a toy task, a small one that learns fast.
constexpr std::pair<const char*, const char*> firstOptions[] = {
    {"head_features", "32"}, {"features", "32"},           {"feed_forward", "128"},
    {"layers", "2"},         {"embedding_features", "32"}, {"hidden", "32"},
    {"optimizer", "adam"},   {"learning_rate", "0.003"},   {"epochs", "5"}};

} // namespace

TrainForm::TrainForm(QObject* parent) : QObject(parent), m_config(RunConfig::forEncoder(encoderRows().front().id)) {
    for (const EncoderRow& row : encoderRows())
        if (row.id == "mtsa")
            m_config = RunConfig::forEncoder(row.id);
}

QStringList TrainForm::probes() const {
    QStringList sentences;
    for (const std::string& probe : m_config.probes)
        sentences.append(QString::fromStdString(probe).replace('\t', pairSeparator));
    return sentences;
}

QString TrainForm::probeProblem() const {
    const QStringList sentences = probes();
    for (qsizetype i = 0; wantsPairs() && i < sentences.size(); ++i)
        if (tabbedPair(sentences[i]).isEmpty())
            return (m_task->hasQuestion() ? tr("Probe %1 is no pair: type question%2passage")
                                          : tr("Probe %1 is no pair: type first%2second"))
                .arg(i + 1)
                .arg(pairSeparator);
    return {};
}

QString TrainForm::rateNote() const {
    return isChanged(QStringLiteral("learning_rate"))
               ? QString()
               : QString::fromStdString(headlight::rateNote(m_config.train, base().train));
}

QString TrainForm::recipe() const {
    return m_recipe == byCorpus ? m_corpusRecipe : m_recipe;
}

QString TrainForm::recipeNote() const {
    if (!m_task || recipe().isEmpty())
        return {};
    const std::string note = headlight::recipeNote(recipeRow(recipe().toStdString()), m_task->examples());
    return note.empty() ? QString() : tr("This recipe %1.").arg(QString::fromStdString(note));
}

RunConfig TrainForm::base() const {
    RunConfig config = RunConfig::forEncoder(m_config.encoder);
    if (!recipe().isEmpty())
        applyRecipe(config, recipe().toStdString());
    if (m_corpusHasTest) // the recipe's folds are for a corpus without
        config.train.folds = 0;
    if (!m_preset.isEmpty())
        config.set("preset", m_preset.toStdString());
    config.task = m_config.task;
    config.data = m_config.data;
    config.probes = m_config.probes;
    return config;
}

/// The base, with the user's changes that it knows.
void TrainForm::rebuild() {
    RunConfig config = base();
    QSet<QString> kept;
    for (const QString& name : std::as_const(m_changed)) {
        try {
            const std::string value = m_config.get(name.toStdString());
            config.set(name.toStdString(), value);
            if (config.get(name.toStdString()) != base().get(name.toStdString()))
                kept.insert(name);
        } catch (const Error&) {
            // An option of the encoder before: it goes with it.
        }
    }
    m_config = std::move(config);
    m_changed = kept;
    checkModel();
    emit changedAll();
}

/// The engine's sentence begins with the option that is to be mended.
void TrainForm::checkModel() {
    m_misfit.reset();
    m_unused.clear();
    try {
        const RunConfig config = ofTask();
        countsOf(config, 2);
        for (const std::string& name : m_task ? unusedOptions(*m_task) : std::vector<std::string>())
            m_unused[QString::fromStdString(name)] =
                tr("Does nothing for this corpus: %1").arg(QString::fromStdString(m_task->title));
        for (const std::string& name : optionsOfTokens(config))
            m_unused[QString::fromStdString(name)] =
                tr("Does nothing for %1, which makes the vector of a sentence itself").arg(encoderTitle(encoder()));
    } catch (const Error& error) {
        m_misfit = Misfit{{}, inPeoplesWords(QString::fromUtf8(error.what()))};
        for (const OptionRow& row : m_config.rows())
            if (const std::string begin = row.name + ": "; std::string_view(error.what()).starts_with(begin)) {
                const QString text = QString::fromUtf8(error.what() + begin.size());
                m_misfit = Misfit{QString::fromStdString(row.name), inPeoplesWords(text, row)};
                break;
            }
    }
    if (!m_misfit && m_config.train.folds > 0 && m_corpusHasTest && m_readData == data())
        m_misfit =
            Misfit{QStringLiteral("folds"), tr("the corpus has a test set of its own; cross-validation is for corpora "
                                               "without. “%1” takes that test set")
                                                .arg(optionValueTitle(QStringLiteral("folds"), QStringLiteral("0")))};
}

void TrainForm::setEncoder(const QString& id) {
    if (id == encoder())
        return;
    const bool wasSmall = isMadeSmall();
    RunConfig fresh = RunConfig::forEncoder(id.toStdString());
    // Only what both encoders call the same way survives; values are read before the old configuration goes.
    RunConfig old = std::move(m_config);
    m_config = std::move(fresh);
    m_config.task = old.task;
    m_config.data = old.data;
    m_config.probes = old.probes;
    m_preset.clear();
    QSet<QString> kept;
    for (const QString& name : std::as_const(m_changed)) {
        try {
            m_config.set(name.toStdString(), old.get(name.toStdString()));
            kept.insert(name);
        } catch (const Error&) {
            // An option of the encoder before: it goes with it.
        }
    }
    m_changed = kept;
    rebuild();
    if (wasSmall)
        makeSmall();
}

void TrainForm::setPreset(const QString& id) {
    if (id == m_preset)
        return;
    if (!id.isEmpty()) {
        RunConfig trial = m_config;
        trial.set("preset", id.toStdString());
    }
    m_preset = id;
    rebuild();
}

void TrainForm::setRecipe(const QString& wanted) {
    const QString choice = wanted == QLatin1String("none") ? QString() : wanted; // the command line's word
    if (choice == m_recipe)
        return;
    if (!choice.isEmpty() && choice != byCorpus) {
        RunConfig trial = m_config;
        applyRecipe(trial, choice.toStdString());
    }
    m_recipe = choice;
    rebuild();
}

void TrainForm::setCorpus(const Corpus& corpus) {
    if (std::exchange(m_leavesToys, false))
        dropFirst();
    const auto before = base().toJson();
    const QString recipeBefore = recipe();
    m_corpusRecipe = QString::fromStdString(recipeFor(corpus));
    m_corpusHasTest = !corpus.test.empty();
    m_readData = data();
    if (recipe() != recipeBefore || base().toJson() != before) // else nobody is to be disturbed while typing
        rebuild();
    const bool hadMisfit = m_misfit.has_value();
    const Task* const taskBefore = m_task;
    m_tasks = tasksFor(corpus);
    findTask();
    if (const std::string only = m_task ? m_task->onlyEncoder() : std::string(); !only.empty())
        setEncoder(QString::fromStdString(only));
    checkModel();
    if (m_task != taskBefore || hadMisfit != m_misfit.has_value())
        emit changedPlan();
}

void TrainForm::forgetCorpus() {
    if (!std::exchange(m_task, nullptr))
        return;
    m_tasks.clear();
    checkModel();
    emit changedPlan();
}

void TrainForm::findTask() {
    const auto own =
        std::find_if(m_tasks.begin(), m_tasks.end(), [this](const Task* task) { return task->id == m_config.task; });
    m_task = own != m_tasks.end() ? *own : m_tasks.empty() ? nullptr : m_tasks.front();
}

void TrainForm::setTask(const QString& id) {
    if (id.toStdString() == m_config.task)
        return;
    if (!id.isEmpty())
        taskRow(id.toStdString());
    m_config.task = id.toStdString();
    findTask();
    checkModel();
    emit changedPlan();
}

void TrainForm::setData(const QString& specification) {
    if (specification == data())
        return;
    m_leavesToys = !isToy(specification) && (m_leavesToys || isToy(data()));
    m_config.data = specification.toStdString();
    checkModel();
    emit changedPlan();
}

void TrainForm::chooseData(const QString& specification) {
    const bool isFirstToy = isToy(specification) && !isToy(data());
    setData(specification);
    if (isFirstToy && m_changed.isEmpty() && m_preset.isEmpty())
        makeSmall();
}

/// What is smaller already stays.
void TrainForm::makeSmall() {
    const std::vector<OptionRow> rows = m_config.rows();
    for (const auto& [option, value] : firstOptions) {
        const std::string_view name = option;
        if (std::none_of(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; }))
            continue;
        bool isSize = false;
        const int size = QString::fromLatin1(value).toInt(&isSize);
        if (!isSize || this->option(QString::fromLatin1(option)).toInt() > size)
            setOption(QString::fromLatin1(option), QString::fromLatin1(value));
    }
    emit changedAll(); // the fields have other values than they show
}

bool TrainForm::isMadeSmall() const {
    return (isToy(data()) || m_leavesToys) &&
           std::any_of(std::begin(firstOptions), std::end(firstOptions), [this](const auto& small) {
               return isChanged(QString::fromLatin1(small.first)) && m_config.get(small.first) == small.second;
           });
}

void TrainForm::setProbes(const QStringList& sentences) {
    if (sentences == probes())
        return;
    m_config.probes.clear();
    for (const QString& sentence : sentences)
        m_config.probes.push_back(sentence.toStdString());
    emit changedPlan();
}

void TrainForm::setSeeds(int seeds) {
    if (std::max(1, seeds) == m_seeds)
        return;
    m_seeds = std::max(1, seeds);
    emit changedPlan();
}

void TrainForm::setAllFolds(bool on) {
    if (on == m_allFolds)
        return;
    m_allFolds = on;
    emit changedPlan();
}

void TrainForm::setOption(const QString& name, const QString& value) {
    m_config.set(name.toStdString(), value.toStdString());
    if (option(name) == baseValue(name))
        m_changed.remove(name);
    else
        m_changed.insert(name);
    checkModel();
    emit changedOption(name);
}

QString TrainForm::option(const QString& name) const {
    return QString::fromStdString(m_config.get(name.toStdString()));
}

QString TrainForm::labelOf(const QString& name) const {
    for (const OptionRow& row : m_config.rows())
        if (QString::fromStdString(row.name) == name)
            return QString::fromStdString(row.label);
    return name;
}

QString TrainForm::baseValue(const QString& name) const {
    return QString::fromStdString(base().get(name.toStdString()));
}

QStringList TrainForm::changed() const {
    QStringList names(m_changed.begin(), m_changed.end());
    names.sort();
    return names;
}

void TrainForm::reset(const QString& name) {
    setOption(name, baseValue(name));
}

void TrainForm::chooseFirst() {
    setEncoder(QStringLiteral("mtsa"));
    setRecipe(QString());
    setPreset(QString());
    resetAll();
    makeSmall();
    setSeeds(1);
    setAllFolds(false);
    setTask(QString());
    setProbes({});
    setData(firstData);
    emit changedAll(); // the fields have other values than they show
}

/// A model for a toy task is too small for another corpus. What the user chose instead of the offer's values stays.
void TrainForm::dropFirst() {
    bool isDropped = false;
    for (const auto& [name, value] : firstOptions)
        if (const QString option = QString::fromLatin1(name); isChanged(option) && m_config.get(name) == value)
            isDropped = m_changed.remove(option) || isDropped;
    if (!isDropped)
        return;
    if (m_recipe.isEmpty())
        m_recipe = byCorpus;
    rebuild();
}

void TrainForm::resetAll() {
    m_changed.clear();
    rebuild();
}

QList<TrainForm::Section> TrainForm::sections() const {
    QList<Section> sections;
    Section model{QStringLiteral("Model"), m_config.encoderConfig->rows()};
    for (OptionRow& row : model.rows)
        if (row.group.empty())
            row.group = "Encoder";
    for (OptionRow row : classifierFields().rows()) {
        row.group = "Sentence model";
        model.rows.push_back(std::move(row));
    }
    const auto& translation = translationFields().rows();
    model.rows.insert(model.rows.end(), translation.begin(), translation.end());
    sections.append(std::move(model));
    for (const OptionRow& row : trainFields().rows()) {
        const QString title = QString::fromStdString(row.group.empty() ? "Recipe" : row.group);
        if (sections.back().title != title)
            sections.append({title, {}});
        sections.back().rows.push_back(row);
    }
    return sections;
}

/// What the user changed for another task waits in the form, and is no part of a run.
RunConfig TrainForm::ofTask() const {
    RunConfig config = m_config;
    if (!m_task)
        return config;
    config.task = m_task->id;
    for (const std::string& option : unusedOptions(*m_task))
        if (const QString name = QString::fromStdString(option); isChanged(name))
            config.set(option, baseValue(name).toStdString());
    return config;
}

std::vector<RunConfig> TrainForm::runs() const {
    std::vector<RunConfig> runs;
    RunConfig common = ofTask();
    if (wantsPairs()) {
        common.probes.clear();
        for (const QString& probe : probes())
            common.probes.push_back(tabbedPair(probe).toStdString());
    }
    const int folds = m_allFolds ? std::max(1, m_config.train.folds) : 1;
    for (int seed = 0; seed < m_seeds; ++seed)
        for (int fold = 0; fold < folds; ++fold) {
            RunConfig config = common;
            config.train.seed += seed;
            if (folds > 1)
                config.train.fold = fold;
            runs.push_back(std::move(config));
        }
    return runs;
}

QString TrainForm::action(std::optional<double> seconds) const {
    QString text = tr("Train %1").arg(QString::fromStdString(encoderRow(m_config.encoder).shortName));
    if (!data().isEmpty())
        text += tr(" on %1").arg(corpusTitle(shortDataName(data())));
    if (m_seeds > 1)
        text += QStringLiteral(", %1 seeds").arg(m_seeds);
    if (m_allFolds && m_config.train.folds > 1)
        text += QStringLiteral(", %1 folds").arg(m_config.train.folds);
    if (seconds) {
        // An estimate is not known to the second: whole minutes above two.
        const double rounded = *seconds < 120 ? std::max(1.0, std::round(*seconds)) : std::round(*seconds / 60) * 60;
        text += tr(", about %1").arg(rounded < 60 ? QStringLiteral("%1 s").arg(rounded) : secondsText(rounded));
    }
    return text;
}

QString TrainForm::problem() const {
    if (m_misfit)
        return m_misfit->option.isEmpty() ? m_misfit->text
                                          : QStringLiteral("%1: %2").arg(labelOf(m_misfit->option), m_misfit->text);
    if (m_config.data.empty())
        return tr("Choose a corpus first");
    if (m_allFolds && m_config.train.folds == 1)
        return tr("Cross-validation needs at least 2 folds");
    if (m_config.train.folds == 0 && m_config.train.fold > 0)
        return tr("The fold belongs to a cross-validation: say of how many folds");
    if (m_config.train.folds > 0 && m_config.train.fold >= m_config.train.folds && !m_allFolds)
        return tr("The fold has to be below the number of folds");
    return probeProblem();
}

} // namespace headlight
