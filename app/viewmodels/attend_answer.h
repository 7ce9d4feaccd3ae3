#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class NpzWriter;
class Recording;
struct TagAnswer;
struct TranslationAnswer;

/// A class with its probability and its log-odds, and those of the unaltered model while something is altered.
struct AnswerRow {
    QString label;
    double probability = 0;
    bool best = false; ///< the likeliest, of a place's candidates or of all classes
    std::optional<double> was = {};
    double logOdds = 0;
    std::optional<double> logOddsWere = {};
    QString meaning = {}; ///< of the label, where people need one: "description" of DESC
};

/// Of a row that has what it was; never 0 where the log-odds changed, as a probability near 1 may seem the same.
double probabilityChange(const AnswerRow& row);

/// What a model answers, as people read it, and beside it what it answered before the user changed something.
class AttendAnswer {
public:
    AttendAnswer() = default; ///< to nothing
    explicit AttendAnswer(std::shared_ptr<const Recording> recording);
    /// With a pass over the same text without changes.
    void compareWith(std::shared_ptr<const Recording> unaltered);

    const std::vector<AnswerRow>& rows() const { return m_rows; }
    /// The labels of the tokens; null where the answer is another. Valid as long as this.
    const TagAnswer* tags() const;
    const TagAnswer* tagsWere() const; ///< of the unaltered model, once it is compared with
    /// Null where the answer is another. Valid as long as this.
    const TranslationAnswer* translation() const;
    const TranslationAnswer* translationWas() const; ///< of the unaltered model, once it is compared with
    /// The mean of the levels, each weighted by its probability; none where the answers are no levels of a score.
    std::optional<double> score() const;
    std::optional<double> scoreWas() const; ///< of the unaltered model, once it is compared with
    /// "score 3.72", and what it was; empty where there is none.
    QString scoreText() const;
    /// "LOC 0.6401 → 0.7103, log-odds 0.576 → 0.897", "score 3.72 (was 3.5)", of each place "4: “bird” 0.24 → “dog”
    /// 0.31", of labels "2 of 12 labels change", of a translation what it was; or empty.
    QString change() const;

    /// What was before the changes: "prediction.unaltered", of a score "prediction.score.unaltered", of labels
    /// "prediction.tags.unaltered". Nothing before it is compared with.
    void addUnaltered(NpzWriter& archive) const;

private:
    std::shared_ptr<const Recording> m_recording, m_unaltered;
    std::vector<AnswerRow> m_rows;
};

} // namespace headlight
