#pragma once

#include "engine/store/run_recorder.h"

#include <QString>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

// The words of a training: the same while it goes on and when it is read from the store later.

/// "MTSA on TREC, seed 2, fold 3 of 0 … 9"
QString runTitle(const RunConfig& config, const QString& corpus);

/// Always four significant digits: "1.180".
QString lossText(double loss);
/// What stands beside losses of a training with label smoothing: they are not what evaluations tell.
QString smoothedLossText();
/// "accuracy 91.20 %", "Pearson correlation 0.8410"
QString metricText(const std::string& name, double value);

/// "Run 3: MTSA on TREC, seed 1; 712,506 parameters without embeddings"; the words, or pieces of
/// words, where they are known.
QString beginLine(qint64 run, const QString& title, qint64 parameters, std::optional<qint64> words = {},
                  bool arePieces = false);

/// What of the corpus is used for what: "Trained on 5,452 examples. The best model is chosen on 545 examples (dev) and
/// tested on 500 examples (test)".
QString splitLine(const Corpus& corpus, const TrainOptions& options);

/// `beside`: what is said beside the metrics (besideText()); may be empty.
QString evaluationLine(double epoch, const QString& split, const std::vector<MetricValue>& metrics, double loss,
                       bool best, const std::string& beside = {});

/// Of an evaluation: its metric on the test set, or on the dev set without one.
struct ReachedMetric {
    QString split;
    std::string name;
    double value = 0;
};
std::optional<ReachedMetric> reachedMetric(const ReachedMetrics& reached, const std::string& name);
/// Of a run that its patience ended before its last step: "no better dev accuracy in 3 evaluations".
QString earlyText(int patience, const QString& split, const QString& metric);
/// `status` is "finished", "stopped" or "interrupted"; `early` the reason of a finished one that left steps out.
QString endLine(const QString& status, std::int64_t step, const std::optional<ReachedMetric>& best,
                const std::optional<ReachedMetric>& last, const QString& early = {});
/// "3 runs, best model: test accuracy 91.20 % ± 0.35 %", with the deviation of a sample; empty for fewer than two.
QString spreadLine(const QString& which, const std::vector<ReachedMetric>& reached);

} // namespace headlight
