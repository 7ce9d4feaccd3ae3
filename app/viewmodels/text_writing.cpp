#include "viewmodels/text_writing.h"

#include "engine/core/error.h"
#include "engine/models/continuing.h"
#include "engine/models/recording.h"
#include "session/open_model.h"
#include "session/session.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {

TextWriting::TextWriting(Session& session, const AttendModel& attend, QObject* parent)
    : QObject(parent), m_session(session), m_attend(attend) {
    connect(&attend, &AttendModel::changed, this, &TextWriting::follow);
    connect(&attend, &AttendModel::mapChanged, this, &TextWriting::follow);
    connect(&attend, &AttendModel::stateChanged, this, &TextWriting::follow);
    connect(&session, &Session::sentenceChanged, this, &TextWriting::follow);
}

const ClassAnswer* TextWriting::candidates() const {
    const auto& recording = m_attend.recording();
    if (!recording || !continuingModel(*m_attend.shown().open->model))
        return nullptr;
    const auto* answer = std::get_if<TokenAnswer>(&recording->answer());
    return answer ? &answer->places.front().candidates : nullptr;
}

/// What is shown is drawn before the next token is chosen.
void TextWriting::follow() {
    if (isWriting())
        QMetaObject::invokeMethod(this, &TextWriting::step, Qt::QueuedConnection);
    else
        emit changed();
}

void TextWriting::append(int candidate) {
    if (!isPossible() || candidate < 0 || std::size_t(candidate) >= candidates()->labels.size() ||
        m_attend.shown().open != m_session.current() ||
        m_attend.shown().texts.front() != m_session.sentence().toStdString())
        return;
    stop();
    m_open = m_session.current();
    m_remark.clear();
    write(candidate, tr("“%1” behind the text").arg(shownText(candidates()->labels[std::size_t(candidate)])), {});
    emit changed();
}

void TextWriting::start(const Options& options) {
    if (!isPossible())
        return;
    m_options = options;
    m_left = options.tokens;
    m_random = Random(RandomKey(std::uint64_t(++m_round)));
    m_open = m_session.current();
    m_text = m_session.sentence();
    m_remark.clear();
    emit changed();
    follow();
}

void TextWriting::stop() {
    if (isWriting())
        end({});
}

void TextWriting::end(const QString& remark) {
    m_left = 0;
    m_remark = remark;
    m_session.settleChange();
    emit changed();
}

/// The next token, where the maps of all before it are shown.
void TextWriting::step() {
    if (!isWriting())
        return;
    if (m_session.current() != m_open || m_session.sentence() != m_text ||
        m_attend.state() == AttendModel::State::Failed)
        return end({}); // the user wants something else, or is told what is wrong
    const AttendInput& shown = m_attend.shown();
    if (m_attend.state() != AttendModel::State::Ready || m_attend.isFocusPending() || shown.open != m_open ||
        shown.texts.front() != m_text.toStdString() || shown.intervention != m_session.intervention())
        return;
    if (!write(choice(), tr("text written"), QStringLiteral("writing")))
        return;
    if (--m_left == 0)
        return end({});
    emit changed();
}

int TextWriting::choice() {
    if (m_options.temperature == 0)
        return 0;
    const std::vector<double>& scores = candidates()->logits;
    std::vector<double> shares;
    double all = 0;
    for (std::size_t k = 0; k < scores.size() && k < std::size_t(m_options.top); ++k) {
        shares.push_back(std::exp((scores[k] - scores.front()) / m_options.temperature));
        all += shares.back();
    }
    double left = m_random.uniform() * all;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        left -= shares[k];
        if (left < 0)
            return int(k);
    }
    return 0; // rounding
}

/// False where it can't be, which the remark says then.
bool TextWriting::write(int candidate, const QString& title, const QString& kind) {
    const std::string& token = candidates()->labels[std::size_t(candidate)];
    const NextToken next = continuingModel(*m_open->model)->nextToken(m_attend.recording()->sequences().front(), token);
    if (next.ends) {
        end(tr("The model ends the text here."));
        return false;
    }
    if (next.text.empty()) {
        end(tr("“%1” adds no letter that could be typed.").arg(shownText(token)));
        return false;
    }
    const QString longer = m_session.sentence() + QString::fromStdString(next.text);
    try {
        m_open->model->read({longer.toStdString()});
    } catch (const Error& error) { // it has no place for more
        end(tr("It goes on no further: %1.").arg(QString::fromUtf8(error.what())));
        return false;
    }
    m_text = longer;
    m_session.goOn(QString::fromStdString(next.text), title, kind);
    return true;
}

} // namespace headlight
