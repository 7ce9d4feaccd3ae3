#pragma once

#include "engine/tasks/task.h"
#include "engine/train/run_config.h"

#include <QJsonObject>
#include <QMap>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <optional>

namespace headlight {

/// What the form of a training run holds, without a window: a configuration, how many runs of it, and which values the
/// user changed against encoder, preset and recipe.
class TrainForm : public QObject {
    Q_OBJECT

public:
    explicit TrainForm(QObject* parent = nullptr);

    const RunConfig& config() const { return m_config; }
    QString encoder() const { return QString::fromStdString(m_config.encoder); }
    QString preset() const { return m_preset; } ///< empty: the encoder's default configuration
    /// What the user chose: byCorpus, or an id, or nothing.
    QString recipeChoice() const { return m_recipe; }
    static constexpr auto byCorpus = "by corpus";
    QString recipe() const; ///< the one in force; empty: none
    /// That the recipe in force is for another task than the corpus; empty when it is not.
    QString recipeNote() const;
    QString data() const { return QString::fromStdString(m_config.data); }
    /// As they are typed: of a pair corpus the two sentences with " | " between them.
    QStringList probes() const;
    /// Those that the corpus's examples are for, once it is read; more than one are a choice.
    const std::vector<const Task*>& tasks() const { return m_tasks; }
    const Task* task() const { return m_task; } ///< the one in force; null until a corpus is read
    bool wantsPairs() const {
        return m_task && m_task->inputs() == 2;
    } ///< whether the examples of the corpus are pairs
    /// That the learning rate is still one for another optimizer; empty when it is not, or the user wants it.
    QString rateNote() const;
    /// What is wrong with options of the model that are right by themselves, such as masks and heads.
    struct Misfit {
        QString option; ///< at which it is said; empty: at none
        QString text;
    };
    const std::optional<Misfit>& misfit() const { return m_misfit; }
    /// Options that do nothing for the model, as it makes the vector of a sentence itself, or for the task; and why.
    const QMap<QString, QString>& unused() const { return m_unused; }
    QString probeProblem() const; ///< the first probe that is none of this corpus; empty: all are fine
    int seeds() const { return m_seeds; }
    bool allFolds() const { return m_allFolds; }

    /// Values the user changed are kept as far as the new base knows them. An unknown id is an Error.
    void setEncoder(const QString& id);
    void setPreset(const QString& id);
    void setRecipe(const QString& wanted);
    /// In force where the corpus's examples are for it; else, and with "", the corpus's default is.
    void setTask(const QString& id);
    void setData(const QString& specification);
    /// The corpus of that specification, once it is read: what a recipe by the corpus goes by, and what a probe is.
    void setCorpus(const Corpus& corpus);
    void forgetCorpus(); ///< another one is chosen, and can't be read: there is no task then
    void setProbes(const QStringList& sentences);
    void setSeeds(int seeds);  ///< runs with seed, seed + 1 …; at least 1
    void setAllFolds(bool on); ///< a run for every fold when the configuration has folds

    /// Error with the range; nothing is changed then.
    void setOption(const QString& name, const QString& value);
    QString option(const QString& name) const;
    QString labelOf(const QString& name) const;   ///< "Learning rate"
    QString baseValue(const QString& name) const; ///< of encoder, preset and recipe
    bool isChanged(const QString& name) const { return m_changed.contains(name); }
    QStringList changed() const;
    void reset(const QString& name);
    /// As the user chooses a corpus: setData(); for a diagnostic task, while nothing else was chosen, with the small
    /// model of chooseFirst().
    void chooseData(const QString& specification);
    bool isMadeSmall() const; ///< by that, and not changed since
    /// A small model and a toy task, which is learnt while one watches: in some ten seconds on two processors. Once
    /// another corpus is read, what is left of it goes back to the defaults and the recipe by the corpus.
    void chooseFirst();
    static constexpr int firstSeconds = 10; ///< to be told before it is measured
    void resetAll();

    /// A heading of the form and its rows.
    struct Section {
        QString title;
        std::vector<OptionRow> rows;
    };
    /// "Model" with the encoder's and the sentence model's options, "Recipe" and "Run".
    QList<Section> sections() const;

    /// One configuration per seed and fold, in the order in which they are trained.
    std::vector<RunConfig> runs() const;
    /// "Train MTSA on TREC, 3 seeds, about 6 min"; without a time when there is no estimate.
    QString action(std::optional<double> seconds) const;
    /// What is missing before it can start; empty when nothing is.
    QString problem() const;

    /// To be restored by the next start of the program. What can't be understood is left out.
    QJsonObject save() const;
    void restore(const QJsonObject& saved);
    /// Takes over a run's configuration, for another one like it.
    void adopt(const RunConfig& config);

signals:
    void changedAll();                       ///< rows too: encoder, preset or recipe
    void changedOption(const QString& name); ///< a value
    void changedPlan();                      ///< data, tasks, what a probe is, probes, seeds, folds

private:
    RunConfig base() const;
    void rebuild();
    void makeSmall();
    void dropFirst();
    RunConfig ofTask() const;
    void findTask();
    void checkModel();

    RunConfig m_config;
    QString m_preset, m_recipe = byCorpus, m_corpusRecipe;
    std::vector<const Task*> m_tasks;
    const Task* m_task = nullptr;
    bool m_corpusHasTest = false;
    QString m_readData;        ///< the corpus that was read last
    bool m_leavesToys = false; ///< for a corpus that is not read yet
    QSet<QString> m_changed;
    std::optional<Misfit> m_misfit;
    QMap<QString, QString> m_unused;
    int m_seeds = 1;
    bool m_allFolds = false;
};

} // namespace headlight
