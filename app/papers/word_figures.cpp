// What words get of LAMA's attention over a whole corpus, by the ratings of its texts.
#include "papers/word_figures.h"

#include "papers/curve_figures.h"
#include "plots/bar_plot.h"
#include "views/word_bars.h"
#include "wording/shown_text.h"

#include <QObject>

namespace headlight {

namespace {

const char* shiftSource = "LAMA paper, Figure 4 (Yelp)";
const char* topSource = "LAMA paper, Table 6 (Yelp and Reuters)";

/// The paper's number of heads.
PaperSetting wordSetting() {
    return lamaOfHeads(15);
}

/// Of IMDB, whose texts have stars: 1 to 4, and 7 to 10. The words are the paper's.
PaperNeeds wordNeeds(bool quick) {
    PaperTraining training = filmReviews();
    training.seeds = 1;
    PaperNeeds needs;
    needs.runs = runsOf(training, {wordSetting()}, quick);
    needs.words = WordsPlan{quick ? "label=2&text=4&limit=2000" : "label=2&text=4",
                            "test",
                            {{"amazing", "happy", "recommended", "poor", "terrible", "worst"}, 10, 20}};
    if (quick)
        needs.words->question.fewest = 5;
    return needs;
}

/// None while it is not weighed.
const WordReport* reportIn(const PaperMaterial& material) {
    return material.runs.empty() || !material.runs.front().words ? nullptr : &*material.runs.front().words;
}

QStringList classesOf(const WordReport& report) {
    QStringList classes;
    for (const std::string& label : report.labels)
        classes << shownText(label);
    return classes;
}

/// No run of the user's can stand in these two: it would have to be weighed first.
QStringList leftOutOf(const PaperMaterial& material) {
    return leftOutTexts(material, QObject::tr("the figure is of one model of its own; the Words view weighs the words "
                                              "of any other"));
}

/// What is said of both figures.
QStringList remarksOf(const PaperMaterial& material, const WordReport* report) {
    QStringList remarks = {
        budgetText(filmReviews(), material.quick),
        QObject::tr("The paper's Yelp reviews with 1 to 5 stars are not at hand. These are IMDB's, of 1 to 4 and 7 to "
                    "10 stars; the model was trained to tell their two halves apart, not their stars."),
        QObject::tr("A weight is the mean over the 15 heads times the number of the text's tokens: 1 is what a word of "
                    "the text has on average, however long the text.")};
    if (report)
        remarks << QObject::tr("Weighed on %L1 texts of the test set, of which %L2 were cut.")
                       .arg(report->texts)
                       .arg(report->cut);
    return remarks;
}

DrawnFigure drawWords(const PaperMaterial& material) {
    const WordReport* report = reportIn(material);
    DrawnFigure drawn;
    const auto plot = std::make_shared<BarPlot>();
    const QString title = QObject::tr("Weights of words by rating");
    plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(shiftSource)}});
    plot->setEmptyText(QObject::tr("Nothing of it is weighed yet."));
    drawn.values.columns = {"word",          "stars", "times", "mean", "low_quartile", "median",
                            "high_quartile", "h",     "h_p",   "z",    "z_p",          "status"};
    QStringList names;
    for (std::size_t k = 0; report && k < report->words.size(); ++k) {
        const WordShift& word = report->words[k];
        names << shownText(word.word);
        for (std::size_t label = 0; label < report->labels.size(); ++label) {
            const WordSpread& spread = word.classes[label];
            QStringList row = {QString::fromStdString(word.word), QString::fromStdString(report->labels[label]),
                               QString::number(spread.times)};
            for (const double number : {spread.mean, spread.lowQuartile, spread.median, spread.highQuartile,
                                        word.any.statistic, word.any.p, word.trend.statistic, word.trend.p})
                row << exactNumber(number);
            drawn.values.rows.append(row << QStringLiteral("weighed"));
        }
    }
    if (report)
        drawWordBars(*plot, classesOf(*report), report->isOrdered, report->words, names);
    else
        drawn.values.rows.append(QStringList(drawn.values.columns.size() - 1) << QStringLiteral("not weighed"));
    drawn.plots = {{QStringLiteral("ratings"), title, plot}};
    drawn.leftOut = leftOutOf(material);
    drawn.remarks =
        remarksOf(material, report) << QObject::tr(
            "The paper draws densities without numbers, and reads from them that positive words weigh more in "
            "texts with higher ratings, negative ones less. Here z of Jonckheere and Terpstra "
            "tests it: above 0 weights rise with the stars.");
    return drawn;
}

