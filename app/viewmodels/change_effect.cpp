#include "viewmodels/change_effect.h"

#include "engine/models/model.h"
#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/alterations.h"
#include "viewmodels/attend_answer.h"
#include "viewmodels/attend_session.h"

namespace headlight {

ChangeEffect::ChangeEffect(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_job(jobs, this) {
    for (const auto changed : {&Session::interventionChanged, &Session::currentModelChanged, &Session::sentenceChanged})
        connect(&session, changed, this, &ChangeEffect::refresh);
}

void ChangeEffect::setWatched(bool watched) {
    m_watched = watched;
    refresh();
}

void ChangeEffect::refresh() {
    m_job.cancel();
    if (!m_watched)
        return;
    const AttendInput input = attendInputOf(m_session);
    const QString changes = alterationsText(input.intervention, nullptr, 2);
    if (changes.isEmpty() || input.texts.empty())
        return say(changes);
    m_job.start(
        tr("Compare with the unchanged model"),
        [input](JobControl& control) {
            const Model& model = *input.open->model;
            const RunControl run{[&control] { control.check(); }};
            AttendAnswer answer(model.run(model.read(input.texts), input.intervention, run));
            answer.compareWith(model.run(model.read(input.texts), {}, run));
            return answer.change();
        },
        [this, changes](const QString& answer) { say(answer.isEmpty() ? changes : tr("%1: %2").arg(changes, answer)); },
        [this, changes](const QString& message) { say(tr("%1: %2").arg(changes, message)); });
}

void ChangeEffect::say(const QString& text) {
    if (text == m_text)
        return;
    m_text = text;
    emit changed();
}

} // namespace headlight
