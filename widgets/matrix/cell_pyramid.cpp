#include "matrix/cell_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

float stronger(float a, float b, bool isSigned) {
    if (std::isnan(b))
        return a;
    if (std::isnan(a))
        return b;
    if (isSigned)
        return std::abs(b - 0.5f) > std::abs(a - 0.5f) ? b : a;
    return std::max(a, b);
}

} // namespace

CellPyramid::CellPyramid(int rows, int columns, const QList<float>& units, bool isSigned) : m_signed(isSigned) {
    if (rows <= 0 || columns <= 0)
        return;
    m_levels.push_back({rows, columns, {units.begin(), units.end()}});
    while (m_levels.back().rows > 1 || m_levels.back().columns > 1) {
        const int below = static_cast<int>(m_levels.size()) - 1;
        Level next{(m_levels.back().rows + 1) / 2, (m_levels.back().columns + 1) / 2, {}};
        next.units.reserve(static_cast<size_t>(next.rows) * static_cast<size_t>(next.columns));
        for (int row = 0; row < next.rows; ++row)
            for (int column = 0; column < next.columns; ++column)
                next.units.push_back(strongest(below, row * 2, row * 2 + 2, column * 2, column * 2 + 2));
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
