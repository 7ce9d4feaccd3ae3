#pragma once

#include "engine/results/answer.h"
#include "viewmodels/attend_model.h"

#include <QList>

namespace headlight {

/// The labels that a model gives the tokens of a sentence; where it asks about a predicate, those for one of them.
struct TagLine {
    int predicate = -1;         ///< its token; −1: the model asks about none
    QString predicateText = {}; ///< as the model's second text says it in the simplest way: its word, else "#3"
    TagAnswer answer = {};
    std::optional<TagAnswer> was = {}; ///< of the unaltered model, while something is altered
    /// The right labels of the tokens that are read, where the sentence is an example of the model's corpus.
    std::optional<std::vector<std::string>> right = {};
};

/// What a tagger answers to the text of an AttendModel: a line, or one for each predicate of the sentence, by their
/// places: those of the model's examples, those that are likely, and the one that the text is about. Lines of other
/// predicates are computed in the background, behind the answer.
class TagLines : public QObject {
    Q_OBJECT
public:
    TagLines(const AttendModel& model, Jobs& jobs, QObject* parent = nullptr);

    /// Empty where the answer is no labels.
    const QList<TagLine>& lines() const { return m_lines; }
    /// The line that the maps are of.
    int shown() const { return m_shown; }
    bool isBusy() const { return m_job.isBusy(); }

signals:
    void changed(); ///< and whenever AttendModel::changed

private:
    void follow();
    void takeOthers(QList<TagLine> lines);
    bool areOthersOf(const AttendInput& input) const;
    void place(TagLine line);
    void tell(int predicate); ///< that is shown

    const AttendModel& m_model;
    LatestJob m_job;
    QList<TagLine> m_lines;
    int m_shown = -1;
    AttendInput m_input; ///< whose lines these are; the second text is that of any
};

} // namespace headlight
