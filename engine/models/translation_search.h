#pragma once

#include "core/check.h"
#include "core/thread_pool.h"
#include "models/word_chances.h"
#include "models/writing_network.h"
#include "tasks/translation_setup.h"

#include <functional>
#include <vector>

namespace headlight {

/// How translate() looks for a translation.
struct SearchOptions {
    int beams = 4;                ///< translations that are continued at once; 1: the likeliest word each time (greedy)
    double lengthPenalty = 0.6;   ///< α ≥ 0 of the score; 0 prefers short translations
    int extraTokens = 50;         ///< a translation, its end included, has at most so many tokens more than the source;
                                  ///< and no more than the network has positions for
    std::vector<int> prefix = {}; ///< ids of words that every translation begins with; without begin and end
    int candidates = 0;           ///< words to name at each place, the likeliest first
};

/// As a model's setup says.
SearchOptions searchOptions(const TranslationSetup& setup);

struct Translation {
    std::vector<TranslatedToken> tokens; ///< the prefix's first; the last is the end where `ended`
    bool ended = false;                  ///< else it was cut at the limit
    double logProbability = 0;           ///< of all tokens together
    double score = 0;                    ///< scoreOf()

    std::vector<int> words() const; ///< ids of the tokens, without the mark of the end
};

/// logProbability / ((5 + n) / 6)^α for n tokens, the end included.
double scoreOf(const Translation& translation, double lengthPenalty);

/// Translations of a source, ids of its words: beam search with GNMT's length penalty (Wu et al. 2016, Eq. 14, without
/// coverage), which MTSA's and CSAN's toolkits have, too. Each step continues all translations by one word and keeps
/// the `beams` likeliest that go on; one whose end is among the `beams` likeliest continuations is finished. It stops
/// when `beams` are finished, or at the limit. At most `beams` are given: the finished by score, the best first, and
/// where there are too few, those cut at the limit behind them. A prefix as long as the limit is given back alone; what
/// it costs is part of the score. With one beam the only translation is the greedy one.
///
/// The same result each time: among equally likely ones the better translation so far comes first, and then the word
/// of the smaller id. Cells of `changes` are of sequence 0, the source, and 1, the translation with the begin before
/// it. `check` is called again and again and may throw. std::invalid_argument for less than one beam, for anything
/// negative, for an end within the prefix, and for a source without words.
std::vector<Translation> translate(const WritingNetwork& network, const std::vector<int>& source,
                                   const SearchOptions& options, const Check& check = {},
                                   const Intervention& changes = {});

/// The best translation of each source, in groups of neighbours, on the pool's threads: a step is one pass over the
/// last words of a whole group, which takes half the time. Numbers agree with translate()'s up to rounding: products of
/// other shapes add up in another order. `done` hears, on any thread, which source a group begins with and its
/// translations. `check` is called again and again on all of them, and may throw.
void translateAll(const WritingNetwork& network, const std::vector<std::vector<int>>& sources,
                  const SearchOptions& options, ThreadPool& pool,
                  const std::function<void(std::size_t first, const std::vector<Translation>& best)>& done,
                  const Check& check = {});

} // namespace headlight
