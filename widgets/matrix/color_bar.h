#pragma once

#include <QFont>
#include <QRectF>

#include "matrix/matrix_view.h"

class QPainter;

namespace headlight {

/// How many lines a colour bar with its words takes.
struct ColorBarWidths {
    double all = 0.0;           ///< on one line
    double first = 0.0;         ///< on the first of several: the bar with its ends, and the samples of cells
    double cells = 0.0;         ///< of the samples alone; 0: there are none
    QList<double> meaning = {}; ///< what the colours mean, word by word, with the spaces behind them
    QList<double> shorter = {}; ///< the same without the name of the values

    /// The name of the values, which a map's title has too, would cost a line.
    bool isShort(double width) const;
    /// Words of what the colours mean, as many as have room on each line.
    QList<int> wordsOfLines(double width) const;
    bool areCellsBeside(double width) const { return first <= width; }
    /// Where not all stands on one line, what the colours mean is below the bar, and the samples of cells are beside it
    /// or, where they have no room there, below all.
    int linesIn(double width) const;
};

/// A colour bar with its ends printed, what the colours mean, and samples of masked, forbidden and forced cells when
/// there are any.
struct ColorBar {
    ValueRange range;
    ColorMapId colorMap = ColorMapId::Blues;
    QString valueName;
    bool hasMasked = false;
    bool seesBehind = false;       ///< masked cells show dimmed what they hide
    QList<CellHatch> hatches = {}; ///< that there are in the map, each once
    bool isFigure = false;         ///< for readers, to whom a range from 0 to 1 is not “automatic”
    ColorUse use = {};             ///< of the cells that are shown

    ColorBarWidths widths(const QFont& font) const;
    /// Onto as many lines as the rectangle's width asks for.
    void paint(QPainter& painter, const QRectF& rect, const QFont& font, Theme theme) const;

    /// What stands at the ends, and behind them.
    QString lowText() const;
    QString highText() const;
    QString words() const;
    QString shorterWords() const;
    /// In few words: "0…0.068, logarithmic".
    QString shortWords() const;
    /// The samples of cells, each with its words; the masked one has no hatch.
    QList<std::pair<CellHatch, QString>> samples() const;

private:
    QString wordsOfColors() const; ///< how they are chosen, and what is said of them
    QString maskedWords() const;
};

} // namespace headlight
