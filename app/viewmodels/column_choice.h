#pragma once

#include "engine/data/table_columns.h"

#include <QString>
#include <QStringList>

namespace headlight {

/// What a user says of a table: which of its columns, as positions from 0, is what. What is not said yet is empty.
struct ColumnChoice {
    std::vector<std::size_t> text; ///< several: they are joined
    std::optional<std::size_t> second;
    std::optional<std::size_t> label, score; ///< one of them at most; a score belongs to a pair
    bool hasHeader = false;
};

/// What is read now.
ColumnChoice choiceOf(const TableColumns& table);

/// The specification with the options that read the table so; its other options stay. What the header says is left
/// out. Columns are named by the header, else by number. Of a specification that cannot be read the table's path stays.
QString withColumns(const QString& spec, const TableColumns& table, const ColumnChoice& choice);

/// Each column as a choice: "sentiment" of a header, else its number and what stands there first, "2: “How did…”".
QStringList columnTitles(const TableColumns& table, bool hasHeader);

/// The first examples of a column, a line each, shortened.
QString columnExamples(const TableColumns& table, std::size_t column, bool hasHeader);

/// What is to be said beside the choices: that columns are guessed, or not known. Empty when neither is so.
QString columnsNote(const TableColumns& table);

} // namespace headlight
