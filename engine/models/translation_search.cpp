#include "models/translation_search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

/// A translation of the beam and a word that may follow.
struct Continuation {
    std::size_t from;
    int word;
    double logProbability; ///< of all together
};

class BeamSearch {
public:
    BeamSearch(const TranslationNetwork& network, const SearchOptions& options, const Check& check,
               const Intervention& changes)
        : m_network(network), m_options(options), m_changes(changes), m_beams(std::size_t(options.beams)) {
        m_tape.checkBy(check);
    }

    std::vector<Translation> run(const std::vector<int>& source) {
        const std::size_t limit = source.size() + std::size_t(m_options.extraTokens);
        const auto goesOn = [&] {
            return m_finished.size() < m_beams && !m_beam.empty() && m_beam.front().tokens.size() < limit;
        };
        DecoderCache cache = read(source);
        std::vector<WordChances> chances = readPrefix(cache);
        while (goesOn()) {
            const std::vector<Index> from = continueBeam(chances);
            if (!goesOn())
                break;
            cache.choose(from);
            chances = readNext(cache, lastWords());
        }
        return results();
    }

private:
    DecoderCache read(const std::vector<int>& source) {
        m_tape.reset();
        const Layout layout({Index(source.size())});
        Context context(m_tape, layout);
        context.setIntervention(m_changes, 0);
        return m_network.start(context, m_network.encode(context, source));
    }

    /// Of each token read.
    std::vector<WordChances> readNext(DecoderCache& cache, const std::vector<int>& words) {
        m_tape.reset();
        const Layout layout = cache.next(Index(words.size()) / cache.sequences());
        Context context(m_tape, layout);
        context.setIntervention(m_changes, 1);
        const Strided scores = m_network.next(context, words, cache).value();
        std::vector<WordChances> chances;
        for (Index j = 0; j < scores.cols(); ++j)
            chances.emplace_back(scores.col(j), std::max(2 * m_options.beams, m_options.candidates));
        return chances;
    }

    /// The beam is the prefix then. Gives the chances of what follows it.
    std::vector<WordChances> readPrefix(DecoderCache& cache) {
        std::vector<int> words = {m_network.options().begin};
        words.insert(words.end(), m_options.prefix.begin(), m_options.prefix.end());
        std::vector<WordChances> chances = readNext(cache, words);
        Translation prefix;
        for (std::size_t k = 0; k < m_options.prefix.size(); ++k)
            append(prefix, chances[k], m_options.prefix[k]);
        m_beam = {std::move(prefix)};
        return {std::move(chances.back())};
    }

    std::vector<int> lastWords() const {
        std::vector<int> words;
        for (const Translation& translation : m_beam)
            words.push_back(translation.tokens.back().token);
        return words;
    }

    void append(Translation& translation, const WordChances& chances, int word) const {
        translation.tokens.push_back(chances.token(word, m_options.candidates));
        translation.logProbability += translation.tokens.back().logProbability;
    }

    /// The likeliest first. Of twice as many as there are beams at most half are ends, so that enough go on.
    std::vector<Continuation> likeliest(const std::vector<WordChances>& chances) const {
        std::vector<Continuation> all;
        for (std::size_t from = 0; from < m_beam.size(); ++from)
            for (std::size_t rank = 0; rank < chances[from].ranked().size() && rank < 2 * m_beams; ++rank) {
                const int word = chances[from].ranked()[rank];
                all.push_back({from, word, m_beam[from].logProbability + chances[from].logProbability(word)});
            }
        std::stable_sort(all.begin(), all.end(), [](const Continuation& a, const Continuation& b) {
            return a.logProbability > b.logProbability;
        });
        all.resize(std::min(all.size(), 2 * m_beams));
        return all;
    }

    /// Which of the beam's translations each one of the new beam continues.
    std::vector<Index> continueBeam(const std::vector<WordChances>& chances) {
        const std::vector<Continuation> all = likeliest(chances);
        std::vector<Translation> beam;
        std::vector<Index> from;
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            const bool ends = all[rank].word == m_network.options().end;
            std::vector<Translation>& to = ends ? m_finished : beam;
            if (to.size() >= m_beams || (ends && rank >= m_beams))
                continue;
            Translation translation = m_beam[all[rank].from];
            append(translation, chances[all[rank].from], all[rank].word);
            translation.ended = ends;
            to.push_back(std::move(translation));
            if (!ends)
                from.push_back(Index(all[rank].from));
        }
        m_beam = std::move(beam);
        return from;
    }

    std::vector<Translation> results() {
        std::vector<Translation> all = std::move(m_finished);
        const auto cut = std::ptrdiff_t(all.size());
        all.insert(all.end(), m_beam.begin(), m_beam.end());
        for (Translation& translation : all)
            translation.score = scoreOf(translation, m_options.lengthPenalty);
        const auto better = [](const Translation& a, const Translation& b) { return a.score > b.score; };
        std::stable_sort(all.begin(), all.begin() + cut, better);
        std::stable_sort(all.begin() + cut, all.end(), better);
        all.resize(std::min(all.size(), m_beams));
        return all;
    }

    const TranslationNetwork& m_network;
    const SearchOptions& m_options;
    const Intervention& m_changes;
    std::size_t m_beams;
    Tape m_tape;
    std::vector<Translation> m_beam;     ///< all equally long, the likeliest first
    std::vector<Translation> m_finished; ///< in the order in which they ended
};

} // namespace

double scoreOf(const Translation& translation, double lengthPenalty) {
    return translation.logProbability / std::pow((5 + double(translation.tokens.size())) / 6, lengthPenalty);
}

std::vector<int> Translation::words() const {
    std::vector<int> ids;
    for (const TranslatedToken& token : tokens)
        ids.push_back(token.token);
    if (ended)
        ids.pop_back();
    return ids;
}

SearchOptions searchOptions(const TranslationSetup& setup) {
    SearchOptions options;
    options.beams = setup.beams;
    options.lengthPenalty = setup.lengthPenalty;
    options.extraTokens = setup.extraTokens;
    return options;
}

std::vector<Translation> translate(const TranslationNetwork& network, const std::vector<int>& source,
                                   const SearchOptions& options, const Check& check, const Intervention& changes) {
    const std::vector<int>& prefix = options.prefix;
    if (options.beams < 1 || options.lengthPenalty < 0 || options.extraTokens < 0 || options.candidates < 0 ||
        std::find(prefix.begin(), prefix.end(), network.options().end) != prefix.end())
        throw std::invalid_argument("translate: expected beams, no negative option, and a prefix without the end");
    return BeamSearch(network, options, check, changes).run(source);
}

} // namespace headlight
