#pragma once

#include "engine/results/answer.h"
#include "figure/value_table.h"
#include "viewmodels/attend_run.h"

#include <QWidget>
#include <set>

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void addWords();
    void addBeams();
    void addBeamsFigure();
    void addFigure();
    void keepBeams(const TranslationAnswer& answer);
    void showWords(const TranslationAnswer& answer);
    void showBeams();
    void shortenBeams();
    void offerCandidates(int token);
    const std::vector<TranslationAnswer::Beam>& found() const; ///< that are in the list
    void choose(int beam);
    ValueTable values() const;

    Session& m_session;
    const AttendModel& m_model;
    QLabel* m_note;
    SpanText* m_words;
    QTreeWidget* m_beams;
    /// What was found for a source, in the order in which it was; other sources' are forgotten.
    struct Search {
        AttendInput input;
        std::vector<TranslationAnswer::Beam> beams;
        std::set<std::string> chosen; ///< begins of those that were chosen of the list
    };
    std::vector<Search> m_searches;
    std::size_t m_list = 0; ///< the search whose list is shown
    int m_shown = 0;        ///< of its translations
    int m_rows = 0;         ///< that the list has room for, so that what is below it keeps its place
};

} // namespace headlight
