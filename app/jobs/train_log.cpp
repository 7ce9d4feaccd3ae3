#include "jobs/train_log.h"

#include "models/runs_entry.h"

#include <QObject>
#include <QStringList>
#include <cmath>

namespace headlight {

QString runTitle(const RunConfig& config, const QString& corpus) {
    QString title =
        QObject::tr("%1 on %2, seed %3").arg(QString::fromStdString(config.encoder), corpus).arg(config.train.seed);
    if (config.train.folds > 0)
        title += QObject::tr(", fold %1 of %2").arg(config.train.fold).arg(config.train.folds);
    return title;
}

QString lossText(double loss) {
    QString text = QString::asprintf("%#.4g", loss); // '#' keeps the zeros
    if (text.endsWith('.'))                          // 1234.
        text.chop(1);
    return withMinus(text);
}

QString figureText(const std::string& name, double value) {
    return QString::fromStdString(name) + ' ' +
           (name == "accuracy" ? QString::number(value * 100, 'f', 2) + QStringLiteral(" %")
                               : withMinus(QString::number(value, 'f', 4)));
}

QString beginLine(qint64 run, const QString& title, qint64 parameters, std::optional<qint64> words) {
    QString line = QObject::tr("Run %1: %2; %L3 parameters without embeddings").arg(run).arg(title).arg(parameters);
    if (words)
        line += QObject::tr(", %L1 words").arg(*words);
    return line;
}

QString evaluationLine(double epoch, const QString& split, const Figures& figures, double loss, bool best) {
    QStringList texts;
    for (const auto& [name, value] : figures)
        texts << figureText(name, value);
    return QObject::tr("Epoch %1, %2: %3, loss %4%5")
        .arg(epoch, 0, 'g', 4)
        .arg(split, texts.join(QStringLiteral(", ")), lossText(loss),
             best ? QObject::tr(", the best so far") : QString());
}

std::optional<ReachedFigure> reachedFigure(const TrainFigures& reached, const std::string& name) {
    if (reached.test)
        return ReachedFigure{QStringLiteral("test"), name, *reached.test};
    if (reached.dev)
        return ReachedFigure{QStringLiteral("dev"), name, *reached.dev};
    return std::nullopt;
}

QString endLine(const QString& status, std::int64_t step, const std::optional<ReachedFigure>& best,
                const std::optional<ReachedFigure>& last) {
    QString line = status == QLatin1String("finished")  ? QObject::tr("Finished after step %L1")
                   : status == QLatin1String("stopped") ? QObject::tr("Stopped after step %L1; it can be resumed")
                                                        : QObject::tr("Interrupted after step %L1; it can be resumed");
    line = line.arg(qint64(step));
    if (best)
        line += QObject::tr(", best model: %1 %2").arg(best->split, figureText(best->name, best->value));
    if (last)
        line += QObject::tr(", last: %1 %2").arg(last->split, figureText(last->name, last->value));
    return line;
}

QString spreadLine(const QString& which, const std::vector<ReachedFigure>& figures) {
    if (figures.size() < 2)
        return {};
    double mean = 0, squares = 0;
    for (const ReachedFigure& figure : figures)
        mean += figure.value / double(figures.size());
    for (const ReachedFigure& figure : figures)
        squares += (figure.value - mean) * (figure.value - mean);
    const std::string& name = figures.front().name;
    const QString deviation = figureText(name, std::sqrt(squares / double(figures.size() - 1)));
    return QObject::tr("%1 runs, %2: %3 %4 ± %5")
        .arg(figures.size())
        .arg(which, figures.front().split, figureText(name, mean), deviation.section(' ', 1));
}

} // namespace headlight
