#include "viewmodels/train_estimate.h"

#include "engine/core/error.h"

#include <QSysInfo>
#include <QTemporaryDir>

namespace headlight {

namespace {

constexpr double calibrationSeconds = 1;

/// Stops a training after about a second and remembers its pace, the first report left out: it pays for all memory.
class Stopwatch final : public TrainObserver {
public:
    Stopwatch(TrainControl& control, const std::function<bool()>& isCancelled)
        : m_control(control), m_isCancelled(isCancelled) {}

    void progressed(const TrainProgress& progress) override {
        if (m_reports++ == 0)
            m_first = progress;
        m_last = progress;
        if (m_isCancelled() || (m_reports > 2 && progress.seconds > calibrationSeconds))
            m_control.stop();
    }

    std::optional<double> secondsOfAllSteps() const {
        if (m_reports == 0)
            return std::nullopt;
        const TrainProgress from = m_reports > 1 ? m_first : TrainProgress();
        return (m_last.seconds - from.seconds) / double(m_last.step - from.step) * double(m_last.steps);
    }

    std::int64_t steps() const { return m_last.steps; } ///< of the whole run

private:
    TrainControl& m_control;
    const std::function<bool()>& m_isCancelled;
    int m_reports = 0;
    TrainProgress m_first, m_last;
};

} // namespace

std::optional<double> secondsByEarlierRuns(const RunConfig& config, const QList<RunEntry>& runs) {
    for (qsizetype i = runs.size(); i-- > 0;) {
        const RunEntry& run = runs[i];
        if (run.model.toStdString() != config.encoder || run.spec.toStdString() != config.data ||
            !(run.seconds > 0 && run.epochs > 0) || !run.machine.contains(QSysInfo::machineHostName()))
            continue;
        bool same = true;
        for (const OptionRow& row : config.rows()) {
            const QString name = QString::fromStdString(row.name);
            if (name == QLatin1String("seed") || name == QLatin1String("fold") || name == QLatin1String("epochs"))
                continue;
            const QVariant then = run.options.value(name);
            const QString now = QString::fromStdString(config.get(row.name));
            same = same && then.isValid() &&
                   (then.typeId() == QMetaType::Double ? then.toDouble() == now.toDouble() : then.toString() == now);
        }
        if (same)
            return run.seconds / run.epochs * config.train.epochs;
    }
    return std::nullopt;
}

std::optional<double> measureSeconds(const RunConfig& config, const Corpus& corpus, int threads,
                                     const std::function<bool()>& isCancelled) {
    const QTemporaryDir folder;
    if (!folder.isValid())
        throw Error("no temporary folder can be made: " + folder.errorString().toStdString());
    // A run that evaluates in its first second would be measured by that.
    RunConfig trial = config;
    trial.train.evaluateEvery = 1000000000;
    Trainer trainer(trial, corpus, folder.path().toStdString(), threads);
    TrainControl control;
    Stopwatch stopwatch(control, isCancelled);
    trainer.run(stopwatch, control);
    if (isCancelled())
        return std::nullopt;
    const std::optional<double> training = stopwatch.secondsOfAllSteps();
    if (!training)
        return std::nullopt;
    const double epochs = double(evaluationsOf(config.train, stopwatch.steps())) * trainer.evaluationCost();
    return *training * (1 + epochs / config.train.epochs);
}

} // namespace headlight
