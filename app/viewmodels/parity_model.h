#pragma once

#include "engine/models/reference/parity.h"
#include "jobs/job.h"
#include "session/session.h"

#include <QTimer>
#include <map>
#include <memory>
#include <optional>

namespace headlight {

/// Whether the current model computes what its reference has: the file beside it, which is checked in the background a
/// moment after the model has been opened, or another one that the user has named. What was found is kept as long as
/// the model is open.
class ParityModel : public QObject {
    Q_OBJECT
public:
    ParityModel(Session& session, Jobs& jobs, QObject* parent = nullptr);

    enum class State {
        None, ///< there is no model, or no reference of it
        Checking,
        Known,
        Failed ///< the reference can't be read, or is none of this model's
    };
    State state() const;
    /// Of the state Known.
    const ParityReport& report() const { return *entry()->report; }
    QString problem() const;    ///< why it failed; else empty
    QString reference() const;  ///< the file; empty without one
    QString modelTitle() const; ///< of the current model; empty without one

    /// Another file for the current model, now. Nothing happens without a model.
    void check(const QString& file);
    bool isBusy() const { return m_start.isActive() || m_job.isBusy(); }

signals:
    void changed();

private:
    struct Entry {
        QString file;
        std::optional<ParityReport> report = {};
        QString problem = {};
    };
    using ModelKey = std::weak_ptr<const Model>;

    const Entry* entry() const;
    void follow();
    void start();

    Session& m_session;
    LatestJob m_job;
    QTimer m_start; ///< leaves the processors to the first maps
    ModelKey m_model;
    std::map<ModelKey, Entry, std::owner_less<ModelKey>> m_entries;
};

} // namespace headlight
