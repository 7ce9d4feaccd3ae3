#include "viewmodels/features_model.h"

#include "engine/analysis/effects.h"
#include "engine/models/recording.h"
#include "session/open_model.h"
#include "viewmodels/displayed_tokens.h"
#include "viewmodels/effects_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

/// Numbers of a map up to which the features are shown: 600 features of 250 tokens.
constexpr double mostNumbers = 4e7;

} // namespace

FeaturesModel::FeaturesModel(const AttendModel& attend, Jobs& jobs, QObject* parent)
    : QObject(parent), m_attend(attend), m_job(jobs, this), m_effectsJob(jobs, this) {
    connect(&attend, &AttendModel::changed, this, &FeaturesModel::refresh);
    connect(&attend, &AttendModel::mapChanged, this, &FeaturesModel::refresh);
    connect(&m_effectsJob, &LatestJob::busyChanged, this, [this](bool busy) {
        const bool isCancelledByUser = !busy && m_effectsOf && m_effectsOf == m_result && m_effects.empty();
        if (isCancelledByUser)
            setOrder(FeatureOrder::Number);
    });
    refresh();
}

void FeaturesModel::setWatched(bool watched) {
    m_watched = watched;
    if (!watched)
        dropEffectsJob();
    refresh();
    computeEffects();
}

void FeaturesModel::refresh() {
    if (!m_watched)
        return;
    const auto recording = m_attend.recording();
    const HeadEntry* head = m_attend.focusedHead();
    if (!recording || !head) {
        m_recording.reset();
        m_effectSizes.clear();
        return show(nullptr, {});
    }
    const int sequence = m_attend.sequence();
    if (head->address != m_address || sequence != m_sequence)
        m_effectSizes.clear();
    if (recording == m_recording && head->address == m_address && sequence == m_sequence && m_attend.part() == m_part)
        return;
    m_recording = recording;
    m_address = head->address;
    m_sequence = sequence;
    m_part = m_attend.part();
    if (count() == 0)
        return show(
            nullptr,
            head->features > 1
                ? tr("A gate is no attention, whose features are told apart here. See one at a time: choose “One "
                     "feature” above the map.")
                : tr("This head has one number for each pair of tokens, and so no features to tell apart."));
    const auto request = requestOf(*recording, {head->address, sequence, MapStage::Weight, {}, m_part}, sequence);
    const double tokens = double(m_attend.tokens(sequence).size());
    const double numbers = tokens * (isOfPairs(head->address.part) ? tokens : 1) * double(head->features);
    if (!request || numbers > mostNumbers)
        return show(
            nullptr,
            tr("The maps of all %L1 features of %L2 tokens are too many to be shown at once. See and change one at "
               "a time: choose “One feature” above the map.")
                .arg(head->features)
                .arg(tokens));
    m_message.clear();
    m_job.start(
        tr("Features"),
        [recording, request = *request](JobControl& control) {
            const Check check = [&control] { control.check(); };
            AttentionMap map = recording->map(request, check);
            std::vector<FeatureProfile> profiles = featureProfiles(map);
            FeatureTree tree(map, check);
            const Index suggested = tree.suggested();
            AttentionMap empty = map;
            empty.values.clear();
            return std::shared_ptr<const Result>(
                new Result{std::move(map), std::move(empty), std::move(profiles), std::move(tree), suggested});
        },
        [this](const std::shared_ptr<const Result>& result) { show(result, {}); },
        [this](const QString& message) { show(nullptr, message); });
}

void FeaturesModel::show(std::shared_ptr<const Result> result, const QString& message) {
    m_job.cancel();
    if (!result && !m_result && message == m_message)
        return;
    m_result = std::move(result);
    m_mapOf = m_recording;
    m_message = message;
    m_effects.clear();
    dropEffectsJob();
    computeEffects();
    cut();
}

void FeaturesModel::dropEffectsJob() {
    m_effectsOf.reset();
    m_effectsJob.cancel();
}

void FeaturesModel::cut() {
    m_clusters.clear();
    if (m_result)
        m_clusters = m_result->tree.clusters(m_wanted > 0 ? m_wanted : m_result->suggested);
    emit changed();
}

void FeaturesModel::setOrder(FeatureOrder order) {
    if (order == m_order)
        return;
    m_order = order;
    if (order != FeatureOrder::Effect)
        dropEffectsJob();
    computeEffects();
    emit changed();
}

QString FeaturesModel::decision() const {
    const HeadEntry* head = m_attend.focusedHead();
    return m_recording && head && head->changeable ? decisionName(answerAs(*m_recording)) : QString();
}

