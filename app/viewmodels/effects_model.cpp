#include "viewmodels/effects_model.h"

#include "engine/analysis/decision.h"
#include "engine/models/model.h"
#include "engine/models/recording.h"
#include "session/open_model.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace headlight {

namespace {

/// Between an answer and the first pass without a part of it: a few frames.
constexpr std::chrono::milliseconds drawingTime(20);
/// Tokens of all passes together. Of heads that take more there are none; words that take more come after the heads.
constexpr double mostTokens = 20000;
constexpr double mostSeconds = 20; ///< for words, while nobody asked

double largestOf(const std::vector<std::optional<double>>& changes) {
    double largest = 0;
    for (const std::optional<double>& change : changes)
        if (change && std::isfinite(*change))
            largest = std::max(largest, std::abs(*change));
    return largest;
}

std::optional<double> finite(const std::optional<double>& change) {
    return change && std::isfinite(*change) ? change : std::nullopt;
}

// How the decision of each kind of answer is called.

QString nameOfDecision(const std::monostate&) {
    return {};
}

QString nameOfDecision(const ClassAnswer& classes) {
    return EffectsModel::tr("log-odds of %1").arg(shownText(classes.labels[classes.best()]));
}

QString nameOfDecision(const ScoreAnswer&) {
    return EffectsModel::tr("score");
}

QString nameOfDecision(const TagAnswer&) {
    return EffectsModel::tr("mean log-odds of the labels");
}

QString nameOfDecision(const TokenAnswer& answer) {
    if (answer.places.size() > 1)
        return EffectsModel::tr("mean log-odds of the likeliest words");
    const ClassAnswer& candidates = answer.places.front().candidates;
    return EffectsModel::tr("log-odds of “%1”").arg(shownText(candidates.labels[candidates.best()]));
}

QString nameOfDecision(const SelectionAnswer& selection) {
    return EffectsModel::tr("log-odds of sentence %1").arg(selection.places.best() + 1);
}

QString nameOfDecision(const TranslationAnswer&) {
    return EffectsModel::tr("log-probability of the translation");
}

} // namespace

QString decisionName(const Answer& answer) {
    const std::optional<double> decision = decisionOf(answer, answer);
    if (!decision || !std::isfinite(*decision))
        return {};
    return std::visit([](const auto& kind) { return nameOfDecision(kind); }, answer);
}

EffectsModel::EffectsModel(const AttendModel& attend, Jobs& jobs, QObject* parent)
    : QObject(parent), m_attend(attend), m_job(jobs, this) {
    m_start.setSingleShot(true);
    m_start.setInterval(drawingTime);
    connect(&m_start, &QTimer::timeout, this, &EffectsModel::start);
    connect(&attend, &AttendModel::changed, this, &EffectsModel::follow);
    connect(&attend, &AttendModel::stateChanged, this, &EffectsModel::follow);
    connect(&m_job, &LatestJob::busyChanged, this, [this](bool busy) {
        if (!busy && m_isStarted && !m_isOver)
            giveUp(tr("The effects were cancelled.")); // by the user
    });
    follow();
}

void EffectsModel::setWatched(bool watched) {
    m_watched = watched;
    follow();
}

EffectsModel::State EffectsModel::state() const {
    if (m_effects)
        return State::Known;
    return m_recording && !m_isOver && !m_decision.isEmpty() ? State::Pending : State::None;
}

/// A pass that goes on needs the processors itself, and makes what is being computed useless.
void EffectsModel::follow() {
    m_decision = m_attend.recording() ? decisionName(answerAs(*m_attend.recording())) : QString();
    if (m_attend.asRead() != m_recording) {
        stop();
        m_recording = m_attend.asRead();
        m_effects.reset();
        m_isOver = false;
        m_remark.clear();
        m_largestOfHeads = m_largestOfTokens = 0;
        limit();
    }
    const bool wanted = m_watched && m_recording && !m_isOver && !m_decision.isEmpty();
    if (!wanted || m_attend.state() == AttendModel::State::Busy) {
        stop();
    } else if (!m_isStarted && !m_start.isActive()) {
        m_start.start();
    }
}

