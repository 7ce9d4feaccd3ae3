#pragma once

#include "figure/table_figure.h"
#include "figure/value_table.h"
#include "matrix/told_size.h"
#include "viewmodels/selection_lines.h"

#include <QTextBrowser>

namespace headlight {

/// The question and the sentences of the passage with their probabilities: the chosen one, the right one where the
/// model's corpus has it, and what chooses without a network. A click on a sentence, or on the question, shows its
/// maps.
class SelectionView : public QTextBrowser {
    Q_OBJECT
public:
    explicit SelectionView(const AttendModel& model, QWidget* parent = nullptr);

    /// Takes the model's answer; hidden where that is no sentence of a passage.
    void refresh();
    /// A row for each sentence.
    ValueTable values() const;
    FigureTable figureTable() const;
    /// As high as the whole passage at its width.
    QSize sizeHint() const override;

signals:
    void chosen(int sequence); ///< of the recording

protected:
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize minimumSizeHint() const override;

private:
    QString rowOf(const SelectionLine& line, int number) const;
    QString questionRow() const;
    int sequenceAt(const QPoint& place) const;
    void measure();

    const AttendModel& m_model;
    QString m_html; ///< that is shown
    int m_wholeHeight = 0;
    ToldSize m_told;
};

} // namespace headlight
