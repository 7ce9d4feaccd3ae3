#include "matrix/cell_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

/// A NaN has no value and never wins. Without a branch, so that several cells are compared at a time.
float larger(float a, float b) {
    return !(a >= b) && !std::isnan(b) ? b : a;
}

float stronger(float a, float b, bool isSigned) {
    if (!isSigned)
        return larger(a, b);
    if (std::isnan(b))
        return a;
    if (std::isnan(a))
        return b;
    return std::abs(b - 0.5f) > std::abs(a - 0.5f) ? b : a;
}

} // namespace

CellPyramid::CellPyramid(int rows, int columns, const QList<float>& units, bool isSigned) : m_signed(isSigned) {
    if (rows <= 0 || columns <= 0)
        return;
    m_levels.push_back({rows, columns, {units.begin(), units.end()}});
    while (m_levels.back().rows > 1 || m_levels.back().columns > 1) {
        const int below = static_cast<int>(m_levels.size()) - 1;
        Level next{(m_levels.back().rows + 1) / 2, (m_levels.back().columns + 1) / 2, {}};
        next.units.resize(static_cast<size_t>(next.rows) * static_cast<size_t>(next.columns));
        for (int row = 0; row < next.rows; ++row) {
            float* out = next.units.data() + static_cast<size_t>(row) * static_cast<size_t>(next.columns);
            const int inner = m_levels.back().columns / 2; // those with two columns below
            if (row * 2 + 1 < m_levels.back().rows && !m_signed) {
                const float* upper = m_levels.back().units.data() +
                                     static_cast<size_t>(row) * 2 * static_cast<size_t>(m_levels.back().columns);
                const float* lower = upper + m_levels.back().columns;
                for (std::ptrdiff_t column = 0; column < inner; ++column)
                    out[column] = larger(larger(upper[2 * column], upper[2 * column + 1]),
                                         larger(lower[2 * column], lower[2 * column + 1]));
            } else {
                for (int column = 0; column < inner; ++column)
                    out[column] = strongest(below, row * 2, row * 2 + 2, column * 2, column * 2 + 2);
            }
            if (inner < next.columns)
                out[inner] = strongest(below, row * 2, row * 2 + 2, inner * 2, inner * 2 + 2);
        }
        m_levels.push_back(std::move(next));
    }
}

int CellPyramid::levelFor(double cells) const {
    const int level = cells < 2.0 ? 0 : static_cast<int>(std::floor(std::log2(cells)));
    return std::clamp(level, 0, std::max(0, static_cast<int>(m_levels.size()) - 1));
}

float CellPyramid::strongest(int level, int rowFrom, int rowTo, int columnFrom, int columnTo) const {
    const Level& cells = m_levels[static_cast<size_t>(level)];
    float best = std::numeric_limits<float>::quiet_NaN();
    for (int row = std::max(0, rowFrom); row < std::min(rowTo, cells.rows); ++row)
        for (int column = std::max(0, columnFrom); column < std::min(columnTo, cells.columns); ++column)
            best = stronger(best, cells.at(row, column), m_signed);
    return best;
}

} // namespace headlight
