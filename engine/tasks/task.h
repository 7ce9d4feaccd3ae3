#pragma once

#include "autodiff/target.h"
#include "core/matrix.h"
#include "data/corpus.h"
#include "results/answer.h"
#include "tasks/classifier_options.h"
#include "tasks/evaluation.h"
#include "tasks/metric.h"
#include "tasks/selection_baselines.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

class Builder;
class TaskHead;
struct HeadParts;

/// Sums up how examples were answered.
class Judge {
public:
    virtual ~Judge() = default;
    /// Scores [classes × answers] of one example's answers.
    virtual void add(const Example& example, const Eigen::Ref<const Matrix>& scores) = 0;
    /// Fills in metrics, details and table.
    virtual void sumUp(Evaluation& evaluation) const = 0;
};

/// What a model learns and answers: its examples, and what it is judged by. One class for each; trainer, store, plots
/// and command line know no more than this.
class Task {
public:
    Task(std::string id_, std::string title_) : id(std::move(id_)), title(std::move(title_)) {}
    virtual ~Task() = default;

    const std::string id, title;

    /// The kind of examples that it is for.
    virtual CorpusKind examples() const = 0;
    /// How many texts an example has; of a task that hasQuestion() at least.
    virtual int texts() const { return 1; }
    /// How many of them a model reads to answer; of a sentence and its translation only the first.
    virtual int inputs() const { return texts(); }
    /// Whether the first text is a question, read by its words alone, and the others are sentences of which one is the
    /// answer.
    virtual bool hasQuestion() const { return false; }
    /// Whether what is answered depends on one token, the predicate, beside the texts (Example::predicate).
    virtual bool hasPredicate() const { return false; }
    /// The only encoder that can learn it, an id of the registry; empty: any.
    virtual std::string onlyEncoder() const { return {}; }
    /// Whether each token is answered; else each example.
    virtual bool answersTokens() const { return false; }
    /// What a model with these labels is judged by, names of metricRows(); the first one chooses the best model.
    /// Without labels, all that any model has.
    virtual std::vector<std::string> metrics(const std::vector<std::string>& labels) const = 0;
    /// All that it may have, in that order.
    std::vector<std::string> metrics() const { return metrics({}); }
    /// Options of training, and of what its kind of network has around the encoder, that do nothing here.
    virtual std::vector<std::string> unusedOptions() const = 0;

    /// Error, without the name of the corpus, when there is nothing to learn from its training examples, of which there
    /// is one at least.
    virtual void checkTrainable(const Corpus& corpus) const = 0;
    /// Whether the share of answers that are right says something while a model is trained.
    virtual bool countsRight() const { return true; }
};

/// A task of an encoder and layers behind it, which score labels (models/task_network.h).
class HeadTask : public Task {
public:
    using Task::Task;

    /// The labels of a model that is trained on the corpus. Where they are not the corpus's own, adopt() brings its
    /// examples to them.
    virtual std::vector<std::string> labels(const Corpus& corpus) const { return corpus.labels; }
    /// Error when these can't be the labels of a model.
    virtual void checkLabels(const std::vector<std::string>& /*labels*/) const {}
    /// Brings examples of `corpus` to the labels of a model: `number` gives a label's number there. Error when the
    /// model has no answer for one.
    virtual void adopt(std::vector<Example>& examples, const Corpus& corpus, const std::vector<std::string>& labels,
                       const std::function<int(int)>& number) const;

    virtual std::unique_ptr<TaskHead> makeHead(const HeadParts& parts, const Builder& builder) const = 0;
    /// Sentences whose words a model knows the frequencies of, for what its choices are compared with.
    virtual SentenceCounts sentenceCounts(const Corpus& /*corpus*/) const { return {}; }
    /// What is wanted, a target for each answer, of an example of whose first text so many tokens are read. `labels`
    /// are those of the model, to which adopt() has brought the example.
    virtual std::vector<Target> targets(const Example& example, std::size_t read,
                                        const std::vector<std::string>& labels) const;
    /// Of scores that this head gives, one that makeHead() made; it outlives the judge.
    virtual std::unique_ptr<Judge> judge(const std::vector<std::string>& labels, const TaskHead& head) const = 0;
    /// From such scores [classes × answers].
    virtual Answer answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                          const TaskHead& head) const;
    /// What reading an example and judging the answer takes at first guess, in the time of training on one: there is no
    /// backward pass.
    virtual double evaluationCost() const { return 0.5; }
};

/// The classes by one column of scores.
ClassAnswer classesFrom(const std::vector<std::string>& labels, const Eigen::Ref<const Vector>& scores);

/// One of each.
const std::vector<std::unique_ptr<const Task>>& taskRows();
std::vector<std::string> taskIds();
/// Error with the known ids when there is none.
const Task& taskRow(const std::string& id);
/// The same of a task of an encoder and layers behind it; Error where it is another kind of task.
const HeadTask& headTaskRow(const std::string& id);
/// What models of that task may be judged by; all metrics there are where it is none of ours, as a store may have it.
std::vector<std::string> metricsOfTask(const std::string& id);
/// Those that a corpus's examples are for, its default first. std::invalid_argument when there is none.
std::vector<const Task*> tasksFor(const Corpus& corpus);
/// The one of them that is asked for by its id, or with "" their default. Error otherwise with those that there are,
/// which begins with `asking`, "--task pair" or who else wants it.
const Task& taskFor(const Corpus& corpus, const std::string& id, const std::string& asking);

/// One row more as long as it lives: the task of a test. Not while another thread asks for rows.
class ExtraTask {
public:
    explicit ExtraTask(std::unique_ptr<const Task> task);
    ~ExtraTask();
    ExtraTask(const ExtraTask&) = delete;
    ExtraTask& operator=(const ExtraTask&) = delete;
};

std::unique_ptr<const Task> classifyTask();
std::unique_ptr<const Task> pairTask();
std::unique_ptr<const Task> relatednessTask();
std::unique_ptr<const Task> rolesTask();
std::unique_ptr<const Task> selectTask();
std::unique_ptr<const Task> tagTask();
std::unique_ptr<const Task> translateTask();

} // namespace headlight
