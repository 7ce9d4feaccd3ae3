#pragma once

#include "engine/results/answer.h"
#include "figure/value_table.h"
#include "viewmodels/attend_run.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace headlight {

class AttendModel;
class Session;
class SpanText;

/// What a model has written: the translation as tokens, each with what might stand there instead, and the other
/// translations that were found. Choosing one of either says how the translation begins, and the rest is written anew.
class TranslationView : public QWidget {
    Q_OBJECT
public:
    TranslationView(Session& session, const AttendModel& model, QWidget* parent = nullptr);

    /// Takes the model's answer; hidden where that is no translation.
    void refresh();

private:
    void addWords();
    void addBeams();
    void addFigure();
    void keepBeams(const TranslationAnswer& answer);
    void showWords(const TranslationAnswer& answer);
    void showBeams();
    void shortenBeams();
    void offerCandidates(int token);
    void choose(int beam);
    ValueTable values() const;

    Session& m_session;
    const AttendModel& m_model;
    QLabel* m_note;
    SpanText* m_words;
    QTreeWidget* m_beams;
    /// Those of the last search. While one of them is shown, which is no search, the others stay to choose from.
    std::vector<TranslationAnswer::Beam> m_found;
    AttendInput m_foundFor;
    int m_shown = 0; ///< of these
    int m_rows = 0;  ///< that the list has room for, so that what is below it keeps its place
};

} // namespace headlight
