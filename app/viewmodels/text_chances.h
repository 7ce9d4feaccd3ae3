#pragma once

#include "engine/models/text_likelihood.h"
#include "jobs/job.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace headlight {

/// How likely the shown model finds the text that an AttendModel shows, token by token, with the user's changes.
/// Computed in the background, after the maps are drawn; of models that tell what comes next.
class TextChances : public QObject {
    Q_OBJECT
public:
    TextChances(const AttendModel& attend, Jobs& jobs, QObject* parent = nullptr);

    bool isBusy() const { return m_start.isActive() || m_job.isBusy(); }
    /// Of the shown result, or of the one before until they are there; null where there are none. A token for each of
    /// its sequence.
    const TextLikelihood* likelihood() const { return m_likelihood ? &*m_likelihood : nullptr; }

signals:
    void changed();

private:
    void follow();
    void start();
    void stop();
    void take(std::optional<TextLikelihood> likelihood);

    const AttendModel& m_attend;
    LatestJob m_job;
    QTimer m_start;                               ///< leaves the processors to what the answer draws
    std::shared_ptr<const Recording> m_recording; ///< whose numbers are known, or being computed
    std::optional<TextLikelihood> m_likelihood;
    bool m_isStarted = false, m_isKnown = false;
};

} // namespace headlight
