#pragma once

#include "viewmodels/train_form.h"
#include "viewmodels/train_preview.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace headlight {

class CorpusField;
class CorpusView;
class FewLinesLabel;
class OptionForm;
class RoomyLabel;

/// The left side of the Train view: what is trained, on what, and how.
class TrainFormView : public QWidget {
    Q_OBJECT

public:
    explicit TrainFormView(TrainForm& form, QWidget* parent = nullptr);

    void setKnownCorpora(const QList<KnownCorpus>& recent, const QList<KnownCorpus>& others);
    CorpusView& corpus() const { return *m_corpus; }
    bool isValid() const;
    QString problem() const; ///< of an option's field; empty when there is none
    /// Brings all controls to the form's state.
    void refresh();
    /// Tells the form the corpus that is typed, as leaving its field does.
    void takeData();
    /// Asks for the folder or the file of a corpus.
    void browse();
    /// Puts the keyboard into the search field of the options.
    void searchOptions();

signals:
    void validityChanged();

protected:
private:
    QWidget* makeChoosers();
    void addModel();
    void addData();
    void addRuns();
    void addRow(const QString& title, QWidget* field, Qt::Alignment alignment = Qt::AlignVCenter);
    void connectChoosers();
    void setData(const QString& spec);
    void fillPresets();
    void fillTasks();
    void fillOptions();
    void explainOptions();
    void explainProbes();

    TrainForm& m_form;
    QComboBox *m_encoder, *m_preset, *m_recipe, *m_task;
    CorpusField* m_data;
    QGridLayout* m_grid = nullptr;
    FewLinesLabel* m_presetHelp;
    QLabel* m_recipeNote;
    QLabel* m_taskTitle;
    CorpusView* m_corpus;
    QPlainTextEdit* m_probes;
    RoomyLabel* m_probeHelp;
    QSpinBox* m_seeds;
    QCheckBox* m_allFolds;
    OptionForm* m_options;
    QString m_misfit;     ///< the option at which it is told
    QStringList m_unused; ///< the options that are told to do nothing
    bool m_filling = false;
};

} // namespace headlight
