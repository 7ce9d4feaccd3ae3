#pragma once

#include "jobs/job.h"

namespace headlight {

class Session;

/// What the user's changes of the open model make of its answer to the sentence, for a view that changes a model and
/// shows no answer.
class ChangeEffect : public QObject {
    Q_OBJECT

public:
    ChangeEffect(Session& session, Jobs& jobs, QObject* parent = nullptr);

    /// It runs the model only while somebody looks.
    void setWatched(bool watched);
    /// "layer 0 · head 1 has the mask fa(2): LOC 0.6401 → 0.7103"; empty where nothing is changed.
    const QString& text() const { return m_text; }

signals:
    void changed();

private:
    void refresh();
    void say(const QString& text);

    Session& m_session;
    LatestJob m_job;
    QString m_text;
    bool m_watched = false;
};

} // namespace headlight
