#include "analysis/effects.h"

#include "analysis/decision.h"
#include "core/thread_pool.h"
#include "models/left_out.h"

#include <atomic>
#include <chrono>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

/// Passes over variants of one text.
class Passes {
public:
    Passes(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes, const Check& check)
        : m_model(model), m_sequences(sequences), m_changes(changes), m_check(check), m_began(Clock::now()),
          m_answer(answerTo(sequences, changes, nullptr)), m_seconds(secondsSince(m_began)),
          m_decision(decisionOf(m_answer, m_answer)) {}

    bool areCompared() const { return m_decision.has_value(); }
    double seconds() const { return m_seconds; } ///< of one
    std::optional<double> change(const std::vector<Sequence>& sequences, const Intervention& changes) const {
        const std::optional<double> now = decisionOf(answerTo(sequences, changes, &m_answer), m_answer);
        return now ? std::optional(*now - *m_decision) : std::nullopt;
    }
    std::optional<double> withChange(const MapAddress& head, const HeadChange& change) const {
        Intervention changes = m_changes;
        changes[head] = change;
        return this->change(m_sequences, changes);
    }
    HeadChange changeOf(const MapAddress& head) const {
        const auto found = m_changes.find(head);
        return found == m_changes.end() ? HeadChange{} : found->second;
    }
    std::optional<double> without(const TokenPlace& place) const {
        const auto isLeftOut = [&](const std::vector<Sequence>& sequences) {
            return sequences[std::size_t(place.sequence)].tokens[std::size_t(place.token)].leftOut;
        };
        Intervention changes = m_changes;
        const bool isNew = changes.leftOut.insert(place).second;
        if (!isNew || !isLeftOut(withLeftOut(m_sequences, changes.leftOut)))
            return std::nullopt;
        return change(m_sequences, changes);
    }

private:
    Answer answerTo(const std::vector<Sequence>& sequences, const Intervention& changes, const Answer* compared) const {
        RunControl control;
        control.check = m_check;
        control.threads = 1;
        control.compared = compared;
        return m_model.run(sequences, changes, control)->answer();
    }

    const Model& m_model;
    const std::vector<Sequence>& m_sequences;
    const Intervention& m_changes;
    const Check& m_check;
    Clock::time_point m_began;
    Answer m_answer;
    double m_seconds;
    std::optional<double> m_decision;
};

} // namespace

Effects effectsOf(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes,
                  const Check& check, const EffectParts& parts, const std::function<void(int, int)>& progress) {
    const std::vector<HeadInfo>& heads = model.heads();
    Effects effects;
    effects.heads.resize(heads.size());
    std::vector<TokenPlace> places;
    for (std::size_t sequence = 0; sequence < sequences.size(); ++sequence) {
        effects.tokens.emplace_back(sequences[sequence].tokens.size());
        for (std::size_t token = 0; parts.tokens && token < sequences[sequence].tokens.size(); ++token)
            places.push_back({int(sequence), int(token)});
    }
    const Passes passes(model, sequences, changes, check);
    if (!passes.areCompared())
        return effects;
    if (passes.seconds() * double(places.size()) > parts.mostSeconds * ThreadPool::processors()) {
        places.clear();
        effects.tokensTakeTooLong = true;
    }
    const std::size_t switched = parts.heads ? heads.size() : 0;
    const auto jobs = int(switched + places.size());
    std::atomic<int> done = 0;
    const auto without = [&](int job) {
        if (const auto head = std::size_t(job); head < switched) {
            HeadChange change = passes.changeOf(heads[head].address);
            if (heads[head].changeable && change.scale != 0) {
                change.scale = 0;
                effects.heads[head] = passes.withChange(heads[head].address, change);
            }
            return;
        }
        const TokenPlace& place = places[std::size_t(job) - switched];
        effects.tokens[std::size_t(place.sequence)][std::size_t(place.token)] = passes.without(place);
    };
    ThreadPool pool(ThreadPool::processors());
    pool.forEach(jobs, [&](int job) {
        without(job);
        if (++done; progress)
            progress(done, jobs);
    });
    return effects;
}

std::vector<std::optional<double>> featureEffects(const Model& model, const std::vector<Sequence>& sequences,
                                                  const Intervention& changes, const HeadInfo& head, const Check& check,
                                                  const std::function<void(int)>& progress) {
    std::vector<std::optional<double>> effects(std::size_t(head.features));
    const Passes passes(model, sequences, changes, check);
    if (!head.hasFeatures() || !passes.areCompared())
        return effects;
    std::atomic<int> done = 0;
    ThreadPool pool(ThreadPool::processors());
    pool.forEach(int(head.features), [&](int feature) {
        HeadChange change = passes.changeOf(head.address);
        double& factor = change.features.try_emplace(feature, 1).first->second;
        if (factor != 0 && change.scale != 0) {
            factor = 0;
            effects[std::size_t(feature)] = passes.withChange(head.address, change);
        }
        if (++done; progress)
            progress(done);
    });
    return effects;
}

} // namespace headlight
