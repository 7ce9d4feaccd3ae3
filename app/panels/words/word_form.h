#pragma once

#include "viewmodels/train_preview.h"
#include "viewmodels/words_model.h"

#include <QVariantMap>
#include <QWidget>

class QComboBox;
class QFormLayout;
class QPushButton;

namespace headlight {

class CorpusField;
class FewLinesLabel;
class ProblemLine;

/// What is weighed, the button that does it, and how far it is.
class WordForm : public QWidget {
    Q_OBJECT

public:
    explicit WordForm(WordsModel& model, QWidget* parent = nullptr);

    void setOffered(const OfferedCorpora& offered);
    WordsQuestion question() const;
    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);
    void choose();                 ///< asks for a corpus
    void say(const QString& text); ///< how it went

signals:
    void startRequested();
    void choicesChanged();

private:
    QComboBox* addChoice(QFormLayout& rows, const QString& name, const QString& title, const QString& help);
    void fillHeads();
    void refresh();
    QPushButton* makeButton(const QString& name, const QString& text, const QString& help);

    WordsModel& m_model;
    CorpusField* m_corpus;
    QComboBox *m_split, *m_heads;
    FewLinesLabel* m_status;
    ProblemLine* m_problem;
    QPushButton *m_start, *m_stop;
};

} // namespace headlight
