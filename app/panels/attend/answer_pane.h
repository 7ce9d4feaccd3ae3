#pragma once

#include "viewmodels/tag_lines.h"
#include "viewmodels/text_chances.h"
#include "viewmodels/text_writing.h"

#include <QWidget>

class QButtonGroup;
class QLabel;

namespace headlight {

class BarList;
class SelectionView;
class TagView;
class TranslationView;

/// What the model answers: bars of its classes as probabilities or log-odds, beside what they were before a change, the
/// labels of its tokens, the sentences of a passage, or what comes next, with which the text can be gone on.
class AnswerPane : public QWidget {
    Q_OBJECT
public:
    AnswerPane(Session& session, const AttendModel& model, Jobs& jobs, QWidget* parent = nullptr);
    bool isComplete() const { return !m_lines.isBusy() && !m_chances.isBusy() && !m_writing.isWriting(); }

signals:
    void lineShown(const QRect& place); ///< the line that the maps are of is another, and stands there

private:
    void addScale();
    void showScale(); ///< as the settings have it
    void addFigures();
    void refresh();
    void explainLines();
    void findShownLine();
    void tellShownLine();
    void resizeEvent(QResizeEvent* event) override;
    void onWord(int index);
    bool showsLogOdds() const;

    Session& m_session;
    const AttendModel& m_model;
    TagLines m_lines;
    TextChances m_chances; ///< of a text that the model may go on with
    TextWriting m_writing;
    QPair<int, int> m_shownLine; ///< of how many
    bool m_isLineNew = false;    ///< it was another one before the last answer
    QWidget* m_scale;            ///< above the bars
    QButtonGroup* m_scales;
    BarList* m_bars;
    TagView* m_tags;                ///< in their place where the answer is a label for each token
    SelectionView* m_passage;       ///< in their place where it is a sentence of a passage
    TranslationView* m_translation; ///< in their place where the model writes
    QLabel* m_note;                 ///< over the labels: what the lines are
    QLabel* m_none;                 ///< says why there is no answer
    QLabel* m_score;                ///< over the bars, where they are levels of a score
};

} // namespace headlight
