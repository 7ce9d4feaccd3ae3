#pragma once

#include "figure/table_figure.h"
#include "viewmodels/words_model.h"

#include <QTableWidget>

namespace headlight {

/// The words of each class with the largest mean weights, a column for each class.
class TopWordsView : public QTableWidget {
    Q_OBJECT

public:
    explicit TopWordsView(QWidget* parent = nullptr);

    /// Of those that occur at least `fewest` times in texts of the class.
    void show(std::shared_ptr<const WordsResult> result, int fewest);

signals:
    void wordChosen(const QString& word);
    void failed(const QString& message);

private:
    void addFigure();
    FigureTable figureTable() const;

    std::shared_ptr<const WordsResult> m_result;
};

} // namespace headlight
