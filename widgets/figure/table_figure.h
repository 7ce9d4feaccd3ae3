#pragma once

#include "figure/export.h"
#include "style/series_look.h"

#include <optional>

namespace headlight {

/// A text on one line, with the dot of a series before it where it has one.
struct TableCell {
    QString text;
    std::optional<SeriesLook> dot = {};
};

struct TableRow {
    QList<TableCell> cells; ///< one for each column
    bool isSpanned = false; ///< the first cell has the room of all
    // Drawn where marks are wanted.
    bool isChosen = false;
    bool isBold = false; ///< its first cell
};

/// What a table says, apart from whatever shows it: a picture may be drawn after that has changed.
struct FigureTable {
    QList<TableCell> headings;
    QList<bool> isRight; ///< of each column: numbers stand at its right edge
    QList<TableRow> rows;
};

/// The table as papers set one: words, dots and one rule below the headings, in no widget's dress. Every text is whole;
/// it fills the width that was asked for, and what needs more is drawn smaller. `onScreen` is the theme of the window.
Picture figureOfTable(const FigureTable& table, const FigureOptions& options, Theme onScreen, const QString& title,
                      const PictureMetadata& metadata);

} // namespace headlight
