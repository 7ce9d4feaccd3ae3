#include "matrix/line_selection.h"

#include <QLocale>
#include <QObject>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr int mostLines = 2048; // more than that is neither smooth nor readable, unless it is asked for
constexpr int mostAskedLines = 20'000;
constexpr int fewestPerQuery = 3;
constexpr float faintest = 0.02f;
constexpr int mostFaint = 24; // per query, where all are fainter: of more none would stand out

QString counted(qsizetype count) {
    return QLocale(QLocale::English).toString(count);
}

QString linesText(qsizetype count, const QString& kind = {}) {
    return counted(count) + QLatin1Char(' ') + kind + (count == 1 ? QStringLiteral("line") : QStringLiteral("lines"));
}

/// Strong lines are drawn last, over the faint ones.
void sortToDraw(QList<MapLine>& lines) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const MapLine& a, const MapLine& b) { return a.strength < b.strength; });
}

} // namespace

void LineSelection::setView(const MatrixView& view) {
    m_view = view;
    m_units = view.units();
    choose();
}

void LineSelection::setChoice(const LineChoice& choice) {
    m_choice = choice;
    choose();
}

MapLine LineSelection::lineAt(int row, int column) const {
    const float unit = m_units[static_cast<qsizetype>(row) * m_view.columns + column];
    const float strength = m_view.isSigned() ? std::abs(2.0f * unit - 1.0f) : unit;
    return {row, column, std::isnan(strength) ? 0.0f : std::clamp(strength, 0.0f, 1.0f), unit};
}

bool LineSelection::isVisible(int row, int column) const {
    return !std::isnan(m_units[static_cast<qsizetype>(row) * m_view.columns + column]);
}

double LineSelection::distanceAt(const MapLine& line) const {
    return static_cast<double>(std::abs(m_view.value(line.row, line.column)));
}

bool LineSelection::isAbove(const MapLine& line) const {
    return isVisible(line.row, line.column) && distanceAt(line) >= m_least;
}

QList<MapLine> LineSelection::seenOf(int row, int column, float least) const {
    QList<MapLine> lines;
    const int count = row >= 0 ? m_view.columns : m_view.rows;
    for (int i = 0; i < count; ++i)
        if (const MapLine line = row >= 0 ? lineAt(row, i) : lineAt(i, column); line.strength >= least)
            lines.append(line);
    return lines;
}

QList<MapLine> LineSelection::aboveOf(int row, int column) const {
    QList<MapLine> lines = seenOf(row, column, 0.0f);
    lines.removeIf([this](const MapLine& line) { return !isAbove(line); });
    return lines;
}

QList<MapLine> LineSelection::strongestOf(int row, int column) const {
    const int count = row >= 0 ? m_view.columns : m_view.rows;
    const auto line = [&](int other) { return row >= 0 ? lineAt(row, other) : lineAt(other, column); };
    float least = std::numeric_limits<float>::min();
    if (m_perQuery < count) {
        std::vector<float> strengths(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i)
            strengths[static_cast<size_t>(i)] = line(i).strength;
        std::nth_element(strengths.begin(), strengths.begin() + m_perQuery - 1, strengths.end(), std::greater<>());
        least = std::max(least, strengths[static_cast<size_t>(m_perQuery) - 1]);
    }
    QList<MapLine> lines = seenOf(row, column, least);
    std::stable_sort(lines.begin(), lines.end(),
                     [](const MapLine& a, const MapLine& b) { return a.strength > b.strength; });
    lines.erase(lines.begin() + std::min(qsizetype(m_perQuery), lines.size()), lines.end()); // of many alike the first
    return lines;
}

void LineSelection::choose() {
    m_lines.clear();
    m_least = 0.0;
    switch (m_choice.kind) {
    case LineChoice::Kind::Automatic:
        chooseAutomatic();
        break;
    case LineChoice::Kind::Threshold:
        chooseAbove();
        break;
    case LineChoice::Kind::Strongest:
        m_perQuery = std::max(1, std::min(m_choice.perQuery, mostAskedLines / std::max(1, m_view.rows)));
        for (int row = 0; row < m_view.rows; ++row)
            m_lines += strongestOf(row, -1);
        break;
    }
    sortToDraw(m_lines);
    const auto visible = std::count_if(m_units.begin(), m_units.end(), [](float unit) { return !std::isnan(unit); });
    m_note = hiddenText(visible - m_lines.size());
}

