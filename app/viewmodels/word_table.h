#pragma once

#include "viewmodels/exact_table.h"
#include "viewmodels/words_model.h"

#include <QSortFilterProxyModel>

namespace headlight {

/// The words of a result, a row each: how often they occur, their mean weight in each class, and whether that shifts.
class WordTable : public ExactTable {
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole, WordRole };
    static const QString shiftKey;
    static constexpr int wordColumn = 0, timesColumn = 1, firstClassColumn = 2;

    using ExactTable::ExactTable;

    void setResult(std::shared_ptr<const WordsResult> result);
    const WordsResult* result() const { return m_result.get(); }
    const WordShift& word(int row) const { return m_result->words[std::size_t(row)]; }
    int shiftColumn() const { return firstClassColumn + classes(); } ///< p of a difference
    bool hasTrend() const { return m_result && m_result->texts.isOrdered; }
    QString key(int column) const override;
    QString exactText(int row, int column) const override;
    int columnOf(const QString& key) const; ///< that of the shift where it has none of that name

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int classes() const { return m_result ? int(m_result->texts.labels.size()) : 0; }
    double number(int row, int column) const; ///< NaN: none
    QString text(int row, int column) const;
    QString tooltip(int row, int column) const;

    std::shared_ptr<const WordsResult> m_result;
};

/// The word as the views show it: what the model does not know stands in ‹ ›.
QString shownWord(const WordsResult& result, const std::string& word);
/// Its rows in an order, of words that occur often enough and have a text in them.
class WordFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit WordFilter(WordTable& table, QObject* parent = nullptr);

    void setText(const QString& text);
    void setFewest(int times);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    /// What has no number comes last in either order; of equal numbers the more frequent word is first.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    WordTable& m_table;
    QString m_text;
    int m_fewest = 1;
};

} // namespace headlight