void EffectsModel::stop() {
    m_start.stop();
    m_isStarted = false;
    m_job.cancel();
}

/// What is computed of the recording without being asked for.
void EffectsModel::limit() {
    if (!m_recording || m_decision.isEmpty())
        return;
    double tokens = 0;
    for (const Sequence& sequence : m_recording->sequences())
        tokens += double(sequence.tokens.size());
    const double heads = double(m_attend.shown().open->heads().size());
    m_parts.heads = heads * tokens <= mostTokens && tokens <= double(longestMap);
    // Without a word there are labels of other tokens, whose mean says nothing beside that of all.
    const bool labelsTokens = std::holds_alternative<TagAnswer>(m_recording->answer());
    m_parts.tokens = !labelsTokens && tokens <= double(longestMap);
    m_parts.mostSeconds = mostSeconds;
    m_areHeadsFirst = m_parts.heads && tokens * tokens > mostTokens;
    if (labelsTokens)
        m_remark = tr("No effects of words: each word has a label of its own.");
    else if (!m_parts.tokens)
        m_remark = tooLongRemark();
    m_isOver = !m_parts.heads && !m_parts.tokens;
}

QString EffectsModel::tooLongRemark() {
    return tr("No effects of words: of this text they take too long here; headlight-cli attend --effects has them.");
}

/// Of all, or of a long text first of the heads and then of the words.
void EffectsModel::start() {
    m_isStarted = true;
    m_asked = m_parts;
    m_asked.heads = m_parts.heads && !m_effects;
    m_asked.tokens = m_parts.tokens && (m_effects || !m_areHeadsFirst);
    const AttendInput& of = m_attend.shown();
    m_job.start(
        tr("Effects of heads and words"),
        [open = of.open, changes = of.intervention, recording = m_recording, parts = m_asked](JobControl& control) {
            return effectsOf(
                *open->model, recording->sequences(), changes, [&control] { control.check(); }, parts);
        },
        [this](Effects effects) { take(std::move(effects)); }, [this](const QString& message) { giveUp(message); });
}

void EffectsModel::take(Effects effects) {
    if (m_asked.tokens) {
        for (const auto& tokens : effects.tokens)
            m_largestOfTokens = std::max(m_largestOfTokens, largestOf(tokens));
        if (effects.tokensTakeTooLong) {
            m_parts.tokens = false;
            m_remark = tooLongRemark();
        }
    }
    if (m_effects) {
        m_effects->tokens = std::move(effects.tokens);
    } else {
        m_largestOfHeads = largestOf(effects.heads);
        m_effects = std::move(effects);
    }
    m_isOver = !m_parts.tokens || m_asked.tokens;
    if (!m_isOver) {
        m_isStarted = false;
        m_start.start();
    }
    emit changed();
}

void EffectsModel::giveUp(const QString& remark) {
    m_remark = remark;
    m_parts.tokens = false;
    m_isOver = true;
    emit changed();
}

std::optional<double> EffectsModel::ofHead(const MapAddress& address) const {
    const std::vector<HeadEntry>& heads = m_attend.heads();
    for (std::size_t head = 0; m_effects && head < heads.size() && head < m_effects->heads.size(); ++head)
        if (heads[head].address == address)
            return finite(m_effects->heads[head]);
    return std::nullopt;
}

std::optional<double> EffectsModel::ofToken(int sequence, int token) const {
    if (!m_effects || std::size_t(sequence) >= m_effects->tokens.size())
        return std::nullopt;
    const auto& tokens = m_effects->tokens[std::size_t(sequence)];
    return std::size_t(token) < tokens.size() ? finite(tokens[std::size_t(token)]) : std::nullopt;
}

} // namespace headlight
