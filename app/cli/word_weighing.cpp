#include "cli/word_weighing.h"

#include "cli/map_progress.h"

#include <mutex>

namespace headlight {

namespace {

struct WeighingCancelled {};

} // namespace

std::optional<WordWeights> weighWords(const Model& model, const ClassCorpus& corpus,
                                      const std::vector<MapAddress>& heads, const std::atomic<bool>& cancelled) {
    MapProgress progress{double(corpus.texts.size()), "texts"};
    std::mutex mutex;
    try {
        return wordWeights(
            model, corpus.texts, corpus.labels.size(), heads,
            [&] {
                if (cancelled)
                    throw WeighingCancelled();
            },
            [&](std::size_t) {
                const std::lock_guard lock(mutex);
                progress.advance();
            });
    } catch (const WeighingCancelled&) {
        return std::nullopt;
    }
}

} // namespace headlight
