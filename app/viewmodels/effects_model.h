#pragma once

#include "engine/analysis/effects.h"
#include "jobs/job.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace headlight {

/// What decides the answer that an AttendModel shows: how its decision (engine/analysis/decision.h) changes without
/// each head and each token. Computed in the background for every answer, after its maps are drawn; the next key
/// cancels it. Made before the views of the same AttendModel, so that they never read numbers of the answer before.
class EffectsModel : public QObject {
    Q_OBJECT
public:
    EffectsModel(const AttendModel& attend, Jobs& jobs, QObject* parent = nullptr);

    void setWatched(bool watched);
    bool isBusy() const { return m_start.isActive() || m_job.isBusy(); }

    /// Of the shown result: none where nothing can be compared, or it would take too long.
    enum class State { None, Pending, Known };
    State state() const;
    /// What the changes are of: "log-odds of LOC", "score"; empty where nothing can be compared.
    QString decision() const { return m_decision; }
    /// Whether words are left out, too: of a very long text that takes too long.
    bool hasTokens() const { return state() != State::None && m_parts.tokens; }
    /// Of a long text they come after those of the heads.
    bool areTokensPending() const { return hasTokens() && !m_isOver; }
    /// Why something is missing; else empty.
    QString remark() const { return m_remark; }

    /// None while they are pending.
    std::optional<double> ofHead(const MapAddress& address) const;
    std::optional<double> ofToken(int sequence, int token) const;
    /// The largest size of any head's, and of any token's.
    double largestOfHeads() const { return m_largestOfHeads; }
    double largestOfTokens() const { return m_largestOfTokens; }

signals:
    /// They are there, or won't come. That they are pending is said by AttendModel::changed.
    void changed();

private:
    void follow();
    void start();
    void stop();
    void take(Effects effects);
    void limit();
    void giveUp(const QString& remark);
    static QString tooLongRemark();

    const AttendModel& m_attend;
    LatestJob m_job;
    QTimer m_start;                               ///< leaves the processors to what the answer draws
    std::shared_ptr<const Recording> m_recording; ///< whose effects are known, or being computed
    std::optional<Effects> m_effects;
    bool m_isStarted = false;
    bool m_isOver = false;        ///< there is nothing more to come for the recording
    EffectParts m_parts, m_asked; ///< that are wanted; that are being computed
    bool m_areHeadsFirst = false;
    double m_largestOfHeads = 0, m_largestOfTokens = 0;
    QString m_decision, m_remark;
    bool m_watched = true;
};

/// What decisionOf() measures, for people; empty where it measures nothing.
QString decisionName(const Answer& answer);

} // namespace headlight