QString starsText(const std::string& rating) {
    return rating == "1" ? QObject::tr("1 star") : QObject::tr("%1 stars").arg(shownText(rating));
}

/// The top words of the lowest or the highest rating.
PaperPlot topPlot(const WordReport* report, bool isHighest) {
    const auto plot = std::make_shared<BarPlot>();
    QStringList words;
    QList<BarSeries> bars;
    if (report && !report->top.empty()) {
        const std::size_t label = isHighest ? report->labels.size() - 1 : 0;
        BarSeries& series = bars.emplace_back();
        series.id = series.name = starsText(report->labels[label]);
        series.look.index = int(label);
        for (const TopWord& word : report->top[label]) {
            words << shownText(word.word);
            series.values << word.mean;
        }
    }
    const QString title = isHighest ? QObject::tr("Most attended words, highest rating")
                                    : QObject::tr("Most attended words, lowest rating");
    plot->setAxis(PlotWidget::Axis::X, QObject::tr("word"));
    plot->setAxis(PlotWidget::Axis::Y, QObject::tr("mean weight"));
    plot->setBars(words, words.isEmpty() ? QList<BarSeries>() : bars);
    plot->setEmptyText(report ? QObject::tr("No word occurs often enough.")
                              : QObject::tr("Nothing of it is weighed yet."));
    plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(topSource)}});
    return {isHighest ? QStringLiteral("highest") : QStringLiteral("lowest"), title, plot};
}

DrawnFigure drawTopWords(const PaperMaterial& material) {
    const WordReport* report = reportIn(material);
    DrawnFigure drawn;
    drawn.values.columns = {"stars", "rank", "word", "mean", "times", "status"};
    drawn.leftOut = leftOutOf(material);
    drawn.remarks = remarksOf(material, report)
                    << QObject::tr("The paper's table has words without numbers.")
                    << QObject::tr("Of words that occur at least %1 times in texts of the rating. Reuters-8, the other "
                                   "half of the table, is not at hand.")
                           .arg(wordNeeds(material.quick).words->question.fewest);
    drawn.plots = {topPlot(report, false), topPlot(report, true)};
    if (!report) {
        drawn.values.rows.append(QStringList(drawn.values.columns.size() - 1) << QStringLiteral("not weighed"));
        return drawn;
    }
    drawn.beside.columns << QObject::tr("Rank");
    for (std::size_t label = 0; label < report->labels.size(); ++label) {
        drawn.beside.columns << starsText(report->labels[label]);
        for (std::size_t k = 0; k < report->top[label].size(); ++k) {
            const TopWord& word = report->top[label][k];
            drawn.values.rows.append({QString::fromStdString(report->labels[label]), QString::number(k + 1),
                                      QString::fromStdString(word.word), exactNumber(word.mean),
                                      QString::number(word.times), QStringLiteral("weighed")});
            if (drawn.beside.rows.size() <= qsizetype(k))
                drawn.beside.rows.append(QStringList(qsizetype(report->labels.size()) + 1));
            drawn.beside.rows[qsizetype(k)][0] = QString::number(k + 1);
            drawn.beside.rows[qsizetype(k)][qsizetype(label) + 1] = shownText(word.word);
        }
    }
    return drawn;
}

} // namespace

PaperFigure lamaWords() {
    return {"lama-figure-4", "Weights of words by rating", shiftSource, wordNeeds, drawWords};
}

PaperFigure lamaTopWords() {
    return {"lama-table-6", "Most attended words by rating", topSource, wordNeeds, drawTopWords};
}

} // namespace headlight
