#include "session/kept_lines.h"

#include "session/settings.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace headlight {

namespace {

constexpr const char* lineKinds[] = {"automatic", "threshold", "strongest"}; // the settings have their numbers
const QString linesSetting = QStringLiteral("lines");

} // namespace

SavedView::Lines keptLines(const Settings& settings) {
    const QStringList kept = settings.list(linesSetting);
    const int kind = kept.value(0).toInt(), perQuery = kept.value(2).toInt();
    const double least = kept.value(1).toDouble();
    const bool isGood = kept.size() == 3 && kind >= 0 && kind < int(std::size(lineKinds)) && std::isfinite(least) &&
                        least >= 0 && perQuery >= 1 && perQuery <= SavedView::mostLines;
    return isGood ? SavedView::Lines{lineKinds[kind], least, perQuery} : SavedView::Lines();
}

void keepLines(const SavedView::Lines& lines, Settings& settings) {
    const auto kind = std::find(std::begin(lineKinds), std::end(lineKinds), lines.kind) - lineKinds;
    settings.set(linesSetting,
                 QStringList{QString::number(kind), QString::number(lines.least, 'g', QLocale::FloatingPointShortest),
                             QString::number(lines.perQuery)});
}

} // namespace headlight
