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

void RunsCurves::show(const QList<qint64>& runs, const QStringList& metrics) {
    m_shown = runs;
    m_metrics = metrics;
    follow();
}

void RunsCurves::follow() {
    QList<Key> missing;
    for (const qint64 id : std::as_const(m_shown)) {
        const RunEntry* run = m_runs.find(id);
        for (const QString& metric : std::as_const(m_metrics)) {
            if (!run || !run->metrics.contains(metric))
                continue;
            const auto read = m_readUntil.constFind({id, metric});
            if (read == m_readUntil.cend() || (*read != run->seconds && !std::isnan(run->seconds)))
                missing.append({id, metric});
        }
    }
    if (!missing.isEmpty())
        load(missing);
}

void RunsCurves::load(const QList<Key>& wanted) {
    QList<double> until;
    for (const auto& [id, metric] : wanted)
        until.append(m_runs.find(id)->seconds);
    m_job.start(
        tr("Reading curves"),
        [path = m_store, wanted](JobControl& control) {
            const Store store(path.toStdString());
            QList<RunCurve> curves;
            for (const auto& [id, metric] : wanted) {
                control.check();
                curves.append(loadCurve(store, id, metric));
            }
            return curves;
        },
        [this, wanted, until](const QList<RunCurve>& curves) {
            for (qsizetype i = 0; i < curves.size(); ++i) {
                m_curves.insert(wanted[i], curves[i]);
                m_readUntil.insert(wanted[i], until[i]);
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
