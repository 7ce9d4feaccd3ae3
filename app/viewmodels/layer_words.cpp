#include "viewmodels/layer_words.h"

#include "engine/models/recording.h"
#include "session/open_model.h"
#include "session/session.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <numeric>

namespace headlight {

LayerWords::LayerWords(const Session& session, const AttendModel& attend, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_attend(attend), m_job(jobs, this) {
    connect(&attend, &AttendModel::changed, this, &LayerWords::follow);
    connect(&attend, &AttendModel::stateChanged, this, &LayerWords::follow);
    connect(&session, &Session::marksChanged, this, &LayerWords::follow);
}

void LayerWords::setWatched(bool watched) {
    m_watched = watched;
    follow();
}

bool LayerWords::isPossible() const {
    return m_attend.recording() && lensModel(*m_attend.shown().open->model);
}

std::vector<int> LayerWords::wantedTokens() const {
    const auto count = int(m_attend.asRead()->sequences().front().tokens.size());
    const std::set<int> pinned = m_attend.ownTokens(0, m_session.marks(0).pinnedQueries);
    const int wanted = pinned.empty() || *pinned.rbegin() >= count ? count : *pinned.rbegin() + 1;
    const int end = std::max(wanted, std::min(count, mostTokens)); // as many as there is room for
    std::vector<int> tokens(std::size_t(std::min(end, mostTokens)));
    std::iota(tokens.begin(), tokens.end(), end - int(tokens.size()));
    return tokens;
}

/// What nobody looks at is not asked for; nor while a pass goes on, which makes it useless.
void LayerWords::follow() {
    if (!m_watched)
        return m_job.cancel();
    if (!isPossible()) {
        m_job.cancel();
        m_recording.reset();
        return take({});
    }
    if (m_attend.state() == AttendModel::State::Busy)
        return m_job.cancel();
    std::vector<int> wanted = wantedTokens();
    const bool isAsked = m_recording == m_attend.asRead() && m_asked == wanted;
    if (isAsked && m_isKnown && m_shown != m_attend.recording()) { // the same tokens are called otherwise
        name();
        emit changed();
    }
    if (isAsked && (m_isKnown || m_job.isBusy()))
        return;
    m_recording = m_attend.asRead();
    m_asked = std::move(wanted);
    start();
}

void LayerWords::start() {
    m_isKnown = false;
    if (!m_lens)
        emit changed(); // it is possible now
    const AttendInput& of = m_attend.shown();
    m_job.start(
        tr("What the layers say"),
        [open = of.open, changes = of.intervention, recording = m_recording, tokens = m_asked](JobControl& control) {
            RunControl run;
            run.check = [&control] { control.check(); };
            return lensModel(*open->model)->lens(recording->sequences(), changes, tokens, run);
        },
        [this](LayerLens lens) { take(std::move(lens)); },
        [this](const QString&) { take({}); }); // what is wrong with the model's numbers is said of its answer
}

void LayerWords::take(std::optional<LayerLens> lens) {
    m_isKnown = true;
    m_lens = std::move(lens);
    name();
    emit changed();
}

/// As tokens are displayed; the words of all cells together, for what is read of one depends on its vocabulary.
void LayerWords::name() {
    m_shown = m_attend.recording();
    m_tokens.clear();
    m_names.clear();
    if (!m_lens)
        return;
    const Sequence own = ownTokensAs(*m_shown, 0);
    for (const int token : m_lens->tokens)
        m_tokens << shownText(own.tokens[std::size_t(token)].text);
    std::vector<std::string> labels;
    for (const auto& layer : m_lens->layers)
        for (const ClassAnswer& cell : layer)
            labels.insert(labels.end(), cell.labels.begin(), cell.labels.end());
    const std::vector<std::string> names = piecesAs(*m_shown, labels);
    auto next = names.begin();
    for (const auto& layer : m_lens->layers) {
        m_names.emplace_back();
        for (const ClassAnswer& cell : layer) {
            QStringList& words = m_names.back().emplace_back();
            for (std::size_t k = 0; k < cell.labels.size(); ++k)
                words << shownText(*next++);
        }
    }
}

} // namespace headlight
