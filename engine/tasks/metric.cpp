#include "tasks/metric.h"

#include <algorithm>
#include <limits>

namespace headlight {

const std::vector<Metric>& metricRows() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    static const std::vector<Metric> rows = {
        {"f1", "span F1",
         "Harmonic mean of precision and recall of the spans, as conlleval counts them; of roles of the arguments, as "
         "srl-eval.pl does",
         MetricUnit::Share, true, 0, 1, true},
        {"accuracy", "accuracy", "Share of the answers that are right; of tags, of all tokens", MetricUnit::Share, true,
         0, 1, true},
        {"precision", "span precision", "Share of the spans found that are right", MetricUnit::Share},
        {"recall", "span recall", "Share of the true spans that were found", MetricUnit::Share},
        {"complete", "complete propositions", "Share of the propositions all of whose arguments are right",
         MetricUnit::Share},
        {"pearson", "Pearson correlation", "Correlation of predicted with true scores", MetricUnit::Number, true, -1, 1,
         true},
        {"spearman", "Spearman correlation", "Correlation of the ranks of predicted and true scores",
         MetricUnit::Number, true, -1, 1},
        {"bleu", "BLEU",
         "Of the translations of a whole set, 0 to 100: n-grams of up to 4 tokens, as the corpus cuts them, that the "
         "references have, too",
         MetricUnit::Number, true, 0, 100, true},
        {"chrf", "chrF", "Of the translations of a whole set, 0 to 100: n-grams of up to 6 characters (chrF2)",
         MetricUnit::Number, true, 0, 100},
        {"perplexity", "perplexity", "Of a token of the references, its end included, for those before it",
         MetricUnit::Number, false, 1, infinity},
        {"mse", "mean squared error", "Of predicted scores", MetricUnit::Number, false, 0, infinity},
    };
    return rows;
}

const Metric* findMetric(const std::string& name) {
    const auto& rows = metricRows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Metric& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace headlight
