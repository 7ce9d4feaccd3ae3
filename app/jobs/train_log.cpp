#include "jobs/train_log.h"

#include "engine/tasks/metric.h"
#include "wording/number_text.h"
#include "wording/run_title.h"

#include <QObject>
#include <QStringList>
#include <cmath>

namespace headlight {

namespace {

/// Folds are numbered from 0, as in the option.
QString foldText(const TrainOptions& options) {
    return QObject::tr("fold %1 of 0 … %2").arg(options.fold).arg(options.folds - 1);
}

} // namespace

QString runTitle(const RunConfig& config, const QString& corpus) {
    return runTitle(QString::fromStdString(config.encoder), corpus, config.train.seed,
                    config.train.folds > 0 ? foldText(config.train) : QString());
}

QString lossText(double loss) {
    return std::isnan(loss) ? QStringLiteral("nan") : figureText(loss);
}

QString smoothedLossText() {
    return QObject::tr("With label smoothing train loss is against the smoothed labels, that of dev and test against "
                       "the labels themselves: one may not be compared with the other");
}

/// One that this program does not know keeps its identifier.
static QString metricTitle(const std::string& name) {
    const Metric* metric = findMetric(name);
    return QString::fromStdString(metric ? metric->title : name);
}

static QString valueText(const std::string& name, double value) {
    const Metric* metric = findMetric(name);
    return std::isnan(value)                             ? QStringLiteral("—")
           : metric && metric->unit == MetricUnit::Share ? QString::number(value * 100, 'f', 2) + QStringLiteral(" %")
                                                         : withMinus(QString::number(value, 'f', 4));
}

QString metricText(const std::string& name, double value) {
    return metricTitle(name) + ' ' + valueText(name, value);
}

QString beginLine(qint64 run, const QString& title, qint64 parameters, std::optional<qint64> words, bool arePieces) {
    QString line = QObject::tr("Run %1: %2; %L3 parameters without embeddings").arg(run).arg(title).arg(parameters);
    if (words)
        line += (arePieces ? QObject::tr(", %L1 pieces") : QObject::tr(", %L1 words")).arg(*words);
    return line;
}

/// How many examples: the trainer says which texts are too long once it has measured them.
static QString trainedText(qint64 examples, double percentile) {
    const QString text =
        (examples == 1 ? QObject::tr("Trained on %L1 example") : QObject::tr("Trained on %L1 examples")).arg(examples);
    return percentile < 100
               ? QObject::tr("%1 (of these, on those within percentile %2 of the lengths)").arg(text).arg(percentile)
               : text;
}

static QString countedText(qint64 examples, const QString& set) {
    return (examples == 1 ? QObject::tr("%L1 example (%2)") : QObject::tr("%L1 examples (%2)")).arg(examples).arg(set);
}

QString splitLine(const Corpus& corpus, const TrainOptions& options) {
    auto train = qint64(corpus.train.size()), test = qint64(corpus.test.size());
    const auto dev = qint64(corpus.dev.size());
    QString ofTest = QObject::tr("test");
    if (options.folds > 0) {
        test = train / options.folds + (options.fold < train % options.folds ? 1 : 0);
        train -= test;
        ofTest = QObject::tr("%1, drawn by the seed").arg(foldText(options));
    }
    const QString trained = trainedText(train, options.lengthPercentile);
    const QString chosenOn = countedText(dev, QObject::tr("dev")), testedOn = countedText(test, ofTest);
    if (dev == 0 && test == 0)
        return QObject::tr("%1. The corpus has neither dev nor test set, so nothing is evaluated (folds=10 makes ten "
                           "folds, ?dev=0.1 behind the corpus holds out a tenth)")
            .arg(trained);
    if (dev == 0)
        return QObject::tr("%1. The best model is chosen and tested on the same %2, as there is no dev set: its score "
                           "is optimistic")
            .arg(trained, testedOn);
    if (test == 0)
        return QObject::tr("%1. The best model is chosen and tested on the same %2, as there is no test set")
            .arg(trained, chosenOn);
    return QObject::tr("%1. The best model is chosen on %2 and tested on %3").arg(trained, chosenOn, testedOn);
}

QString evaluationLine(double epoch, const QString& split, const std::vector<MetricValue>& metrics, double loss,
                       bool best, const std::string& beside) {
    QStringList texts;
    for (const MetricValue& metric : metrics)
        texts << metricText(metric.name, metric.value);
    const QString line = QObject::tr("Epoch %1, %2: %3, loss %4%5")
                             .arg(QString::number(std::round(epoch * 10) / 10))
                             .arg(split, texts.join(QStringLiteral(", ")), lossText(loss),
                                  best ? QObject::tr(", the best so far") : QString());
    return beside.empty() ? line : QObject::tr("%1. Beside it: %2").arg(line, QString::fromStdString(beside));
}

std::optional<ReachedMetric> reachedMetric(const ReachedMetrics& reached, const std::string& name) {
    if (reached.test)
        return ReachedMetric{QStringLiteral("test"), name, *reached.test};
    if (reached.dev)
        return ReachedMetric{QStringLiteral("dev"), name, *reached.dev};
    return std::nullopt;
}

QString earlyText(int patience, const QString& split, const QString& metric) {
    return (patience == 1 ? QObject::tr("no better %2 %3 in %1 evaluation")
                          : QObject::tr("no better %2 %3 in %L1 evaluations"))
        .arg(patience)
        .arg(split, metricTitle(metric.toStdString()));
}

QString endLine(const QString& status, std::int64_t step, const std::optional<ReachedMetric>& best,
                const std::optional<ReachedMetric>& last, const QString& early) {
    QString line = !early.isEmpty()                      ? QObject::tr("Ended early after step %L1")
                   : status == QLatin1String("finished") ? QObject::tr("Finished after step %L1")
                   : status == QLatin1String("stopped")  ? QObject::tr("Stopped after step %L1; it can be resumed")
                                                         : QObject::tr("Interrupted after step %L1; it can be resumed");
    line = line.arg(qint64(step));
    if (!early.isEmpty())
        line += QStringLiteral(", ") + early;
    if (best)
        line += QObject::tr(", best model: %1 %2").arg(best->split, metricText(best->name, best->value));
    if (last)
        line += QObject::tr(", last: %1 %2").arg(last->split, metricText(last->name, last->value));
    return line;
}

QString spreadLine(const QString& which, const std::vector<ReachedMetric>& reached) {
    if (reached.size() < 2)
        return {};
    double mean = 0, squares = 0;
    for (const ReachedMetric& one : reached)
        mean += one.value / double(reached.size());
    for (const ReachedMetric& one : reached)
        squares += (one.value - mean) * (one.value - mean);
    const std::string& name = reached.front().name;
    const QString deviation = valueText(name, std::sqrt(squares / double(reached.size() - 1)));
    return QObject::tr("%1 runs, %2: %3 %4 ± %5")
        .arg(reached.size())
        .arg(which, reached.front().split, metricText(name, mean), deviation);
}

} // namespace headlight
