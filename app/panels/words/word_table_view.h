#pragma once

#include "viewmodels/word_table.h"

#include <QVariantMap>
#include <QWidget>

class QLabel;
class QLineEdit;
class QSpinBox;
class QStackedWidget;
class QTableView;

namespace headlight {

class EmptyState;

/// The table of words: filter, order, choice, and the way from a word to a text that has it.
class WordTableView : public QWidget {
    Q_OBJECT

public:
    explicit WordTableView(QWidget* parent = nullptr);

    void setResult(std::shared_ptr<const WordsResult> result);
    EmptyState& empty() const { return *m_empty; } ///< while there is no result
    QTableView& table() const { return *m_table; }
    int fewest() const;
    QStringList chosen() const;
    void choose(const QStringList& words);
    QStringList first(int count) const; ///< of the rows as they stand
    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

signals:
    void chosenChanged();
    void shownChanged(); ///< other rows, or in another order
    void choicesChanged();
    void textRequested(const QString& text); ///< to be read by the model
    void failed(const QString& message);

private:
    QWidget* makeToolbar();
    void makeTable();
    void addFigure();
    void refresh();
    void fitColumns();
    void requestText();

    WordTable m_words;
    WordFilter m_rows;
    QLineEdit* m_filter;
    QSpinBox* m_fewest;
    QTableView* m_table;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QLabel* m_count;
    QAction* m_read;
    QString m_sortKey = WordTable::shiftKey;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    bool m_isFilling = false;
};

} // namespace headlight
