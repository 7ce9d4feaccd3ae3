#include "cli/train_progress.h"

#include "cli/terminal.h"
#include "engine/tasks/evaluation.h"

#include <cmath>
#include <cstdio>

namespace headlight {

namespace {

constexpr auto terminalInterval = std::chrono::milliseconds(100);
constexpr auto plainInterval = std::chrono::seconds(10);
constexpr double smoothing = 0.95; ///< weight of what was shown before
constexpr int barWidth = 24;

std::string bar(double share) {
    const int full = int(std::lround(share * barWidth));
    std::string text;
    for (int k = 0; k < barWidth; ++k)
        text += k < full ? "█" : "░";
    return text;
}

std::string fixed(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

} // namespace

void TrainProgressLine::placed(const std::filesystem::path& folder) {
    if (m_series)
        m_series->placed(folder);
}

void TrainProgressLine::recorded(RunId id, const std::filesystem::path& folder) {
    m_run = id;
    if (m_series)
        m_series->setFolder(folder);
    if (!m_announced.empty())
        note(m_announced);
    note("run " + std::to_string(id) + " in " + folder.string());
}

void TrainProgressLine::started(const TrainStart& start) {
    if (m_series)
        m_series->begun();
    note((start.firstStep > 0 ? "resumed after step " + grouped(start.firstStep) + " of " : "training for ") +
         counted(start.steps, "step") + "; " + grouped(start.parameters) + " parameters without embeddings, " +
         grouped(start.words) + (start.hasPieces ? " pieces" : " words"));
    m_shown = std::chrono::steady_clock::now();
}

void TrainProgressLine::vectorsFound(const std::string& path, int found, int words) {
    note(path + ": " + grouped(found) + " of " + grouped(words) + " words of the training set have a vector (" +
         percent(double(found) / words) + "); the others begin at random");
}

void TrainProgressLine::adapted(const std::string& what) {
    note(what);
}

void TrainProgressLine::progressed(const TrainProgress& progress) {
    m_seconds = progress.seconds;
    m_share = double(progress.step) / double(progress.steps);
    const double keep = m_smoothed ? smoothing : 0;
    m_loss = keep * m_loss + (1 - keep) * progress.loss;
    m_accuracy = keep * m_accuracy + (1 - keep) * progress.accuracy.value_or(0);
    m_speed = keep * m_speed + (1 - keep) * progress.tokensPerSecond;
    m_smoothed = true;
    show(fixed("  epoch %.2f", progress.epoch) + fixed("  loss %.4f", m_loss) +
         (progress.accuracy ? fixed("  accuracy %.1f %%", 100 * m_accuracy) : "") + "  " +
         grouped(std::int64_t(m_speed)) + " tokens/s  " + duration(progress.secondsRemaining) + " left");
}

void TrainProgressLine::evaluating(const std::string&) {
    m_evaluatingSince = std::chrono::steady_clock::now();
}

void TrainProgressLine::evaluationProgressed(const EvaluationProgress& progress) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - m_evaluatingSince;
    show("  evaluating on " + progress.split + fixed(", %.0f %%", 100 * double(progress.answered) / progress.examples) +
         " in " + duration(taken.count()) +
         (progress.secondsRemaining ? "  " + duration(*progress.secondsRemaining) + " left" : ""));
}

/// Behind the share of the steps, unless something was shown a moment ago.
void TrainProgressLine::show(const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    const bool terminal = errorIsTerminal();
    if (terminal ? now - m_shown < terminalInterval : now - m_shown < plainInterval)
        return;
    m_shown = now;
    const std::string line = fixed("%3.0f %%", 100 * m_share) + text;
    if (terminal) {
        std::fprintf(stderr, "\r\033[K%s %s", bar(m_share).c_str(), line.c_str());
        std::fflush(stderr);
        m_drawn = true;
    } else {
        note(line);
    }
}

void TrainProgressLine::evaluated(const TrainEvaluation& evaluation) {
    clear();
    m_seconds = evaluation.seconds;
    note(fixed("epoch %.2f", evaluation.epoch) + ", step " + grouped(evaluation.step) + ": " + evaluation.split + " " +
         metricsText(evaluation.result.metrics) + fixed(", loss %.4f", evaluation.result.loss) +
         (evaluation.best ? "  (best)" : ""));
    if (const std::string beside = besideText(evaluation.result.details); !beside.empty())
        note("  beside it: " + beside);
}

void TrainProgressLine::clear() {
    if (m_drawn)
        std::fprintf(stderr, "\r\033[K");
    m_drawn = false;
}

} // namespace headlight
