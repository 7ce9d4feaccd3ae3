#pragma once

#include "engine/analysis/feature_profiles.h"
#include "engine/analysis/feature_tree.h"
#include "jobs/job.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <memory>
#include <vector>

namespace headlight {

/// In which order the features of a head are shown.
enum class FeatureOrder { Clusters, Disagreement, Entropy, Number, Effect };

/// The features of the head in focus as objects: the map of each, how it attends, and which attend alike. Computed of
/// what an AttendModel shows, in the background, while somebody looks.
class FeaturesModel : public QObject {
    Q_OBJECT
public:
    FeaturesModel(const AttendModel& attend, Jobs& jobs, QObject* parent = nullptr);

    void setWatched(bool watched);
    bool isBusy() const { return m_job.isBusy(); }
    /// The map is of the result that is shown, not of the one before it.
    bool isCurrent() const { return m_result && m_mapOf == m_attend.recording(); }
    /// Why there are no features to show; empty while there are, or they are being computed.
    QString message() const { return m_message; }

    /// Features of the head that can be told apart, also where their maps are too many to be shown; else 0.
    Index count() const;
    /// Weights [queries × keys × features] of the head; null while there is none.
    const AttentionMap* map() const { return m_result ? &m_result->map : nullptr; }
    /// Of each feature. Only while there is a map.
    const std::vector<FeatureProfile>& profiles() const { return m_result->profiles; }

    /// By number where there are no effects to order by.
    FeatureOrder order() const;
    void setOrder(FeatureOrder order);
    /// Why this head's features can't be ordered by their effects; empty where they can.
    QString whyNoEffects() const;
    /// 0: as many as the silhouette suggests.
    int wantedClusters() const { return m_wanted; }
    void setWantedClusters(int count);
    /// The features of each cluster, the largest first. Only while there is a map.
    const std::vector<std::vector<Index>>& clusters() const { return m_clusters; }
    /// How the answer changes with each feature switched off alone: computed while they are ordered by it. Empty
    /// before, and where nothing can be compared.
    const std::vector<std::optional<double>>& effects() const { return m_effects; }
    bool areEffectsPending() const { return m_effectsJob.isBusy(); }
    /// What these are of (decisionName); empty where there are none.
    QString decision() const;
    /// Features in the order of display, best first: most disagreement, least entropy, largest effect.
    std::vector<Index> ordered() const;

    /// The features that a choice means: one, a group, or all of the head.
    std::vector<Index> featuresOf(const FeatureChoice& choice) const;
    /// One number a cell: the mean of those features. Only while there is a map.
    AttentionMap mapOf(const FeatureChoice& choice) const;

signals:
    void changed();

private:
    struct Result {
        AttentionMap map;
        AttentionMap empty; ///< the same without numbers, to make others of
        std::vector<FeatureProfile> profiles;
        FeatureTree tree;
        Index suggested;
    };
    void refresh();
    void show(std::shared_ptr<const Result> result, const QString& message);
    void cut();
    void computeEffects();
    void dropEffectsJob();

    const AttendModel& m_attend;
    LatestJob m_job, m_effectsJob;
    std::shared_ptr<const Recording> m_recording; ///< whose features are shown, or being computed
    std::shared_ptr<const Recording> m_mapOf;     ///< whose map is there, until that of the next comes
    MapAddress m_address;
    int m_sequence = 0;
    std::optional<TextPair> m_part;
    std::shared_ptr<const Result> m_result;
    std::shared_ptr<const Result> m_effectsOf; ///< whose effects were asked for; none: nobody's, or in vain
    std::vector<std::vector<Index>> m_clusters;
    std::vector<std::optional<double>> m_effects;
    /// Of the last effects of the head: their order stays until the next are there, and a feature that is off now has
    /// the size that it had.
    std::vector<double> m_effectSizes;
    QString m_message;
    FeatureOrder m_order = FeatureOrder::Clusters;
    int m_wanted = 0;
    bool m_watched = true;
};

} // namespace headlight
