#include "viewmodels/text_chances.h"

#include "engine/models/continuing.h"
#include "engine/models/recording.h"
#include "session/open_model.h"

#include <chrono>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds beforeFirstPass(20); ///< a few frames

} // namespace

TextChances::TextChances(const AttendModel& attend, Jobs& jobs, QObject* parent)
    : QObject(parent), m_attend(attend), m_job(jobs, this) {
    m_start.setSingleShot(true);
    m_start.setInterval(beforeFirstPass);
    connect(&m_start, &QTimer::timeout, this, &TextChances::start);
    connect(&attend, &AttendModel::changed, this, &TextChances::follow);
    connect(&attend, &AttendModel::stateChanged, this, &TextChances::follow);
    follow();
}

/// A pass that goes on needs the processors itself, and makes what is being computed useless.
void TextChances::follow() {
    const bool tells = m_attend.recording() && continuingModel(*m_attend.shown().open->model);
    if (m_attend.recording() != m_recording) {
        stop();
        m_recording = m_attend.recording();
        m_isKnown = false;
        if (!tells)
            take({});
    }
    if (!tells || m_isKnown || m_attend.state() == AttendModel::State::Busy)
        stop();
    else if (!m_isStarted && !m_start.isActive())
        m_start.start();
}

void TextChances::stop() {
    m_start.stop();
    m_isStarted = false;
    m_job.cancel();
}

void TextChances::start() {
    m_isStarted = true;
    const AttendInput& of = m_attend.shown();
    m_job.start(
        tr("Probability of the text"),
        [open = of.open, changes = of.intervention, recording = m_recording](JobControl& control) {
            RunControl run;
            run.check = [&control] { control.check(); };
            return continuingModel(*open->model)->logProbabilities(recording->sequences(), changes, run);
        },
        [this](const std::vector<double>& found) {
            TextLikelihood likelihood;
            for (std::size_t token = 0; token < found.size(); ++token)
                likelihood.tokens.push_back({m_recording->sequences().front().tokens[token].text, found[token]});
            take(std::move(likelihood));
        },
        [this](const QString&) { take({}); }); // what is wrong with the model's numbers is said of its answer
}

void TextChances::take(std::optional<TextLikelihood> likelihood) {
    m_isKnown = true;
    m_likelihood = std::move(likelihood);
    emit changed();
}

} // namespace headlight
