#include "viewmodels/runs_curves.h"

#include "engine/store/store.h"

#include <utility>

namespace headlight {

RunsCurves::RunsCurves(Jobs& jobs, const RunsModel& runs, QObject* parent)
    : QObject(parent), m_runs(runs), m_job(jobs, this) {
    connect(&m_job, &LatestJob::busyChanged, this, &RunsCurves::busyChanged);
}

void RunsCurves::setStore(const QString& path) {
    m_store = path;
    m_job.cancel();
    m_curves.clear();
    m_readUntil.clear();
    m_shown.clear();
    m_problem.clear();
}

void RunsCurves::show(const QList<qint64>& runs, const QString& metric) {
    m_shown = runs;
    m_metric = metric;
    follow();
}

void RunsCurves::follow() {
    QList<qint64> missing;
    for (const qint64 id : std::as_const(m_shown)) {
        const RunEntry* run = m_runs.find(id);
        if (!run || !run->metrics.contains(m_metric))
            continue;
        const auto read = m_readUntil.constFind({id, m_metric});
        if (read == m_readUntil.cend() || (*read != run->seconds && !std::isnan(run->seconds)))
            missing.append(id);
    }
    if (!missing.isEmpty())
        load(missing);
}

void RunsCurves::load(const QList<qint64>& ids) {
    struct Wanted {
        qint64 id;
        double created, seconds;
    };
    QList<Wanted> wanted;
    for (const qint64 id : ids) {
        const RunEntry* run = m_runs.find(id);
        wanted.append({id, double(run->started.toMSecsSinceEpoch()) / 1000, run->seconds});
    }
    m_job.start(
        tr("Reading curves"),
        [path = m_store, wanted, metric = m_metric](JobControl& control) {
            const Store store(path.toStdString());
            QList<RunCurve> curves;
            for (const Wanted& run : wanted) {
                control.check();
                curves.append(loadCurve(store, run.id, metric));
            }
            return curves;
        },
        [this, wanted, metric = m_metric](const QList<RunCurve>& curves) {
            for (qsizetype i = 0; i < curves.size(); ++i) {
                m_curves.insert({wanted[i].id, metric}, curves[i]);
                m_readUntil.insert({wanted[i].id, metric}, wanted[i].seconds);
            }
            m_problem.clear();
            emit loaded();
        },
        [this](const QString& message) {
            if (message != std::exchange(m_problem, message))
                emit failed(message);
        });
}

const RunCurve* RunsCurves::find(qint64 run, const QString& metric) const {
    const auto curve = m_curves.constFind({run, metric});
    return curve == m_curves.cend() ? nullptr : &*curve;
}

} // namespace headlight
