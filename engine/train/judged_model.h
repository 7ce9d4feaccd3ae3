#pragma once

#include "data/corpus.h"
#include "tasks/evaluation.h"
#include "train/evaluation_watch.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A model folder that examples judge: what a program sees of a Learner that knows nothing of tapes.
class JudgedModel {
public:
    /// Error as loadModel.
    explicit JudgedModel(const std::filesystem::path& folder);
    ~JudgedModel();

    const std::vector<std::string>& labels() const;
    int mostTokens() const; ///< that it reads of a text; 0: no limit
    /// For people: how many examples are longer than the positions that it has learned; empty: none is.
    std::string positionsNote(const std::vector<Example>& examples) const;
    /// Whether it can tell anything of these examples: one word at least is in its vocabulary.
    bool knowsWords(const std::vector<Example>& examples) const;
    /// Examples of the corpus, brought to the model's labels; Error as adoptLabels.
    void adopt(const Corpus& corpus, std::vector<Example>& examples) const;
    /// The same bits for any number of threads.
    Evaluation evaluate(const std::vector<Example>& examples, int threads, const EvaluationWatch& watch = {}) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