QString FeaturesModel::whyNoEffects() const {
    const HeadEntry* head = m_attend.focusedHead();
    if (!m_result || !head || !decision().isEmpty())
        return {};
    return head->changeable
               ? tr("This model's answer has nothing to measure an effect by.")
               : tr("These features can't be switched off one by one, and so there are no effects to measure.");
}

FeatureOrder FeaturesModel::order() const {
    return m_order == FeatureOrder::Effect && !whyNoEffects().isEmpty() ? FeatureOrder::Number : m_order;
}

Index FeaturesModel::count() const {
    const HeadEntry* head = m_attend.focusedHead();
    return head && head->features > 1 && isAttention(head->address.part) ? head->features : 0;
}

/// A pass for each feature: some seconds, so only when it is asked for.
void FeaturesModel::computeEffects() {
    if (!m_watched || m_order != FeatureOrder::Effect || !m_result || !m_effects.empty() || decision().isEmpty() ||
        m_effectsOf == m_result)
        return;
    m_effectsOf = m_result;
    const AttendInput& of = m_attend.shown();
    m_effectsJob.start(
        tr("Effects of features"),
        [open = of.open, changes = of.intervention, recording = m_recording,
         head = *of.open->headAt(m_address)](JobControl& control) {
            const auto progress = [&](int done) { control.setProgress(double(done) / double(head.features)); };
            return featureEffects(
                *open->model, recording->sequences(), changes, head, [&control] { control.check(); }, progress);
        },
        [this](std::vector<std::optional<double>> effects) {
            m_effects = std::move(effects);
            m_effectSizes.resize(m_effects.size());
            for (std::size_t feature = 0; feature < m_effects.size(); ++feature)
                if (m_effects[feature])
                    m_effectSizes[feature] = std::abs(*m_effects[feature]);
            emit changed();
        },
        [this](const QString&) { // the order stays, and the next text is tried anew
            m_effectsOf.reset();
            emit changed();
        });
}

void FeaturesModel::setWantedClusters(int count) {
    if (count == m_wanted)
        return;
    m_wanted = count;
    cut();
}

std::vector<Index> FeaturesModel::ordered() const {
    std::vector<Index> features;
    if (!m_result)
        return features;
    const FeatureOrder order = this->order();
    if (order == FeatureOrder::Clusters) {
        for (const std::vector<Index>& cluster : m_clusters)
            features.insert(features.end(), cluster.begin(), cluster.end());
        return features;
    }
    features.resize(m_result->profiles.size());
    std::iota(features.begin(), features.end(), Index(0));
    const auto profile = [this](Index feature) { return m_result->profiles[std::size_t(feature)]; };
    if (order == FeatureOrder::Disagreement)
        std::stable_sort(features.begin(), features.end(),
                         [&](Index a, Index b) { return profile(a).disagreement > profile(b).disagreement; });
    if (order == FeatureOrder::Effect && m_effectSizes.size() == features.size())
        std::stable_sort(features.begin(), features.end(), [&](Index a, Index b) {
            return m_effectSizes[std::size_t(a)] > m_effectSizes[std::size_t(b)];
        });
    if (order == FeatureOrder::Entropy)
        std::stable_sort(features.begin(), features.end(),
                         [&](Index a, Index b) { return profile(a).entropy < profile(b).entropy; });
    return features;
}

std::vector<Index> FeaturesModel::featuresOf(const FeatureChoice& choice) const {
    if (choice.kind == FeatureChoice::Kind::One)
        return {choice.feature};
    if (choice.kind == FeatureChoice::Kind::Group)
        return choice.group;
    std::vector<Index> all(m_result ? m_result->profiles.size() : std::size_t(count()));
    std::iota(all.begin(), all.end(), Index(0));
    return all;
}

AttentionMap FeaturesModel::mapOf(const FeatureChoice& choice) const {
    const AttentionMap& all = m_result->map;
    const std::vector<Index> features = featuresOf(choice);
    AttentionMap map = m_result->empty;
    map.features = 1;
    map.choice = choice;
    map.values.resize(map.visible.size());
    for (std::size_t cell = 0; cell < map.values.size(); ++cell) {
        double sum = 0;
        for (const Index feature : features)
            sum += double(all.values[cell * std::size_t(all.features) + std::size_t(feature)]);
        map.values[cell] = float(sum / double(std::max<std::size_t>(1, features.size())));
    }
    return map;
}

} // namespace headlight
