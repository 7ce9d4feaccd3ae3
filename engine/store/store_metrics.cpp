#include "store/store_impl.h"

#include "core/json_text.h"
#include "store/run_recorder.h"

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace headlight {

using detail::Query;

namespace {

/// Of the model that is the best so far: each point is of a better one by dev, whatever it says on the test set.
bool isOfBestModel(const std::string& metric) {
    return metric.starts_with(run_metric::best);
}

/// Takes in the next point; points come by step.
void accumulate(MetricSummary& summary, const MetricPoint& point) {
    if (summary.count++ == 0) {
        summary.first = point.value;
        summary.best = std::numeric_limits<double>::quiet_NaN();
    }
    summary.last = point.value;
    summary.lastStep = point.step;
    const bool better = summary.smallerIsBetter ? point.value < summary.best : point.value > summary.best;
    if (better || isOfBestModel(summary.name) || (std::isnan(summary.best) && !std::isnan(point.value))) {
        summary.best = point.value;
        summary.bestStep = point.step;
        summary.bestEpoch = point.epoch;
    }
}

MetricSummary emptySummary(const std::string& name) {
    MetricSummary summary;
    summary.name = name;
    summary.smallerIsBetter = isSmallerBetter(name);
    return summary;
}

/// Times, sizes and counts, by the words in their names: they are no infinities, as a loss may be, and not negative.
bool isAmount(const std::string& metric) {
    for (const char* part : {"seconds", "_ms", "bytes", "memory", "epochs", "parameters", "per_s"})
        if (metric.find(part) != std::string::npos)
            return true;
    return false;
}

double readValue(Query& row, int column, const std::string& metric) {
    return isAmount(metric) && !row.null(column) ? row.amount(column) : row.number(column);
}

MetricSummary readSummary(Query& row, RunId id) {
    MetricSummary summary;
    row.about("run " + std::to_string(id));
    summary.name = row.text(0);
    row.about("run " + std::to_string(id) + ", summary of " + printable(summary.name, 40));
    summary.count = row.count(1);
    summary.first = readValue(row, 2, summary.name);
    summary.last = readValue(row, 3, summary.name);
    summary.lastStep = row.count(4);
    summary.smallerIsBetter = row.text(5) == "min";
    summary.best = readValue(row, 6, summary.name);
    summary.bestStep = row.count(7);
    summary.bestEpoch = row.amount(8);
    if (isOfBestModel(summary.name) && summary.bestStep != summary.lastStep) { // written when it was the highest
        summary.best = summary.last;
        summary.bestStep = summary.lastStep;
        summary.bestEpoch = std::numeric_limits<double>::quiet_NaN();
    }
    return summary;
}

void writeSummary(SQLite::Statement& insert, RunId id, std::int64_t metric, const MetricSummary& summary) {
    Query(insert, id, metric, summary.count, summary.first, summary.last, summary.lastStep,
          summary.smallerIsBetter ? "min" : "max", summary.best, summary.bestStep, summary.bestEpoch)
        .run();
}

constexpr const char* insertSummary =
    "INSERT OR REPLACE INTO metric_summary (run, metric, count, first, last, last_step, direction, best, best_step,"
    " best_epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

constexpr const char* selectPoints =
    "SELECT step, epoch, seconds, value FROM metric_point WHERE run = ? AND metric = ? AND step > ? ORDER BY step";

MetricPoint readPoint(Query& row, const std::string& name) {
    return {name, row.count(0), row.amount(1), row.duration(2), readValue(row, 3, name)};
}

/// A metric of a run while a batch is written.
struct Series {
    std::int64_t metric = 0;
    MetricSummary summary;
    bool outOfOrder = false;
};

} // namespace

std::vector<MetricSummary> Store::Impl::readSummaries(RunId id) {
    std::vector<MetricSummary> summaries;
    Query row(prepare("SELECT name, count, first, last, last_step, direction, best, best_step, best_epoch"
                      " FROM metric_summary JOIN metric ON metric.id = metric WHERE run = ? ORDER BY name"),
              id);
    while (row.step())
        summaries.push_back(readSummary(row, id));
    return summaries;
}

void Store::Impl::recompute(RunId id, std::int64_t metric, const std::string& name) {
    MetricSummary summary = emptySummary(name);
    {
        Query row(prepare(selectPoints), id, metric, std::int64_t(-1));
        row.about("run " + std::to_string(id) + ", points of " + printable(name, 40));
        while (row.step())
            accumulate(summary, readPoint(row, name));
    }
    if (summary.count > 0)
        writeSummary(prepare(insertSummary), id, metric, summary);
    else
        Query(prepare("DELETE FROM metric_summary WHERE run = ? AND metric = ?"), id, metric).run();
}

void Store::addMetrics(RunId id, const std::vector<MetricPoint>& points) {
    for (const MetricPoint& point : points)
        if (point.name.empty() || point.step < 0 || point.step > detail::mostCount || !std::isfinite(point.epoch) ||
            !std::isfinite(point.seconds))
            throw std::invalid_argument(
                "Store::addMetrics: expected a name, a step of 0 … 10^18 and finite times, got \"" + point.name +
                "\" at step " + std::to_string(point.step));
    const auto open = [&](const std::string& name) {
        Query(m_impl->prepare("INSERT OR IGNORE INTO metric (name) VALUES (?)"), name).run();
        Series series;
        {
            Query row(m_impl->prepare("SELECT id FROM metric WHERE name = ?"), name);
            row.step();
            series.metric = row.integer(0);
        }
        Query row(m_impl->prepare("SELECT ?3, count, first, last, last_step, direction, best, best_step, best_epoch"
                                  " FROM metric_summary WHERE run = ?1 AND metric = ?2"),
                  id, series.metric, name);
        series.summary = row.step() ? readSummary(row, id) : emptySummary(name);
        return series;
    };
    m_impl->writing([&] {
        m_impl->signOfLife(id);
        std::map<std::string, Series> batch;
        SQLite::Statement& insert = m_impl->prepare(
            "INSERT OR REPLACE INTO metric_point (run, metric, step, epoch, seconds, value) VALUES (?, ?, ?, ?, ?, ?)");
        for (const MetricPoint& point : points) {
            auto found = batch.find(point.name);
            if (found == batch.end())
                found = batch.emplace(point.name, open(point.name)).first;
            Series& series = found->second;
            Query(insert, id, series.metric, point.step, point.epoch, point.seconds, point.value).run();
            series.outOfOrder |= series.summary.count > 0 && point.step <= series.summary.lastStep;
            if (!series.outOfOrder)
                accumulate(series.summary, point);
        }
        for (const auto& [name, series] : batch)
            if (series.outOfOrder)
                m_impl->recompute(id, series.metric, name);
            else
                writeSummary(m_impl->prepare(insertSummary), id, series.metric, series.summary);
    });
}

std::vector<MetricPoint> Store::metric(RunId id, const std::string& name, std::int64_t afterStep) const {
    return m_impl->reading([&] {
        std::vector<MetricPoint> points;
        std::int64_t metric = -1; // no metric has it
        {
            Query row(m_impl->prepare("SELECT id FROM metric WHERE name = ?"), name);
            if (row.step())
                metric = row.integer(0);
        }
        {
            Query row(m_impl->prepare(selectPoints), id, metric, afterStep);
            row.about("run " + std::to_string(id) + ", points of " + printable(name, 40));
            while (row.step())
                points.push_back(readPoint(row, name));
        }
        m_impl->addWallTimes(id, points);
        return points;
    });
}

/// Points by step.
void Store::Impl::addWallTimes(RunId id, std::vector<MetricPoint>& points) {
    double zero = 0;
    {
        Query row(prepare("SELECT created FROM run WHERE id = ?"), id);
        row.about("run " + std::to_string(id));
        if (row.step())
            zero = row.time(0);
    }
    Query clock(prepare("SELECT after_step, zero FROM run_clock WHERE run = ? ORDER BY after_step"), id);
    clock.about("run " + std::to_string(id) + ", clock");
    bool more = clock.step();
    for (MetricPoint& point : points) {
        for (; more && clock.integer(0) < point.step; more = clock.step())
            zero = clock.time(1);
        point.wallTime = zero + point.seconds;
    }
}

void Store::setClock(RunId id, std::int64_t afterStep, double zero) {
    m_impl->writing([&] {
        m_impl->signOfLife(id);
        Query(m_impl->prepare("INSERT OR REPLACE INTO run_clock (run, after_step, zero) VALUES (?, ?, ?)"), id,
              afterStep, zero)
            .run();
    });
}

void Store::rewind(RunId id, std::int64_t step) {
    m_impl->writing([&] {
        m_impl->signOfLife(id);
        std::map<std::string, std::int64_t> later;
        {
            Query row(m_impl->prepare("SELECT name, metric FROM metric_summary JOIN metric ON metric.id = metric"
                                      " WHERE run = ? AND last_step > ?"),
                      id, step);
            while (row.step())
                later[row.text(0)] = row.integer(1);
        }
        for (const auto& [name, metric] : later) {
            Query(m_impl->prepare("DELETE FROM metric_point WHERE run = ? AND metric = ? AND step > ?"), id, metric,
                  step)
                .run();
            m_impl->recompute(id, metric, name);
        }
        Query(m_impl->prepare("DELETE FROM run_clock WHERE run = ? AND after_step > ?"), id, step).run();
        Query(m_impl->prepare("DELETE FROM evaluation WHERE run = ? AND step > ?"), id, step).run();
        Query(m_impl->prepare("DELETE FROM snapshot WHERE run = ? AND step > ?"), id, step).run();
    });
}

void Store::addEvaluation(RunId id, const StoredEvaluation& evaluation) {
    if (const auto document = jsonFrom(evaluation.details); !document || !document->is_object())
        throw std::invalid_argument("Store::addEvaluation: expected a JSON object as details, got \"" +
                                    evaluation.details.substr(0, 100) + "\"");
    m_impl->writing([&] {
        m_impl->signOfLife(id);
        Query(m_impl->prepare("INSERT INTO evaluation (run, step, epoch, split, details) VALUES (?, ?, ?, ?, ?)"), id,
              evaluation.step, evaluation.epoch, evaluation.split, evaluation.details)
            .run();
    });
}

std::vector<StoredEvaluation> Store::evaluations(RunId id) const {
    return m_impl->guarded([&] {
        std::vector<StoredEvaluation> evaluations;
        Query row(m_impl->prepare("SELECT step, epoch, split, details FROM evaluation WHERE run = ? ORDER BY id"), id);
        row.about("run " + std::to_string(id) + ", evaluation");
        while (row.step())
            evaluations.push_back({row.count(0), row.amount(1), row.text(2), row.text(3)});
        return evaluations;
    });
}

} // namespace headlight
