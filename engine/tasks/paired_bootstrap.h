#pragma once

#include "core/error.h"
#include "core/random.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headlight {

struct BootstrapOptions {
    std::size_t samples = 1000;
    std::uint64_t seed = 12345; ///< which sentences are drawn; another one's samples are others
};

/// A system's score of all sentences, and what it is over the samples.
struct SampledScore {
    double score = 0, mean = 0;
    double halfWidth = 0; ///< of the interval in which 95 % of the samples' scores are: sacreBLEU's "μ ± …"
};

/// Two systems that translated the same sentences. Differences are the system's score less the baseline's.
struct PairedBootstrap {
    SampledScore baseline, system;
    double difference = 0;       ///< of the scores of all sentences
    double lower = 0, upper = 0; ///< between them are 95 % of the samples' differences
    double better = 0;           ///< share of the samples in which the system's is higher: Koehn's (2004) figure
    /// How probable so large a difference, of either sign, is where there is none in truth: the share of the samples
    /// whose difference is as far from the mean of all, which stands for none. With n samples it is at least 1/(n + 1).
    double pValue = 1;
    /// What sacreBLEU (--paired-bs) prints as p. It takes the mean from the sizes of the differences, so it is nearly
    /// that of one sign only, about half of the other; and of systems that are the same it is 1/(n + 1).
    double sacreBleuP = 1;
};

/// Judges the scores of samples, as many of either system.
PairedBootstrap judgedSamples(double baseline, double system, std::span<const double> baselineSamples,
                              std::span<const double> systemSamples);

/// Paired bootstrap resampling (Koehn 2004): of n sentences n are drawn, again and again, with replacement, the same of
/// both systems. `Counts` are those of single sentences, such as BleuCounts: a sample's are their sum, of which there
/// is a scoreOf(), of which the higher is the better: of one that counts errors it has to be the negative. The samples
/// depend on the seed and the number of sentences only. Error when the systems have different numbers of sentences,
/// which says both; std::invalid_argument when there is no sentence or no sample.
template <class Counts>
PairedBootstrap pairedBootstrap(const std::vector<Counts>& baseline, const std::vector<Counts>& system,
                                const BootstrapOptions& options = {}) {
    if (baseline.size() != system.size())
        throw Error("The first system has " + std::to_string(baseline.size()) +
                    " translations, but the other one has " + std::to_string(system.size()) +
                    ". Only those of the same sentences can be compared.");
    if (baseline.empty() || options.samples == 0)
        throw std::invalid_argument("pairedBootstrap: expected at least one sentence and one sample, got " +
                                    std::to_string(baseline.size()) + " and " + std::to_string(options.samples));
    Random random{RandomKey(options.seed)};
    std::vector<double> baselineSamples, systemSamples;
    for (std::size_t k = 0; k < options.samples; ++k) {
        Counts ofBaseline, ofSystem;
        for (std::size_t drawn = 0; drawn < baseline.size(); ++drawn) {
            const auto sentence = std::size_t(random.below(baseline.size()));
            ofBaseline += baseline[sentence];
            ofSystem += system[sentence];
        }
        baselineSamples.push_back(scoreOf(ofBaseline));
        systemSamples.push_back(scoreOf(ofSystem));
    }
    Counts ofBaseline, ofSystem;
    for (std::size_t s = 0; s < baseline.size(); ++s) {
        ofBaseline += baseline[s];
        ofSystem += system[s];
    }
    return judgedSamples(scoreOf(ofBaseline), scoreOf(ofSystem), baselineSamples, systemSamples);
}

} // namespace headlight