void LineSelection::chooseAutomatic() {
    m_perQuery = m_view.rows > 0 ? std::max(fewestPerQuery, mostLines / m_view.rows) : 0;
    const bool fits = m_perQuery >= m_view.columns;
    for (int row = 0; row < m_view.rows; ++row)
        m_lines += fits ? seenOf(row, -1, faintest) : strongestOf(row, -1);
    if (fits && m_lines.isEmpty()) {
        m_perQuery = std::min(m_perQuery, mostFaint);
        for (int row = 0; row < m_view.rows; ++row)
            m_lines += strongestOf(row, -1);
    }
}

void LineSelection::chooseAbove() {
    m_perQuery = mostFaint; // where of a chosen token none is above
    m_least = m_choice.least;
    for (int row = 0; row < m_view.rows; ++row)
        m_lines += aboveOf(row, -1);
    if (m_lines.size() <= mostAskedLines)
        return;
    const auto weaker = [this](const MapLine& a, const MapLine& b) { return distanceAt(a) > distanceAt(b); };
    std::nth_element(m_lines.begin(), m_lines.begin() + mostAskedLines - 1, m_lines.end(), weaker);
    m_lines.resize(mostAskedLines, MapLine{});
    m_least = distanceAt(m_lines.last());
}

QString LineSelection::hiddenText(qsizetype hidden) const {
    switch (m_choice.kind) {
    case LineChoice::Kind::Threshold:
        return hidden > 0 ? QObject::tr("%1 below %2 hidden").arg(linesText(hidden), shortText(m_least)) : QString();
    case LineChoice::Kind::Automatic:
        if (m_perQuery >= m_view.columns)
            return hidden > 0 ? QStringLiteral("%1 hidden").arg(linesText(hidden, QStringLiteral("faint ")))
                              : QString();
        break;
    case LineChoice::Kind::Strongest:
        if (hidden == 0)
            return {};
        break;
    }
    const QString strongest = m_perQuery == 1
                                  ? QObject::tr("the strongest key of each query")
                                  : QObject::tr("the %1 strongest keys of each query").arg(counted(m_perQuery));
    return hidden > 0 ? QStringLiteral("%1, %2 hidden").arg(strongest, linesText(hidden, QStringLiteral("weaker ")))
                      : strongest;
}

QList<MapLine> LineSelection::linesOf(const QList<int>& rows, const QList<int>& columns) const {
    QList<MapLine> lines;
    const auto add = [&](int row, int column) {
        if (row >= m_view.rows || column >= m_view.columns)
            return;
        const bool isAsked = m_choice.kind == LineChoice::Kind::Threshold;
        const QList<MapLine> own = m_choice.kind == LineChoice::Kind::Strongest ? strongestOf(row, column)
                                   : isAsked                                    ? aboveOf(row, column)
                                                                                : seenOf(row, column, faintest);
        lines += own.isEmpty() && !isAsked ? strongestOf(row, column) : own;
    };
    for (const int row : rows)
        add(row, -1);
    for (const int column : columns)
        add(-1, column);
    sortToDraw(lines);
    return lines;
}

QString LineSelection::noteOf(const QList<int>& rows, const QList<int>& columns, const QList<MapLine>& drawn) const {
    QSet<std::pair<int, int>> hidden; // a line of a query and a key that are both chosen is one
    for (const int row : rows)
        for (int column = 0; row < m_view.rows && column < m_view.columns; ++column)
            if (isVisible(row, column))
                hidden.insert({row, column});
    for (const int column : columns)
        for (int row = 0; column < m_view.columns && row < m_view.rows; ++row)
            if (isVisible(row, column))
                hidden.insert({row, column});
    for (const MapLine& line : drawn)
        hidden.remove({line.row, line.column});
    if (hidden.isEmpty())
        return {};
    return m_choice.kind == LineChoice::Kind::Threshold
               ? QObject::tr("%1 below %2 hidden").arg(linesText(hidden.size()), shortText(m_least))
               : QObject::tr("%1 of the chosen tokens hidden").arg(linesText(hidden.size(), QStringLiteral("weaker ")));
}

} // namespace headlight
