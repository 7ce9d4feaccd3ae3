#pragma once

#include "viewmodels/column_choice.h"
#include "viewmodels/train_preview.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace headlight {

class BusyBar;
class ColumnChooser;
class SplitChooser;

/// What a corpus holds: a summary, of a table what its columns are read as, and for every label how many examples it
/// has and one of them.
class CorpusView : public QWidget {
    Q_OBJECT

public:
    explicit CorpusView(QWidget* parent = nullptr);

    void show(const CorpusPreview& preview);
    void showProblem(const QString& message);
    /// Why what is shown can't be trained on, below its summary; empty: it can.
    void setObstacle(const QString& message);
    /// Whether it offers to make a part that the corpus lacks of another one.
    bool asksForParts() const;
    void setBusy(bool busy);
    void clear();
    /// Asks what the columns of the table are; without one nothing.
    void askColumns(const std::optional<TableColumns>& table);
    /// Takes the question away unless it is about the file or folder of that specification.
    void keepColumnsOf(const QString& spec);
    const std::optional<TableColumns>& askedColumns() const { return m_asked; }

    QSize minimumSizeHint() const override;

signals:
    void columnsChosen(const ColumnChoice& choice);
    void optionChosen(const QString& key, const QString& value); ///< of the corpus, as SplitChooser::chosen
    void testFileChosen();
    void turned(const QString& spec); ///< it shall be translated the other way round

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void keepRoom();
    void empty();
    int usualRoom() const;
    int tableHeight() const;
    void colorSummary();
    void fitSummary();
    void showLabels(const CorpusPreview& preview);
    void showSamples(const CorpusPreview& preview);
    void fitLabels();
    void say(const QString& text, bool isProblem = false);

    QString m_summaryText; ///< of the corpus that is shown
    QLabel* m_summary;
    ColumnChooser* m_columns;
    SplitChooser* m_split;
    QPushButton* m_turn;
    QString m_turned; ///< CorpusPreview::turned
    QTableWidget* m_table;
    BusyBar* m_busy;
    bool m_isProblem = false; ///< what is said
    int m_room = 0;           ///< of the corpus that was shown, while one that is refused is in its place
    std::optional<TableColumns> m_asked;
};

} // namespace headlight
