#pragma once

#include "viewmodels/exact_table.h"
#include "viewmodels/tensors_model.h"

#include <QCollator>
#include <QSortFilterProxyModel>

namespace headlight {

/// The state of a tensor for people: "changed", "only in the other".
QString tensorStateText(TensorState state);
/// "768 × 3,072"; "number" without axes.
QString tensorShapeText(const TensorInfo& info);

/// The tensors of the open model in the file's order, with what is known of each.
class TensorTable : public ExactTable {
    Q_OBJECT

public:
    enum Column {
        Name,
        Shape,
        Type,
        Size,
        State, ///< this and the next three while models are compared, at these places
        Differing,
        Largest,
        Relative,
        Norm,
        Mean,
        Deviation,
        Minimum,
        Maximum
    };
    enum Role { SortRole = Qt::UserRole, NameRole, StateRole };

    using ExactTable::ExactTable;

    /// Rows stay the same, and so what is chosen of them, where only more is known of them.
    void setEntries(std::vector<TensorEntry> entries, bool isCompared);
    const std::vector<TensorEntry>& entries() const { return m_entries; }
    Column columnAt(int section) const { return m_columns[section]; }
    QString key(int section) const override;
    QString exactText(int row, int section) const override;
    QString text(int row, int section) const;
    bool isNumber(int section) const { return m_columns[section] >= Size && m_columns[section] != State; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    double number(const TensorEntry& entry, Column column) const;
    QString tooltip(const TensorEntry& entry, Column column) const;

    std::vector<TensorEntry> m_entries;
    QList<Column> m_columns = {Name, Shape, Type, Size, Norm, Mean, Deviation, Minimum, Maximum};
};

/// Its rows whose names have a text in them, in any order. Names are sorted as people count: layer 2 before layer 10.
class TensorRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit TensorRows(TensorTable& table, QObject* parent = nullptr);
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    TensorTable& m_table;
    QString m_text;
    QCollator m_collator;
};

} // namespace headlight
