#pragma once

#include "viewmodels/column_choice.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace headlight {

/// Asks which columns of a table are the text, the second text, and the label or the score.
class ColumnChooser : public QWidget {
    Q_OBJECT

public:
    explicit ColumnChooser(QWidget* parent = nullptr);

    /// Offers its columns; what it is read as is chosen already.
    void ask(const TableColumns& table);

signals:
    void chosen(const ColumnChoice& choice);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void offer(const ColumnChoice& choice);
    void fill(QComboBox& box, bool hasHeader, const std::vector<std::size_t>& current, bool mayBeNone);
    void showFitting();
    ColumnChoice choice() const;

    QComboBox *m_text, *m_second, *m_label, *m_score;
    QCheckBox* m_header;
    QLabel* m_note;
    TableColumns m_table;
};

} // namespace headlight
