#pragma once

#include "autodiff/parameter.h"
#include "core/thread_pool.h"
#include "data/corpus.h"
#include "models/example_text.h"
#include "models/model.h"
#include "models/stored_type.h"
#include "nn/context.h"
#include "tasks/evaluation.h"
#include "tasks/task.h"
#include "train/evaluation_watch.h"
#include "train/run_config.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// Examples of a mini-batch that go through a network at once.
class Piece {
public:
    struct Result {
        Var loss;               ///< 1 × 1: the sum over the answers, times `weight`
        std::int64_t right = 0; ///< answers that are right, where the task counts them
    };
    /// Columns of a table that are read, and not every column of it.
    struct Words {
        const Parameter& table;
        const std::vector<int>& columns;
    };

    virtual ~Piece() = default;
    virtual const Layout& layout() const = 0; ///< that the context of run() has
    virtual std::vector<Words> words() const = 0;
    virtual Result run(Context& context, Real weight) const = 0;
};

/// A network together with what training, judging and storing need of it: all that Trainer knows of what it trains.
/// Reading is safe from several threads at once; training writes and is alone.
class Learner {
public:
    /// An example of the training set as batches count it.
    struct Size {
        int tokens = 0;
        std::int64_t answers = 0;
        int texts = 1; ///< of which each has dropout of its own
    };
    /// A member of a mini-batch.
    struct Member {
        int example = 0;             ///< position in the training set
        std::uint64_t firstText = 0; ///< its first text among those of the mini-batch, on which dropout depends
    };

    virtual ~Learner() = default;
    virtual const Task& task() const = 0;
    virtual Parameters& parameters() = 0;
    /// Trained values without those of the tables of words.
    virtual std::int64_t trainedValues() const = 0;
    virtual std::int64_t vocabularySize() const = 0;
    virtual bool hasPieces() const { return false; } ///< of words, which its vocabulary is of
    virtual const std::vector<std::string>& labels() const = 0;
    virtual int mostTokens() const = 0; ///< that it reads of a text; 0: no limit
    /// For people: how many examples are longer than the positions that it has learned, where their tokens behind are
    /// read without their places. Empty: none is.
    virtual std::string positionsNote(const std::vector<Example>& examples) const = 0;
    /// The same network, to be looked at; it must not outlive the learner.
    virtual std::shared_ptr<const Model> model() const = 0;
    virtual std::vector<ExampleText> examples() const = 0;

    /// Whether it can tell anything of these examples: one word at least is in its vocabulary.
    virtual bool knowsWords(const std::vector<Example>& examples) const = 0;
    /// Brings examples, a part of the corpus, to the network's labels. Error when the corpus is not of its task, or has
    /// an answer that it can't give.
    virtual void adopt(const Corpus& corpus, std::vector<Example>& examples) const = 0;
    /// The result has the same bits for any number of threads.
    virtual Evaluation evaluate(const std::vector<Example>& examples, ThreadPool& pool,
                                const EvaluationWatch& watch = {}) const = 0;
    /// What evaluate() takes for an example before that was measured, in the time of training on one: a guess.
    virtual double evaluationCost() const = 0;
    /// For a message about a loss that is not finite: the layer (Tape::firstNotFinite()) in which the first such
    /// example went bad; null where none did.
    virtual const Parameter* firstBadLayer(const std::vector<Example>& examples) const = 0;
    /// Replaces the folder completely or not at all.
    virtual void save(const std::filesystem::path& folder, StoredType type) const = 0;

    /// The training set that sizes() and piece() are of.
    virtual void take(const std::vector<Example>& examples) = 0;
    virtual const std::vector<Size>& sizes() const = 0;
    virtual std::unique_ptr<Piece> piece(const std::vector<Member>& members) const = 0;
};

/// What a run begins with.
struct NewLearner {
    std::unique_ptr<Learner> learner;
    int vectorsFound = 0; ///< words of the training set that have a vector, where there are vectors
    int words = 0;        ///< that the training set has
    std::string adapted;  ///< what the network took over from the training set, to be told
};

/// Error as taskOf, where options don't fit together or with the corpus, or word vectors can't be read.
NewLearner newLearner(const RunConfig& config, const Corpus& corpus);
/// Of a model folder that a trainer wrote. Error as loadModel.
std::unique_ptr<Learner> openLearner(const std::filesystem::path& folder);

} // namespace headlight
