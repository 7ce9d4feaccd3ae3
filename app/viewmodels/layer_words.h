#pragma once

#include "engine/models/layer_lens.h"
#include "jobs/job.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <memory>
#include <optional>

namespace headlight {

class Session;

/// What each layer of the shown model says of the text that an AttendModel shows ("logit lens"): computed in the
/// background while somebody looks. Of a longer text that is of some tokens: up to the pinned one, else to the last.
class LayerWords : public QObject {
    Q_OBJECT
public:
    LayerWords(const Session& session, const AttendModel& attend, Jobs& jobs, QObject* parent = nullptr);

    void setWatched(bool watched);
    bool isBusy() const { return m_job.isBusy(); }
    /// The shown model tells words.
    bool isPossible() const;
    /// Of the shown result, or of the one before until it is there; null where there is none.
    const LayerLens* lens() const { return m_lens ? &*m_lens : nullptr; }
    /// Its tokens, and what one of its cells says, likeliest first: called as tokens are displayed.
    const QStringList& tokens() const { return m_tokens; }
    const QStringList& words(std::size_t layer, std::size_t token) const { return m_names[layer][token]; }

    static constexpr int mostTokens = 48; ///< of which all layers are told

signals:
    void changed();

private:
    void follow();
    void start();
    void take(std::optional<LayerLens> lens);
    void name();
    std::vector<int> wantedTokens() const;

    const Session& m_session;
    const AttendModel& m_attend;
    LatestJob m_job;
    std::shared_ptr<const Recording> m_recording; ///< with the model's own tokens; whose layers are known, or asked
    std::vector<int> m_asked;                     ///< of its tokens
    std::optional<LayerLens> m_lens;
    std::shared_ptr<const Recording> m_shown; ///< by which tokens are called
    QStringList m_tokens;
    std::vector<std::vector<QStringList>> m_names; ///< of each layer and token
    bool m_isKnown = false, m_watched = false;
};

} // namespace headlight
