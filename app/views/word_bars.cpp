#include "views/word_bars.h"

#include "plots/bar_plot.h"
#include "wording/number_text.h"

namespace headlight {

namespace {

QString shiftsText(bool isOrdered, const std::vector<WordShift>& words, const QStringList& names) {
    QStringList shifts;
    for (std::size_t k = 0; k < words.size(); ++k) {
        const RankTest& test = isOrdered ? words[k].trend : words[k].any;
        const QString p = pValueText(test.p);
        shifts << (isOrdered ? QObject::tr("“%1” z %2, p %3")
                                   .arg(names[qsizetype(k)], withMinus(QString::number(test.statistic, 'f', 1)), p)
                             : QObject::tr("“%1” p %2").arg(names[qsizetype(k)], p));
    }
    const QString how = isOrdered ? QObject::tr("rise or fall along the classes, Jonckheere–Terpstra")
                                  : QObject::tr("shift between the classes, Kruskal–Wallis");
    return QObject::tr("Bars: medians; whiskers: quartiles; 1 is the average word of a text. Ranks of texts (%1): %2")
        .arg(how, shifts.join(QStringLiteral("; ")));
}

} // namespace

void drawWordBars(BarPlot& plot, const QStringList& classes, bool isOrdered, const std::vector<WordShift>& words,
                  const QStringList& names) {
    QList<BarSeries> bars;
    for (qsizetype label = 0; label < classes.size(); ++label) {
        BarSeries series;
        series.id = QString::number(label);
        series.name = classes[label];
        series.look.index = int(label);
        series.valueName = QStringLiteral("median");
        series.lowName = QStringLiteral("low quartile");
        series.highName = QStringLiteral("high quartile");
        for (const WordShift& word : words) {
            const WordSpread& spread = word.classes[std::size_t(label)];
            series.values.append(spread.median);
            series.low.append(spread.lowQuartile);
            series.high.append(spread.highQuartile);
        }
        bars.append(series);
    }
    plot.setAxis(PlotWidget::Axis::X, QObject::tr("word"));
    plot.setAxis(PlotWidget::Axis::Y, QObject::tr("weight"));
    plot.setBars(names, words.empty() ? QList<BarSeries>() : bars);
    plot.setExplanation(words.empty() ? QString() : shiftsText(isOrdered, words, names));
}

} // namespace headlight
