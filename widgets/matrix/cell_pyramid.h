#pragma once

#include <QList>
#include <QSize>
#include <vector>

namespace headlight {

/// A map at halved and halved sizes. Each cell of a level is the strongest of the four below it, so that a single sharp
/// weight is still there when thousands of cells share a pixel. Strongest means largest; for signed values farthest
/// from the middle of the range.
class CellPyramid {
public:
    CellPyramid() = default;
    /// units: rows × columns, row-major, 0…1; NaN has no value and never wins.
    CellPyramid(int rows, int columns, const QList<float>& units, bool isSigned);

    int rows() const { return m_levels.empty() ? 0 : m_levels.front().rows; }
    int columns() const { return m_levels.empty() ? 0 : m_levels.front().columns; }
    float at(int row, int column) const { return m_levels.front().at(row, column); }

    /// The level whose cells are at most `cells` cells wide.
    int levelFor(double cells) const;
    /// The strongest of the cells rowFrom…rowTo−1 × columnFrom…columnTo−1 of a level; NaN when none has a value.
    float strongest(int level, int rowFrom, int rowTo, int columnFrom, int columnTo) const;

private:
    struct Level {
        int rows = 0;
        int columns = 0;
        std::vector<float> units;
        float at(int row, int column) const { return units[static_cast<size_t>(row) * columns + column]; }
    };

    std::vector<Level> m_levels;
    bool m_signed = false;
};

} // namespace headlight
