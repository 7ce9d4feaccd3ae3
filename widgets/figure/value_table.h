#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace headlight {

/// The numbers behind a picture, as they go into a file or onto the clipboard. A cell without a value is empty.
struct ValueTable {
    QStringList columns;
    QList<QStringList> rows;

    QByteArray toCsv() const; ///< UTF-8, header line, fields quoted where needed
    QString toTabbed() const; ///< for spreadsheets: tabs between columns, a line per row
};

/// One line of UTF-8 with its end; fields with commas, quotes or line breaks stand in quotes, and a text that a
/// spreadsheet would run as a formula (= + - @) has an apostrophe before it.
QByteArray csvLine(const QStringList& fields);

/// A number for programs, with as few digits as read back to the same number; empty for NaN.
QString exactNumber(double value);
QString exactNumber(float value);
/// The same for people, who read a real minus sign.
QString shownNumber(double value);

} // namespace headlight
