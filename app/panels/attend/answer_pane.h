#pragma once

#include "viewmodels/attend_model.h"

#include <QWidget>

class QButtonGroup;
class QLabel;

namespace headlight {

class BarList;
class TagView;

/// What the model answers: bars of its classes as probabilities or log-odds, beside what they were before a change, or
/// the labels of its tokens.
class AnswerPane : public QWidget {
    Q_OBJECT
public:
    AnswerPane(Session& session, const AttendModel& model, QWidget* parent = nullptr);

private:
    void addScale();
    void showScale(); ///< as the settings have it
    void addFigures();
    void refresh();
    bool showsLogOdds() const;

    Session& m_session;
    const AttendModel& m_model;
    QWidget* m_scale; ///< above the bars
    QButtonGroup* m_scales;
    BarList* m_bars;
    TagView* m_tags; ///< in their place where the answer is a label for each token
    QLabel* m_none;  ///< says why there is no answer
    QLabel* m_score; ///< over the bars, where they are levels of a score
};

} // namespace headlight
