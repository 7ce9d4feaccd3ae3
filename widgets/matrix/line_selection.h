#pragma once

#include <QList>
#include <QString>
#include <limits>

#include "matrix/matrix_view.h"

namespace headlight {

/// Which lines of a map are drawn.
struct LineChoice {
    enum class Kind {
        Automatic, ///< all that are not too faint to be seen; of long texts the strongest of each query
        Threshold, ///< from a value on, or a distance from zero
        Strongest, ///< so many of each query
    };
    Kind kind = Kind::Automatic;
    double least = 0.05;
    int perQuery = 3;
    bool operator==(const LineChoice&) const = default;
};

struct MapLine {
    int row;
    int column;
    float strength; ///< 0…1: opacity
    float unit;     ///< place in the colour range
};

/// The lines of a map that a choice lets through, and what is said of the others: none goes without a word.
class LineSelection {
public:
    /// The view has the shape that it says.
    void setView(const MatrixView& view);
    void setChoice(const LineChoice& choice);
    const LineChoice& choice() const { return m_choice; }

    /// Of all tokens, strong ones last.
    const QList<MapLine>& lines() const { return m_lines; }
    /// Of chosen queries and keys: all of their own that are not faint, or the strongest; with a threshold those above.
    QList<MapLine> linesOf(const QList<int>& rows, const QList<int>& columns) const;

    /// "412 lines below 0.05 hidden", "the 4 strongest keys of each query, 176,000 weaker lines hidden"; empty when all
    /// are drawn.
    const QString& note() const { return m_note; }
    /// The same of lines of chosen tokens.
    QString noteOf(const QList<int>& rows, const QList<int>& columns, const QList<MapLine>& drawn) const;

private:
    MapLine lineAt(int row, int column) const;
    bool isVisible(int row, int column) const;
    bool isAbove(const MapLine& line) const;
    double distanceAt(const MapLine& line) const;
    // Of a query, or of a key where the row is −1.
    QList<MapLine> seenOf(int row, int column, float least) const; ///< of this strength at least
    QList<MapLine> strongestOf(int row, int column) const;
    QList<MapLine> aboveOf(int row, int column) const;
    void choose();
    void chooseAutomatic();
    void chooseAbove();
    QString hiddenText(qsizetype hidden) const;

    MatrixView m_view;
    LineChoice m_choice;
    QList<float> m_units;
    QList<MapLine> m_lines;
    int m_perQuery = std::numeric_limits<int>::max(); ///< no line beyond is drawn without a choice of tokens
    double m_least = 0.0;                             ///< as drawn: of too many lines the weakest are left out
    QString m_note;
};

} // namespace headlight
