#pragma once

#include "engine/store/run_series.h"

#include <chrono>
#include <string>

namespace headlight {

/// Shows a training on standard error: a bar that is drawn over on a terminal, plain lines now and then elsewhere, and
/// a line for every evaluation.
class TrainProgressLine : public RunListener {
public:
    ~TrainProgressLine() override { clear(); }

    /// Shown once it is sure that the run can start.
    void announce(const std::string& text) { m_announced = text; }
    void setSeries(SeriesKeeper& series) { m_series = &series; }

    void placed(const std::filesystem::path& folder) override;
    void recorded(RunId id, const std::filesystem::path& folder) override;
    void started(const TrainStart& start) override;
    void vectorsFound(const std::string& path, int found, int words) override;
    void adapted(const std::string& what) override;
    void progressed(const TrainProgress& progress) override;
    void evaluating(const std::string& split) override;
    void evaluationProgressed(const EvaluationProgress& progress) override;
    void evaluated(const TrainEvaluation& evaluation) override;

    RunId run() const { return m_run; } ///< 0 before it is in the store
    double seconds() const { return m_seconds; }

private:
    void show(const std::string& text);
    void clear();

    RunId m_run = 0;
    SeriesKeeper* m_series = nullptr;
    std::string m_announced;
    double m_seconds = 0;
    double m_share = 0;                             ///< of the steps
    double m_loss = 0, m_accuracy = 0, m_speed = 0; ///< smoothed, so that they can be read
    bool m_smoothed = false, m_drawn = false;
    std::chrono::steady_clock::time_point m_shown, m_evaluatingSince;
};

} // namespace headlight
