#pragma once

#include "tasks/tag_head.h"
#include "tasks/tag_scores.h"
#include "tasks/task.h"

#include <map>
#include <string>
#include <vector>

namespace headlight {

/// What tasks have in common that give each token a label.
class TokenTask : public HeadTask {
public:
    /// `labelWord`: what a label is called in messages.
    TokenTask(std::string id_, std::string title_, std::string labelWord)
        : HeadTask(std::move(id_), std::move(title_)), m_labelWord(std::move(labelWord)) {}

    bool answersTokens() const override { return true; }
    void checkTrainable(const Corpus& corpus) const override;
    void adopt(std::vector<Example>& examples, const Corpus& corpus, const std::vector<std::string>& labels,
               const std::function<int(int)>& number) const override;
    std::unique_ptr<TaskHead> makeHead(const ClassifierOptions& options, const Builder& builder, Index width,
                                       Index classes) const override;
    std::vector<Target> targets(const Example& example, std::size_t read,
                                const std::vector<std::string>& labels) const override;
    Answer answer(const std::vector<std::string>& labels, const Eigen::Ref<const Matrix>& scores,
                  const TaskHead& head) const override;

protected:
    /// How labels are chosen by a model of these options.
    virtual Decoding decoding(const ClassifierOptions& options) const = 0;

private:
    std::string m_labelWord;
};

/// Chooses the labels of an example's tokens, as the head does it.
class TokenLabels {
public:
    TokenLabels(const std::vector<std::string>& labels, const TaskHead& head);

    TagScheme scheme() const { return m_scheme; }
    std::vector<std::string> gold(const Example& example) const;
    std::vector<std::string> predicted(const Eigen::Ref<const Matrix>& scores) const;

private:
    const TagHead& m_head;
    std::vector<std::string> m_labels;
    TagScheme m_scheme;
    TagRules m_rules;
};

/// How the things of each label were found: the evaluation's table, of that title, and its details under `things`.
void tellMatches(Evaluation& evaluation, const std::string& title, const std::string& things,
                 const std::map<std::string, MatchCounts>& perLabel);

} // namespace headlight
